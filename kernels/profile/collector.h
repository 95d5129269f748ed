// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// The sums over all records of an op's variant in a stage.
struct OpTotal {
  std::string stage, op, variant, outer;  // as in the records; no op: outside all ops
  std::int64_t records = 0;
  std::int64_t own_ns = 0;                      // without the time of inner ops
  std::int64_t added_ns = 0;                    // see added_ns()
  std::map<std::string, std::int64_t> kernels;  // full name → records
};

/// How many records came, by kind.
struct RecordCounts {
  std::int64_t records = 0, kernels = 0, memory = 0;
  std::int64_t joined = 0;  // kernels, ops and steps that name an op
};

/// What each record adds to the busy time: from its start, or from the end of everything that began before it
/// if that is later, to its end. Durations of overlapping kernels (programmatic dependent launch) include
/// waiting for each other; the added times sum up to their union. An op or whole step adds its own time.
TILESCRIBE_EXPORT std::vector<std::int64_t> added_ns(std::span<const ActivityRecord> records);

/// The sums over all records of a run; the longest added time first.
TILESCRIBE_EXPORT std::vector<OpTotal> totals_of(std::span<const ActivityRecord> records);

/// Counts all records, and keeps the last ones, so memory is bounded. Any thread may use it.
class TILESCRIBE_EXPORT Collector {
 public:
  /// `most_recent`: how many records to keep in full.
  explicit Collector(std::size_t most_recent = 0) : most_recent_(most_recent) {}

  /// The sink to start a source with. The collector must outlive the source's run.
  ActivitySink sink();
  void take(std::span<const ActivityRecord> records);
  void clear();

  RecordCounts counts() const;
  std::vector<ActivityRecord> recent() const;  // in the order they came

 private:
  std::size_t most_recent_;
  mutable std::mutex mutex_;  // guards what follows
  RecordCounts counts_;
  std::deque<ActivityRecord> recent_;
};

/// A kernel's plain name: "b" for "void a::b<(int)3>(float*)", "fill" for "fill".
TILESCRIBE_EXPORT std::string short_kernel_name(std::string_view full);

}  // namespace tilescribe::kernels
