// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "inference/api/transcribed_part.h"
#include "inference/audio/pcm_reader.h"

namespace tilescribe {

/// A piece of audio that the model processes at once.
struct AudioWindow {
  int index = 0;                  // from 0
  std::int64_t first_sample = 0;  // position in the audio, 16 kHz
  std::int64_t count = 0;         // of samples, at most 30 s
  std::vector<float> samples;     // they may go once the features are computed
  double start_s() const { return static_cast<double>(first_sample) / audio::sample_rate; }
  double seconds() const { return static_cast<double>(count) / audio::sample_rate; }
  double end_s() const { return start_s() + seconds(); }
};

/// How a stream is cut into windows.
struct WindowCuts {
  bool exact = false;         // every 480,000 samples, like transformers
  double turn_pause_s = 0.0;  // a pause of this length ends a window, and no window has it; 0: none does
};

/// Cuts a stream into windows at the quietest place between 22 and 30 s. Reads no further than needed.
class WindowCutter {
 public:
  /// `from`: where an earlier cutter of the same audio cut; everything before it is read and skipped, and the
  /// cuts after it are the same.
  WindowCutter(audio::PcmReader& reader, const WindowCuts& cuts, std::stop_token stop,
               const WindowBoundary& from = {});

  /// The next window; nothing at the end. Throws Cancelled, or the reader's Error.
  std::optional<AudioWindow> next();

 private:
  void pass_over();
  void fill();
  void drop(std::size_t count);
  std::size_t end_of_turn();

  audio::PcmReader& reader_;
  WindowCuts cuts_;
  std::stop_token stop_;
  std::vector<float> buffer_;
  bool ended_ = false;
  int index_ = 0;
  std::int64_t first_ = 0;     // sample of the first window
  std::int64_t position_ = 0;  // of the next sample in the buffer
};

}  // namespace tilescribe
