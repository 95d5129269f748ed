// SPDX-License-Identifier: Apache-2.0
#include "inference/profile/totals.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace tilescribe {
namespace {

bool on_device(ProfileActivity activity) {
  return activity == ProfileActivity::kernel || activity == ProfileActivity::memory;
}

// The kernels and copies among the records, by start.
std::vector<std::uint32_t> by_start(std::span<const ProfileRecord> records,
                                    std::span<const ProfileKind> kinds) {
  std::vector<std::uint32_t> order;
  order.reserve(records.size());
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    if (on_device(kinds[records[i].kind].activity)) order.push_back(i);
  }
  const auto start = [&](std::uint32_t i) { return records[i].start_ns; };
  if (!std::ranges::is_sorted(order, {}, start)) std::ranges::stable_sort(order, {}, start);
  return order;
}

}  // namespace

std::vector<std::int64_t> busy_of(std::span<const ProfileRecord> records,
                                  std::span<const ProfileKind> kinds) {
  std::vector<std::int64_t> busy(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) busy[i] = records[i].own_ns();
  std::int64_t busy_until = std::numeric_limits<std::int64_t>::min();
  for (const std::uint32_t i : by_start(records, kinds)) {
    const std::int64_t end = records[i].end_ns();
    busy[i] = std::max<std::int64_t>(0, end - std::max(records[i].start_ns, busy_until));
    busy_until = std::max(busy_until, end);
  }
  return busy;
}

std::vector<std::uint8_t> shared_of(std::span<const ProfileRecord> records,
                                    std::span<const ProfileKind> kinds) {
  struct Latest {
    std::int64_t end_ns = std::numeric_limits<std::int64_t>::min();
    std::uint32_t record = 0;  // the record that ends then
  };
  std::vector<std::uint8_t> shared(records.size());
  std::unordered_map<std::uint32_t, Latest> streams;
  for (const std::uint32_t i : by_start(records, kinds)) {
    Latest& latest = streams[records[i].stream];
    if (records[i].start_ns < latest.end_ns && records[i].duration_ns > 0) {
      shared[i] = 1;
      shared[latest.record] = 1;
    }
    if (records[i].end_ns() > latest.end_ns) latest = {records[i].end_ns(), i};
  }
  return shared;
}

ProfileTotal& TotalsBuilder::at(std::uint32_t kind, std::int32_t layer) {
  std::uint32_t& place = places_.at(kind, layer);
  if (place == LayerNumbers::none) {
    place = static_cast<std::uint32_t>(totals_.size());
    totals_.emplace_back();
    totals_.back().kind = kind;
    totals_.back().layer = std::max(layer, -1);
    totals_.back().least_ns = std::numeric_limits<std::int64_t>::max();
  }
  return totals_[place];
}

void TotalsBuilder::add(const ProfileRecord& record, std::int64_t busy_ns, bool shared) {
  add_record(at(record.kind, record.layer), record, busy_ns, shared);
}

void add_record(ProfileTotal& total, const ProfileRecord& record, std::int64_t busy_ns, bool shared) {
  const std::int64_t own = record.own_ns();
  ++total.calls;
  total.own_ns += own;
  total.busy_ns += busy_ns;
  if (shared) total.shared_ns += own;
  total.composed += record.inner_ns > 0;
  total.flops += record.flops;
  total.bytes += record.bytes;
  total.least_ns = std::min(total.least_ns, own);
  total.most_ns = std::max(total.most_ns, own);
  total.squares += static_cast<double>(own) * static_cast<double>(own);
  total.histogram.add(own);
}

std::vector<ProfileTotal> TotalsBuilder::totals() const {
  std::vector<ProfileTotal> sorted = totals_;
  std::ranges::sort(sorted, {},
                    [](const ProfileTotal& total) { return std::tuple(total.kind, total.layer); });
  return sorted;
}

}  // namespace tilescribe
