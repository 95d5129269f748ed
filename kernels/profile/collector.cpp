// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/collector.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

namespace tilescribe::kernels {

std::vector<std::int64_t> added_ns(std::span<const ActivityRecord> records) {
  std::vector<std::int64_t> added(records.size());
  std::vector<std::size_t> device;  // work on the device, by its start
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Activity activity = records[i].activity;
    if (activity == Activity::kernel || activity == Activity::memory) {
      device.push_back(i);
    } else {
      added[i] = records[i].own_ns();
    }
  }
  std::ranges::stable_sort(device, {}, [&](std::size_t i) { return records[i].start_ns; });
  std::int64_t busy_until = std::numeric_limits<std::int64_t>::min();
  for (const std::size_t i : device) {
    const std::int64_t end = records[i].start_ns + records[i].duration_ns;
    added[i] = std::max<std::int64_t>(0, end - std::max(records[i].start_ns, busy_until));
    busy_until = std::max(busy_until, end);
  }
  return added;
}

std::vector<OpTotal> totals_of(std::span<const ActivityRecord> records) {
  using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
  const std::vector<std::int64_t> added = added_ns(records);
  std::map<Key, OpTotal> sums;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const OpLabel& label = records[i].label;
    OpTotal& total = sums[{label.place.stage, label.op, label.variant, label.outer}];
    ++total.records;
    total.own_ns += records[i].own_ns();
    total.added_ns += added[i];
    if (!records[i].kernel.empty()) ++total.kernels[std::string(records[i].kernel)];
  }
  std::vector<OpTotal> totals;
  for (auto& [key, total] : sums) {
    std::tie(total.stage, total.op, total.variant, total.outer) = key;
    totals.push_back(std::move(total));
  }
  std::ranges::stable_sort(totals, std::greater(), &OpTotal::added_ns);
  return totals;
}

ActivitySink Collector::sink() {
  return [this](std::span<const ActivityRecord> records) { take(records); };
}

void Collector::take(std::span<const ActivityRecord> records) {
  const std::lock_guard lock(mutex_);
  for (const ActivityRecord& record : records) {
    const OpLabel& label = record.label;
    ++counts_.records;
    counts_.kernels += record.activity == Activity::kernel;
    counts_.memory += record.activity == Activity::memory;
    counts_.joined += record.activity != Activity::memory && !label.op.empty();
    if (most_recent_ == 0) continue;
    if (recent_.size() == most_recent_) recent_.pop_front();
    recent_.push_back(record);
  }
}

void Collector::clear() {
  const std::lock_guard lock(mutex_);
  counts_ = {};
  recent_.clear();
}

RecordCounts Collector::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<ActivityRecord> Collector::recent() const {
  const std::lock_guard lock(mutex_);
  return {recent_.begin(), recent_.end()};
}

std::string short_kernel_name(std::string_view full) {
  // The name ends before its template arguments or its parameters, at depth 0.
  int depth = 0;
  std::size_t begin = 0, end = full.size();
  for (std::size_t i = 0; i < full.size(); ++i) {
    const char c = full[i];
    const bool anonymous = depth == 0 && full.substr(i).starts_with("(anonymous namespace)");
    if (anonymous) {
      i += std::string_view("(anonymous namespace)").size() - 1;
      continue;
    }
    if (depth == 0 && c == '(') {
      if (end == full.size()) end = i;
      break;
    }
    if (c == '<') {
      if (depth == 0) end = i;
      ++depth;
    } else if (c == '>') {
      --depth;
    } else if (depth == 0 && (c == ' ' || c == ':')) {  // so far it was a type or a namespace
      begin = i + 1;
      end = full.size();
    }
  }
  return std::string(full.substr(begin, end - begin));
}

}  // namespace tilescribe::kernels
