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

/// The record of a recorded step as a whole.
inline ActivityRecord replay_record(const Place& place) {
  ActivityRecord record;
  record.activity = Activity::replay;
  record.label = {"step", "graph", {}, place};
  record.replayed = true;
  return record;
}

/// Times work on a backend's stream with CUDA events before and after it. This includes time in which the
/// device waits for the host. Only the backend's thread uses it, except for give() and lost().
class EventSpans {
 public:
  explicit EventSpans(CudaBackend& backend) : backend_(backend) {}
  EventSpans(const EventSpans&) = delete;
  EventSpans& operator=(const EventSpans&) = delete;

  /// From here on records go to `sink`. The device must be idle. Throws Error if nothing can be timed.
  void start(ActivitySink sink);
  /// Times the work queued from here to its end(); `record` describes it. Nothing is timed while the stream
  /// is captured, because the events would become part of the graph.
  void begin(ActivityRecord record);
  /// Ends the span that began last.
  void end();
  /// Delivers finished spans; with `wait`, all that have ended.
  void give(bool wait);
  /// Spans since the start that could not be timed.
  std::int64_t lost() const;

 private:
  /// Two events, and the record of the work between them.
  struct Span {
    ActivityRecord record;
    Span* outer = nullptr;  // ends later than this one
    CudaEvent begin, end;
  };

  CudaEvent take_event();
  void give_ended(bool wait);
  bool measure(Span& span, bool wait);

  CudaBackend& backend_;
  std::vector<std::unique_ptr<Span>> open_;  // running, the innermost last; null: not timed
  mutable std::mutex mutex_;                 // guards what follows
  std::deque<std::unique_ptr<Span>> ended_;  // in the order of their ends
  std::vector<CudaEvent> free_events_;
  CudaEvent reference_;  // a finished event, and its time
  std::int64_t reference_ns_ = 0;
  std::vector<ActivityRecord> done_;
  ActivitySink sink_;
  std::int64_t lost_ = 0;
};

}  // namespace tilescribe::kernels
