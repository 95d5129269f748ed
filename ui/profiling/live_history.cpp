// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/live_history.h"

#include <algorithm>
#include <numeric>

namespace tilescribe::ui {

namespace {

constexpr double rate_span_s = 1.0;  // tokens per second are counted over this

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

LiveSample sample_of(const ProfileFrame& frame) {
  LiveSample sample{.at_s = seconds(frame.at_ns),
                    .waiting_s = seconds(frame.waiting_ns),
                    .launch_s = seconds(frame.launch_ns),
                    .tokens = static_cast<double>(frame.tokens),
                    .audio_s = frame.audio_done_s,
                    .transcribing_s = frame.transcribing_s};
  for (const auto& stage : frame.stages) {
    sample.busy_s[std::min<std::size_t>(stage_place(stage.stage), other_stage)] += seconds(stage.busy_ns);
  }
  return sample;
}

/// Sums never fall: a sum that was corrected downwards keeps its old value until it exceeds it.
void never_fall(LiveSample& sample, const LiveSample& before) {
  for (std::size_t i = 0; i < sample.busy_s.size(); ++i)
    sample.busy_s[i] = std::max(sample.busy_s[i], before.busy_s[i]);
  for (double LiveSample::*sum : {&LiveSample::waiting_s, &LiveSample::launch_s, &LiveSample::tokens,
                                  &LiveSample::audio_s, &LiveSample::transcribing_s}) {
    sample.*sum = std::max(sample.*sum, before.*sum);
  }
}

/// Time in which the model's kernels ran. Reading audio is the host's work.
double model_s(const LiveSample& sample) {
  const double all = std::accumulate(sample.busy_s.begin(), sample.busy_s.end(), 0.0);
  return all - sample.busy_s[stage_place("audio")];
}

/// Calls use(from, to) for each sample but the first, with the one that lies a second before it.
template <class Use>
void over_last_second(const std::vector<LiveSample>& samples, const Use& use) {
  std::size_t from = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    while (from + 1 < i && samples[from + 1].at_s <= samples[i].at_s - rate_span_s) ++from;
    use(samples[from], samples[i]);
  }
}

LiveShares shares_between(const LiveSample& from, const LiveSample& to) {
  LiveShares result{.begin_s = from.at_s, .end_s = to.at_s};
  for (std::size_t i = 0; i < to.busy_s.size(); ++i) result.share[i] = to.busy_s[i] - from.busy_s[i];
  result.waiting = to.waiting_s - from.waiting_s;
  result.launch = to.launch_s - from.launch_s;
  result.share[idle_stage] = result.waiting + result.launch;
  const double sum = std::accumulate(result.share.begin(), result.share.end(), 0.0);
  // Stages that run in parallel, and records that arrive late, can add up to more than the elapsed time.
  const double all = std::max(sum, to.at_s - from.at_s);
  if (!(all > 0.0)) return result;
  for (double& share : result.share) share /= all;
  result.waiting /= all;
  result.launch /= all;
  return result;
}

}  // namespace

void LiveHistory::clear() {
  samples_.clear();
  step_s_ = least_step_s;
  moving_ = false;
  ++changes_;
}

void LiveHistory::add(const ProfileFrame& frame) {
  LiveSample sample = sample_of(frame);
  if (!samples_.empty() && sample.at_s < samples_.back().at_s) clear();
  if (samples_.empty()) samples_.emplace_back();
  never_fall(sample, samples_.back());
  if (moving_) {
    samples_.back() = sample;
  } else if (sample.at_s > samples_.back().at_s) {
    samples_.push_back(sample);
    moving_ = true;
  } else {
    samples_.back() = sample;
    return;
  }
  // Frames come at about multiples of the step; half a frame early is on time.
  if (sample.at_s - samples_[samples_.size() - 2].at_s < 0.8 * step_s_) return;
  moving_ = false;
  ++changes_;
  if (samples_.size() > most_samples) merge();
}

void LiveHistory::merge() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 1 < samples_.size(); i += 2) samples_[kept++] = samples_[i];
  samples_[kept++] = samples_.back();
  samples_.resize(kept);
  step_s_ *= 2.0;
}

std::vector<LiveShares> LiveHistory::shares() const {
  std::vector<LiveShares> result;
  for (std::size_t i = 1; i < samples_.size(); ++i)
    result.push_back(shares_between(samples_[i - 1], samples_[i]));
  return result;
}

LiveShares LiveHistory::whole() const {
  return samples_.empty() ? LiveShares{} : shares_between({}, samples_.back());
}

std::vector<LiveValue> LiveHistory::token_rate() const {
  std::vector<LiveValue> result;
  over_last_second(samples_, [&](const LiveSample& from, const LiveSample& to) {
    result.push_back({to.at_s, (to.tokens - from.tokens) / (to.at_s - from.at_s)});
  });
  return result;
}

std::vector<LiveValue> LiveHistory::busy_ms_per_token() const {
  std::vector<LiveValue> result;
  over_last_second(samples_, [&](const LiveSample& from, const LiveSample& to) {
    const double tokens = to.tokens - from.tokens;
    if (tokens > 0.0) result.push_back({to.at_s, 1e3 * (model_s(to) - model_s(from)) / tokens});
  });
  return result;
}

std::vector<LiveValue> LiveHistory::real_time_factor() const {
  std::vector<LiveValue> result;
  for (std::size_t i = 1; i < samples_.size(); ++i) {
    const LiveSample& to = samples_[i];
    if (to.audio_s > samples_[i - 1].audio_s && to.transcribing_s > 0.0)
      result.push_back({to.at_s, to.audio_s / to.transcribing_s});
  }
  return result;
}

}  // namespace tilescribe::ui
