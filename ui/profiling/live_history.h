// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "inference/api/profile.h"

namespace tilescribe::ui {

/// The parts that the time of a run is divided into, from the bottom of the stack to its top. "other" is the
/// work of no stage that is listed here.
inline constexpr std::array<std::string_view, 8> live_parts{"audio",   "features", "encoder", "projector",
                                                            "prefill", "decode",   "other",   "idle"};
inline constexpr std::size_t live_idle = live_parts.size() - 1;
inline constexpr std::size_t live_other = live_idle - 1;

/// Where a run stood at a moment. All but the moment are sums since its beginning, which never fall.
struct LiveSample {
  double at_s = 0.0;
  std::array<double, live_idle> busy_s{};  // of each part but idle
  double waiting_s = 0.0, launch_s = 0.0;  // idle, as ProfileFrame
  double tokens = 0.0;
  double audio_s = 0.0;  // audio whose text is there, and the time that went into it
  double transcribing_s = 0.0;
};

/// What the time from one sample to the next was spent on.
struct LiveShares {
  double begin_s = 0.0, end_s = 0.0;
  std::array<double, live_parts.size()> share{};  // 0…1; together at most 1: what is missing was not measured
  double waiting = 0.0, launch = 0.0;             // the two halves of idle
};

/// A value at a moment.
struct LiveValue {
  double at_s = 0.0;
  double value = 0.0;
};

/// A run as a series over time, from the frames of its profile. However long the run, there are at most
/// `most_samples` of them: where there would be more, every second one goes, and from then on they are
/// twice as far apart. Since samples hold sums, nothing is lost but detail.
class LiveHistory {
 public:
  static constexpr std::size_t most_samples = 600;
  static constexpr double least_step_s = 0.1;

  /// A frame that is older than the last one begins a new run.
  void add(const ProfileFrame& frame);
  void clear();

  /// By time; the first one is the beginning of the run, the last one moves on until it is a step away from
  /// the one before. Empty before the first frame.
  const std::vector<LiveSample>& samples() const { return samples_; }
  double step_s() const { return step_s_; }
  /// Counts up whenever a sample has come to its place, or samples were merged or cleared: what is drawn
  /// from the series needs to be drawn anew only then.
  int changes() const { return changes_; }

  std::vector<LiveShares> shares() const;
  LiveShares whole() const;  // of the run so far
  /// Tokens a second within the last second before each sample.
  std::vector<LiveValue> token_rate() const;
  /// Seconds of audio that a second turned into text, from the beginning of the file to where text came:
  /// audio is done a window at a time, and between two of them the factor is not known to fall.
  std::vector<LiveValue> real_time_factor() const;

 private:
  void merge();

  std::vector<LiveSample> samples_;
  double step_s_ = least_step_s;
  bool moving_ = false;  // the last sample has not come to its place
  int changes_ = 0;
};

}  // namespace tilescribe::ui
