// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/profile/activity_source.h"
#include "kernels/profile/hooks.h"

namespace tilescribe::kernels {

/// A clock around every op, for backends whose ops are synchronous. An op's record follows its inner ops'.
class TILESCRIBE_EXPORT HostActivitySource final : public ActivitySource, public OpHook {
 public:
  /// `threads`: how many an op may use.
  HostActivitySource(Hooks& hooks, int threads) : hooks_(hooks), threads_(threads) {}
  ~HostActivitySource() override { stop(); }
  HostActivitySource(const HostActivitySource&) = delete;
  HostActivitySource& operator=(const HostActivitySource&) = delete;

  std::string_view name() const override { return "clock of the CPU"; }
  void start(ActivitySink sink) override;
  void stop() override;
  void flush() override;
  /// The number of records times the cost of one, timed at the start, plus the sink's measured time.
  std::optional<std::int64_t> cost_ns() const override;
  bool set_detail_every(int every) override;

 private:
  void op_begins(const OpLabel& label) override;
  void op_ends() override;
  void place_changes(const Place& place) override;
  void end_whole_step();
  void keep(const ActivityRecord& record);
  void calibrate();
  void give();

  Hooks& hooks_;
  int threads_;
  std::optional<Hooked> hooked_;      // while it measures
  std::vector<ActivityRecord> open_;  // the running ops, the innermost last
  std::atomic<int> detail_every_{1};
  bool in_whole_step_ = false;  // the running step has one record:
  ActivityRecord whole_step_;
  double record_cost_ns_ = 0.0;  // from an op's begin until its record is in done_
  mutable std::mutex mutex_;     // guards what follows
  std::int64_t taken_ = 0;       // records since the start
  std::int64_t sink_ns_ = 0;     // time spent in the sink
  std::vector<ActivityRecord> done_;
  ActivitySink sink_;
};

}  // namespace tilescribe::kernels
