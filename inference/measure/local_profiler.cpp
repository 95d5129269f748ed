// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/local_profiler.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <utility>

#include <unistd.h>

#include "inference/measure/bench_rates.h"
#include "inference/measure/local_time.h"
#include "kernels/core/error.h"
#include "kernels/profile/activity_source.h"
#include "kernels/profile/records.h"

namespace tilescribe {
namespace {

// This process's share of the machine's memory; 0 if the system doesn't tell.
std::int64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t size = 0, resident = 0;
  statm >> size >> resident;
  return statm ? resident * sysconf(_SC_PAGESIZE) : 0;
}

}  // namespace

LocalProfiler::LocalProfiler(const Profiled& opened, const ProfileOptions& options)
    : opened_(opened),
      begin_ns_(kernels::record_clock_ns()),
      telemetry_(begin_ns_, options),
      source_(opened.engine.backend->activity_source()),
      most_cost_percent_(options.full ? 0.0 : options.most_cost_percent),
      looked_at_ns_(begin_ns_) {
  if (opened_.observer != nullptr) throw Error("A profile of this model is being made already.");
  setting_.engine = opened_.engine.info.description();
  setting_.compute = opened_.engine.info.compute;
  setting_.model = opened_.model;
  setting_.source = source_->name();
  setting_.fallback_reason = source_->fallback_reason();
  setting_.began = local_time();
  setting_.program = "Tilescribe " TILESCRIBE_VERSION;
  setting_.full = true;
  source_->start([this](std::span<const kernels::ActivityRecord> records) { telemetry_.take(records); });
  clocked_.emplace(opened_.engine.backend->hooks(), clock_);
  opened_.observer = this;
}

LocalProfiler::~LocalProfiler() {
  try {
    stop();
  } catch (const std::exception&) {  // a lost device was reported already
  }
}

void LocalProfiler::stop() {
  if (!clocked_) return;
  opened_.observer = nullptr;
  clock_.end();
  clocked_.reset();
  telemetry_.take(clock_.take());  // before the last records, so that gaps are known
  source_->stop();
}

// The work waits for this, so it counts as cost.
template <class Tell>
void LocalProfiler::tell(const Tell& tell) {
  const std::int64_t begin_ns = kernels::record_clock_ns();
  tell();
  own_ns_ += kernels::record_clock_ns() - begin_ns;
}

void LocalProfiler::window_begins(int index, double start_s, double end_s, std::span<const float> samples) {
  tell([&] { telemetry_.window_begins(index, start_s, end_s, samples); });
}

void LocalProfiler::token(int window, std::string text) {
  tell([&] { telemetry_.token(window, std::move(text)); });
  hold_cost();
}

void LocalProfiler::window_ends(int index) {
  tell([&] { telemetry_.window_ends(index); });
}

void LocalProfiler::drafted(std::int64_t checked, std::int64_t accepted) {
  tell([&] { telemetry_.drafted(checked, accepted); });
}

void LocalProfiler::transcribed(double audio_s, double elapsed_s, bool over) {
  tell([&] { telemetry_.transcribed(audio_s, elapsed_s, over); });
}

// Nothing if the source can't measure its own cost.
std::optional<std::int64_t> LocalProfiler::cost_ns() const {
  const std::optional<std::int64_t> source_ns = source_->cost_ns();
  if (!source_ns) return std::nullopt;
  return *source_ns + own_ns_;
}

// Records fewer steps in full while tracing costs too much, and more when it costs less than a third of that.
void LocalProfiler::hold_cost() {
  constexpr std::int64_t interval_ns = 100'000'000;
  constexpr int most_every = 1024;
  const std::int64_t now_ns = kernels::record_clock_ns();
  if (most_cost_percent_ <= 0.0 || now_ns - looked_at_ns_ < interval_ns) return;
  const std::optional<std::int64_t> cost = cost_ns();
  if (!cost) return;
  const double percent =
      100.0 * static_cast<double>(*cost - looked_cost_ns_) / static_cast<double>(now_ns - looked_at_ns_);
  looked_at_ns_ = now_ns;
  looked_cost_ns_ = *cost;
  int every = detail_every_;
  if (percent > most_cost_percent_) every = std::min(2 * every, most_every);
  if (percent < most_cost_percent_ / 3.0) every = std::max(every / 2, 1);
  if (every == detail_every_ || !source_->set_detail_every(every)) return;
  detail_every_ = every;
  setting_.full = false;
}

std::int64_t LocalProfiler::memory_in_use() const {
  const std::size_t used = opened_.engine.backend->used_bytes();
  return used > 0 ? static_cast<std::int64_t>(used) : resident_bytes();
}

// Negative if unknown.
double LocalProfiler::cost_percent(std::int64_t elapsed_ns) const {
  const std::optional<std::int64_t> cost = cost_ns();
  if (!cost || elapsed_ns <= 0) return -1.0;
  return 100.0 * static_cast<double>(*cost) / static_cast<double>(elapsed_ns);
}

ProfileFrame LocalProfiler::frame() {
  const std::int64_t begin_ns = kernels::record_clock_ns();
  telemetry_.take(clock_.take());
  source_->flush();
  telemetry_.memory(memory_in_use());
  ProfileFrame frame = telemetry_.frame(clock_.now());
  frame.source = setting_.source;
  frame.lost = source_->lost();
  frame.cost_percent = cost_percent(frame.at_ns);
  frame.detail_every = detail_every_;
  own_ns_ += kernels::record_clock_ns() - begin_ns;
  return frame;
}

ProfileSession LocalProfiler::finish() {
  stop();
  telemetry_.memory(memory_in_use());
  ProfileSession session = telemetry_.finish();
  session.cost_percent = cost_percent(session.duration_ns);
  session.lost = source_->lost();
  session.detail_every = detail_every_;
  if (!opened_.ceilings) {
    opened_.ceilings = bench_setting(opened_.engine, opened_.model).ceilings;
  }
  setting_.ceilings = *opened_.ceilings;
  session.setting = setting_;
  return session;
}

}  // namespace tilescribe
