// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// All records of an op's variant in a stage, added up.
struct OpTotal {
  std::string stage, op, variant, outer;  // as in the records; no op: outside all ops
  std::int64_t records = 0;
  std::int64_t own_ns = 0;                      // without what ops inside took
  std::int64_t added_ns = 0;                    // as added_ns() says; only totals_of() knows it
  std::map<std::string, std::int64_t> kernels;  // full name → records
};

/// The sums of records while they come.
class TILESCRIBE_EXPORT OpSums {
 public:
  void add(const ActivityRecord& record, std::int64_t added_ns);
  std::vector<OpTotal> totals() const;  // in no order that matters

 private:
  struct Sums {
    std::int64_t records = 0, own_ns = 0, added_ns = 0;
    std::map<std::string_view, std::int64_t> kernels;
  };
  using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
  std::map<Key, Sums> sums_;  // (stage, op, variant, outer)
};

/// How many records came, of what.
struct RecordCounts {
  std::int64_t records = 0, kernels = 0, memory = 0;
  std::int64_t joined = 0;  // kernels, and ops or steps measured as a whole, that name an op
};

/// What each record adds to the time in which anything ran: from the end of all that began before it, or its
/// own start, to its end. Where kernels overlap (programmatic dependent launch) their durations include
/// waiting for each other; what they add comes to the union of their times. Of ops and steps that are
/// measured as a whole it is their own time.
TILESCRIBE_EXPORT std::vector<std::int64_t> added_ns(std::span<const ActivityRecord> records);

/// All of a run's records, added up; the longest added time first.
TILESCRIBE_EXPORT std::vector<OpTotal> totals_of(std::span<const ActivityRecord> records);

/// Keeps what records come to, and the last of them in full: the memory is bounded however long it takes.
/// Any thread may use it.
class TILESCRIBE_EXPORT Collector {
 public:
  /// `most_recent`: how many records are kept in full.
  explicit Collector(std::size_t most_recent = 0) : most_recent_(most_recent) {}

  /// What a source is started with; the collector must outlive its run.
  ActivitySink sink();
  void take(std::span<const ActivityRecord> records);
  void clear();

  RecordCounts counts() const;
  std::vector<OpTotal> totals() const;         // the longest first
  std::vector<ActivityRecord> recent() const;  // as they came

 private:
  std::size_t most_recent_;
  mutable std::mutex mutex_;  // guards what follows
  RecordCounts counts_;
  OpSums sums_;
  std::deque<ActivityRecord> recent_;
};

/// The name that a kernel was written with: of "void a::b<(int)3>(float*)" it is "b", of "fill" "fill".
TILESCRIBE_EXPORT std::string short_kernel_name(std::string_view full);

}  // namespace tilescribe::kernels
