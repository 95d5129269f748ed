// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace tilescribe::audio {

struct StretchPlugin;

/// Plays samples faster or slower at the same pitch, with SoundTouch. At a speed of 1 they pass unchanged.
/// n samples become round(n / speed), and what lay at time t lies at t / speed, within 30 ms of either.
class Stretcher {
 public:
  explicit Stretcher(int sample_rate) : sample_rate_(sample_rate) {}  // Hz, mono

  /// Forgets everything and begins anew at this speed. Throws Error if that is not 1 and SoundTouch's plugin
  /// is missing.
  void restart(double speed);
  void put(std::span<const float> samples);
  /// No samples follow.
  void end();
  /// Writes the samples that are ready to the front of `out`; returns how many. 0: it needs more, or after
  /// end(), that was all.
  std::size_t take(std::span<float> out);

 private:
  int sample_rate_;
  const StretchPlugin* plugin_ = nullptr;
  std::unique_ptr<void, void (*)(void*)> touch_{nullptr, nullptr};  // from the first speed but 1 on
  double speed_ = 1.0;
  std::vector<float> passing_;  // at a speed of 1
  std::size_t passed_ = 0;      // of them
  double put_ = 0.0;            // samples since the restart
  double taken_ = 0.0;
  bool ended_ = false;
};

}  // namespace tilescribe::audio
