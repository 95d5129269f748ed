// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/profile/activity_source.h"

namespace tilescribe::kernels {

/// A record an op, by CUDA events on the backend's stream around it, and one around each replay of a recorded
/// step as a whole: what can be had without CUPTI. Kernels' own times, names and sizes are not known. The
/// time between two events also holds what the device waited for the host.
class EventSource final : public ActivitySource, private OpObserver {
 public:
  /// `reason`: why CUPTI is not used, a sentence.
  EventSource(CudaBackend& backend, std::string reason);
  ~EventSource() override;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  std::string_view name() const override { return "CUDA events"; }
  std::string fallback_reason() const override { return reason_; }
  void start(ActivitySink sink) override;
  void stop() override;
  void flush() override;
  std::int64_t lost() const override { return lost_; }

 private:
  /// Two events and what is between them.
  struct Span {
    ActivityRecord record;
    Span* outer = nullptr;  // it ends later than this
    cudaEvent_t begin = nullptr, end = nullptr;
  };

  void op_begins(const OpLabel& label) override;
  void op_ends() override;
  void replay_begins(const Place& place) override;
  void replay_ends() override { op_ends(); }
  void begin(ActivityRecord record);
  cudaEvent_t take_event();
  void give(bool wait);
  bool measure(Span& span, bool wait);

  CudaBackend& backend_;
  std::string reason_;
  bool running_ = false;
  std::vector<std::unique_ptr<Span>> open_;  // under way, the innermost last; null: not measured
  std::mutex mutex_;                         // guards what follows
  std::deque<std::unique_ptr<Span>> ended_;  // in the order of their ends
  std::vector<cudaEvent_t> free_events_;
  cudaEvent_t reference_ = nullptr;  // one that is over, and when it was
  std::int64_t reference_ns_ = 0;
  std::vector<ActivityRecord> done_;
  ActivitySink sink_;
  std::int64_t lost_ = 0;
};

}  // namespace tilescribe::kernels
