// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "inference/api/profile.h"
#include "ui/profile/profiling_texts.h"

namespace tilescribe::ui {

/// Where a run stood at one time. Everything except the time is a sum since its beginning and never falls.
struct LiveSample {
  double at_s = 0.0;
  std::array<double, idle_stage> busy_s{};  // by stage_names, except idle
  double waiting_s = 0.0, launch_s = 0.0;   // idle, as in ProfileFrame
  double tokens = 0.0;
  double audio_s = 0.0;  // audio whose text is finished, and the time spent on it
  double transcribing_s = 0.0;
};

/// How the time between two samples was spent.
struct LiveShares {
  double begin_s = 0.0, end_s = 0.0;
  std::array<double, stage_names.size()>
      share{};                         // by stage_names, 0…1; in total at most 1: the rest was not measured
  double waiting = 0.0, launch = 0.0;  // the two halves of idle
};

struct LiveValue {
  double at_s = 0.0;
  double value = 0.0;
};

/// A run as a time series, from the frames of its profile. However long the run, there are at most
/// `most_samples` samples. When there would be more, every second one is dropped, and from then on they are
/// twice as far apart. Samples hold sums, so only detail is lost.
class LiveHistory {
 public:
  static constexpr std::size_t most_samples = 600;
  static constexpr double least_step_s = 0.1;

  /// A frame that is older than the last one begins a new run.
  void add(const ProfileFrame& frame);
  void clear();

  /// By time. The first one is the beginning of the run. The last one moves until it is one step after the
  /// one before. Empty before the first frame.
  const std::vector<LiveSample>& samples() const { return samples_; }
  double step_s() const { return step_s_; }
  /// Increases whenever a sample reaches its final place, or samples are merged or cleared. Only then do
  /// drawings of the series need an update.
  int changes() const { return changes_; }

  std::vector<LiveShares> shares() const;
  LiveShares whole() const;  // of the run so far
  /// Tokens per second over the last second before each sample.
  std::vector<LiveValue> token_rate() const;
  /// Milliseconds in which the model's kernels ran for a token, over the last second before each sample. A
  /// second without a token has no value.
  std::vector<LiveValue> busy_ms_per_token() const;
  /// Seconds of audio transcribed per second, from the beginning of the file to where the text is. Audio is
  /// finished one window at a time, and between two windows the factor is not known to fall.
  std::vector<LiveValue> real_time_factor() const;

 private:
  void merge();

  std::vector<LiveSample> samples_;
  double step_s_ = least_step_s;
  bool moving_ = false;  // the last sample has not reached its final place
  int changes_ = 0;
};

}  // namespace tilescribe::ui
