// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "kernels/backend/cuda/event_spans.h"
#include "kernels/core/message.h"

namespace tilescribe::kernels {

/// One record per op, by CUDA events around it, and one per replay of a recorded step as a whole: what is
/// possible without CUPTI. It has no times, names or sizes of kernels.
class EventSource final : public ActivitySource, public OpHook {
 public:
  /// `reason`: why CUPTI is not used, a sentence.
  EventSource(CudaBackend& backend, Message reason)
      : backend_(backend), reason_(std::move(reason)), spans_(backend) {}
  ~EventSource() override;
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  std::string_view name() const override { return "CUDA events"; }
  Message fallback_reason() const override { return reason_; }
  void start(ActivitySink sink) override;
  void stop() override;
  void flush() override { spans_.give(false); }
  std::int64_t lost() const override { return spans_.lost(); }

 private:
  void op_begins(const OpLabel& label) override;
  void op_ends() override { spans_.end(); }
  void replay_begins(const Place& place) override { spans_.begin(replay_record(place)); }
  void replay_ends() override { spans_.end(); }

  CudaBackend& backend_;
  Message reason_;
  EventSpans spans_;
  std::optional<Hooked> hooked_;  // while it measures
};

}  // namespace tilescribe::kernels
