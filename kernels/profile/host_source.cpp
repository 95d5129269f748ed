// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/host_source.h"

#include <utility>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {
namespace {

constexpr std::size_t records_at_once = 256;

}  // namespace

void HostActivitySource::start(ActivitySink sink) {
  stop();
  sink_ = std::move(sink);
  open_.clear();
  backend_.add_observer(*this);
  running_ = true;
}

void HostActivitySource::stop() {
  if (!running_) return;
  running_ = false;
  backend_.remove_observer(*this);
  flush();
}

void HostActivitySource::flush() {
  const std::lock_guard lock(mutex_);
  give();
}

void HostActivitySource::op_begins(const OpLabel& label) {
  ActivityRecord& record = open_.emplace_back();
  record.label = label;
  record.threads = threads_;
  record.start_ns = record_clock_ns();
}

void HostActivitySource::op_ends() {
  if (open_.empty()) return;  // began before the start
  ActivityRecord record = open_.back();
  record.duration_ns = record_clock_ns() - record.start_ns;
  open_.pop_back();
  if (!open_.empty()) open_.back().inner_ns += record.duration_ns;
  const std::lock_guard lock(mutex_);
  done_.push_back(record);
  if (done_.size() >= records_at_once) give();
}

void HostActivitySource::give() {
  if (done_.empty()) return;
  sink_(done_);
  done_.clear();
}

}  // namespace tilescribe::kernels
