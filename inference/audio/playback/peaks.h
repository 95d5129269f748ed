// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <vector>

#include "inference/api/playback.h"

namespace tilescribe::audio {

/// Collects the blocks of a waveform's finest level from samples as they are decoded. They are at most
/// Waveform::most_blocks, however long the sound is, and each has a sample at least, however low the rate is.
class PeakCollector {
 public:
  explicit PeakCollector(int sample_rate);   // Hz
  void add(std::span<const float> samples);  // ±1
  /// The blocks so far, the last one even if it is not full.
  std::vector<Peak> blocks() const;
  int doublings() const { return doublings_; }  // of the blocks' length
  double length_s() const { return static_cast<double>(samples_) / rate_; }

 private:
  void close();
  void double_length();
  std::int64_t end_of(std::size_t blocks) const;

  double rate_;
  std::vector<Peak> blocks_;
  int doublings_ = 0;
  std::int64_t samples_ = 0;
  std::int64_t block_end_ = 0;  // the first sample after the open block
  float low_ = 0.0f;
  float high_ = 0.0f;
};

/// The coarser levels above the finest, until one has at most `step` blocks.
Waveform waveform_of(std::vector<Peak> blocks, double length_s, int doublings = 0);

/// Decodes a whole file, in bounded memory. Throws Error, or Cancelled.
Waveform compute_waveform(const std::filesystem::path& audio, const std::stop_token& stop);

}  // namespace tilescribe::audio
