// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

struct SRC_STATE_tag;

namespace tilescribe::audio {

/// A stream of mono samples from one rate to another with libsamplerate's SRC_SINC_BEST_QUALITY: errors and
/// what would fold back stay 90 dB and more below the sound (tested), and the output is not delayed.
class Resampler {
 public:
  /// Throws Error when the ratio of the rates (Hz) is beyond libsamplerate's 1/256 … 256.
  Resampler(int from_rate, int to_rate);

  struct Step {
    std::size_t used;  // of the input
    std::size_t made;  // of the output
  };
  /// Takes what it can of `in` and writes what it can to `out`. With `at_end`, no input follows this one:
  /// call again with the rest of it until nothing is made. Throws Error when libsamplerate fails.
  Step process(std::span<const float> in, std::span<float> out, bool at_end);

 private:
  struct Deleter {
    void operator()(SRC_STATE_tag* state) const;
  };
  double ratio_;
  std::unique_ptr<SRC_STATE_tag, Deleter> state_;
};

}  // namespace tilescribe::audio
