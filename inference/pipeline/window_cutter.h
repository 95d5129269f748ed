// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "inference/api/transcribed_part.h"
#include "inference/audio/pcm_reader.h"

namespace tilescribe {

/// A stretch of audio that the model hears at once.
struct AudioWindow {
  int index = 0;                  // from 0
  std::int64_t first_sample = 0;  // place in the audio, 16 kHz
  std::vector<float> samples;     // at most 30 s
  double start_s() const { return static_cast<double>(first_sample) / audio::sample_rate; }
  double seconds() const { return static_cast<double>(samples.size()) / audio::sample_rate; }
  double end_s() const { return start_s() + seconds(); }
};

/// Cuts a stream into windows of at most 30 s, each at the quietest place between 22 and 30 s, reading no
/// further than it must.
class WindowCutter {
 public:
  /// `exact`: every 480,000 samples instead, as transformers does. `from`: where an earlier cutter of the
  /// same audio cut; what lies before it is read and passed over, and the cuts behind it are the same.
  WindowCutter(audio::PcmReader& reader, bool exact, std::stop_token stop, const WindowBoundary& from = {});

  /// The next window; none at the end. Throws Cancelled, or Error from the reader.
  std::optional<AudioWindow> next();

 private:
  void pass_over();
  void fill();

  audio::PcmReader& reader_;
  bool exact_;
  std::stop_token stop_;
  std::vector<float> buffer_;
  bool ended_ = false;
  int index_ = 0;
  std::int64_t first_ = 0;     // sample of the first window
  std::int64_t position_ = 0;  // of the next sample in the buffer
};

}  // namespace tilescribe
