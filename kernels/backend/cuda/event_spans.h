// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/device/owned.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// What tells of a recorded step as a whole.
inline ActivityRecord replay_record(const Place& place) {
  ActivityRecord record;
  record.activity = Activity::replay;
  record.label = {"step", "graph", {}, place};
  record.replayed = true;
  return record;
}

/// Times what is given to a backend's stream by CUDA events before and behind it. The time between two events
/// also holds what the device waited for the host. Used by the backend's thread, but for give() and lost().
class EventSpans {
 public:
  explicit EventSpans(CudaBackend& backend) : backend_(backend) {}
  EventSpans(const EventSpans&) = delete;
  EventSpans& operator=(const EventSpans&) = delete;

  /// From here on records go to `sink`. The device is idle. Throws Error where nothing can be timed.
  void start(ActivitySink sink);
  /// What is given to the stream from here to its end() is timed, and `record` tells of it. Nothing is while
  /// the stream is captured, since the events would become part of the graph.
  void begin(ActivityRecord record);
  /// Ends what began last.
  void end();
  /// Gives what is over; with `wait` all that has ended.
  void give(bool wait);
  /// Spans that could not be timed since the start.
  std::int64_t lost() const;

 private:
  /// Two events and what is between them.
  struct Span {
    ActivityRecord record;
    Span* outer = nullptr;  // it ends later than this
    CudaEvent begin, end;
  };

  CudaEvent take_event();
  void give_ended(bool wait);
  bool measure(Span& span, bool wait);

  CudaBackend& backend_;
  std::vector<std::unique_ptr<Span>> open_;  // under way, the innermost last; null: not timed
  mutable std::mutex mutex_;                 // guards what follows
  std::deque<std::unique_ptr<Span>> ended_;  // in the order of their ends
  std::vector<CudaEvent> free_events_;
  CudaEvent reference_;  // one that is over, and when it was
  std::int64_t reference_ns_ = 0;
  std::vector<ActivityRecord> done_;
  ActivitySink sink_;
  std::int64_t lost_ = 0;
};

}  // namespace tilescribe::kernels
