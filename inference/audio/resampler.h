// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

struct SRC_STATE_tag;

namespace tilescribe::audio {

/// Converts a stream of mono samples from one rate to another with libsamplerate's SRC_SINC_BEST_QUALITY.
/// Errors and aliasing stay 90 dB or more below the sound (tested), and the output is not delayed.
class Resampler {
 public:
  /// Throws Error if the ratio of the rates (Hz) is outside libsamplerate's 1/256 … 256.
  Resampler(int from_rate, int to_rate);

  struct Step {
    std::size_t used;  // input samples
    std::size_t made;  // output samples
  };
  /// Takes as much of `in` and writes as much to `out` as it can. With `at_end`, no input follows: call it
  /// again with the rest until nothing is made. Throws Error if libsamplerate fails.
  Step process(std::span<const float> in, std::span<float> out, bool at_end);

 private:
  struct Deleter {
    void operator()(SRC_STATE_tag* state) const;
  };
  double ratio_;
  std::unique_ptr<SRC_STATE_tag, Deleter> state_;
};

}  // namespace tilescribe::audio
