// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// A file's best audio stream at its own rate, from any place. Frame n is the same sound wherever reading
/// began: at n / sample_rate() seconds of what a transcription reads. One thread at a time.
class SoundReader {
 public:
  /// Throws Error, or Cancelled.
  SoundReader(std::filesystem::path file, std::stop_token stop);

  int sample_rate() const { return decoder_->sample_rate(); }   // Hz
  double duration_s() const { return decoder_->duration_s(); }  // as stated by the file; 0 if it does not say

  /// The next read() begins with this frame, or gives nothing if the sound ends before it. Throws Error, or
  /// Cancelled.
  void seek(std::int64_t frame);
  /// Writes the next frames, ±1, to the front of `mono`. Returns how many; 0 only at the end.
  std::size_t read(std::span<float> mono);
  /// The number of the frame with which the next read() begins.
  std::int64_t place() const { return place_; }

 private:
  void skip_to(std::int64_t frame);

  std::filesystem::path file_;
  std::stop_token stop_;
  std::unique_ptr<Decoder> decoder_;
  std::int64_t place_ = 0;
  std::vector<float> skipped_;
};

}  // namespace tilescribe::audio
