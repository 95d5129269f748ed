// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/host_source.h"

#include <utility>

namespace tilescribe::kernels {
namespace {

constexpr std::size_t records_at_once = 256;
constexpr int timed_records = 512;

}  // namespace

void HostActivitySource::start(ActivitySink sink) {
  stop();
  calibrate();
  sink_ = std::move(sink);
  taken_ = sink_ns_ = 0;
  open_.clear();
  in_whole_step_ = false;
  hooked_.emplace(hooks_, *this);
}

void HostActivitySource::stop() {
  if (!hooked_) return;
  hooked_.reset();
  end_whole_step();
  flush();
}

void HostActivitySource::flush() {
  const std::lock_guard lock(mutex_);
  give();
}

// Times empty records. The first round warms up for the second.
void HostActivitySource::calibrate() {
  sink_ = [](std::span<const ActivityRecord>) {};
  for (int round = 0; round < 2; ++round) {
    const std::int64_t begin = record_clock_ns();
    for (int i = 0; i < timed_records; ++i) {
      op_begins({});
      op_ends();
    }
    record_cost_ns_ = static_cast<double>(record_clock_ns() - begin) / timed_records;
  }
  done_.clear();
}

std::optional<std::int64_t> HostActivitySource::cost_ns() const {
  const std::lock_guard lock(mutex_);
  return sink_ns_ + static_cast<std::int64_t>(record_cost_ns_ * static_cast<double>(taken_));
}

bool HostActivitySource::set_detail_every(int every) {
  detail_every_ = every;
  return true;
}

void HostActivitySource::place_changes(const Place& place) {
  if (in_whole_step_ && place.step == whole_step_.label.place.step) return;  // a layer of the same step
  end_whole_step();
  if (place.step < 0 || place.step % detail_every_ == 0) return;
  in_whole_step_ = true;
  whole_step_ = {};
  whole_step_.activity = Activity::replay;
  whole_step_.label = {"step", "whole", {}, place};
  whole_step_.threads = threads_;
  whole_step_.start_ns = record_clock_ns();
}

void HostActivitySource::end_whole_step() {
  if (!in_whole_step_) return;
  in_whole_step_ = false;
  whole_step_.duration_ns = record_clock_ns() - whole_step_.start_ns;
  keep(whole_step_);
}

void HostActivitySource::op_begins(const OpLabel& label) {
  if (in_whole_step_) return;
  ActivityRecord& record = open_.emplace_back();
  record.label = label;
  record.threads = threads_;
  record.start_ns = record_clock_ns();
}

void HostActivitySource::op_ends() {
  if (open_.empty()) return;  // it began before the start, or inside a step that has one record
  ActivityRecord record = open_.back();
  record.duration_ns = record_clock_ns() - record.start_ns;
  open_.pop_back();
  if (!open_.empty()) open_.back().inner_ns += record.duration_ns;
  keep(record);
}

void HostActivitySource::keep(const ActivityRecord& record) {
  const std::lock_guard lock(mutex_);
  ++taken_;
  done_.push_back(record);
  if (done_.size() >= records_at_once) give();
}

void HostActivitySource::give() {
  if (done_.empty()) return;
  const std::int64_t begin = record_clock_ns();
  sink_(done_);
  sink_ns_ += record_clock_ns() - begin;
  done_.clear();
}

}  // namespace tilescribe::kernels
