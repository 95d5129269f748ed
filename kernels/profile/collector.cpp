// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/collector.h"

#include <algorithm>

namespace tilescribe::kernels {

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
    Sums& sums = sums_[{label.place.stage, label.op, label.variant, label.outer}];
    ++sums.records;
    sums.own_ns += record.own_ns();
    if (!record.kernel.empty()) ++sums.kernels[record.kernel];
    if (most_recent_ == 0) continue;
    if (recent_.size() == most_recent_) recent_.pop_front();
    recent_.push_back(record);
  }
}

void Collector::clear() {
  const std::lock_guard lock(mutex_);
  counts_ = {};
  sums_.clear();
  recent_.clear();
}

RecordCounts Collector::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<OpTotal> Collector::totals() const {
  const std::lock_guard lock(mutex_);
  std::vector<OpTotal> totals;
  for (const auto& [key, sums] : sums_) {
    const auto& [stage, op, variant, outer] = key;
    OpTotal& total = totals.emplace_back(OpTotal{std::string(stage),
                                                 std::string(op),
                                                 std::string(variant),
                                                 std::string(outer),
                                                 sums.records,
                                                 sums.own_ns,
                                                 {}});
    for (const auto& [name, count] : sums.kernels) total.kernels.emplace(name, count);
  }
  std::ranges::stable_sort(totals, std::greater(), &OpTotal::own_ns);
  return totals;
}

std::vector<ActivityRecord> Collector::recent() const {
  const std::lock_guard lock(mutex_);
  return {recent_.begin(), recent_.end()};
}

std::string short_kernel_name(std::string_view full) {
  // The name ends before its template arguments, or before its arguments, at depth 0.
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
    } else if (depth == 0 && (c == ' ' || c == ':')) {  // what came was a type or a namespace
      begin = i + 1;
      end = full.size();
    }
  }
  return std::string(full.substr(begin, end - begin));
}

}  // namespace tilescribe::kernels
