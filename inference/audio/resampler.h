// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

struct SRC_STATE_tag;
struct soxr;

namespace tilescribe::audio {

/// What one call of a resampler did.
struct ResamplerStep {
  std::size_t used;  // input samples
  std::size_t made;  // output samples
};

/// Throws Error if the ratio of the rates (Hz) is outside 1/256 … 256.
void check_rates(int from_rate, int to_rate);

/// Converts a stream of mono samples from one rate to another with libsoxr's very high quality. Errors and
/// aliasing stay 90 dB or more below the sound (tested), and the output is not delayed. It keeps up to 115 ms
/// of sound to itself until more follows, so it is for sound that lies in a file.
class Resampler {
 public:
  /// Throws Error as check_rates().
  Resampler(int from_rate, int to_rate);

  /// Takes as much of `in` and writes as much to `out` as it can. With `at_end`, no input follows: call it
  /// again with the rest until nothing is made. Throws Error if libsoxr fails.
  ResamplerStep process(std::span<const float> in, std::span<float> out, bool at_end);

 private:
  struct Deleter {
    void operator()(soxr* state) const;
  };
  std::unique_ptr<soxr, Deleter> state_;
};

/// The same with libsamplerate's SRC_SINC_BEST_QUALITY, for sound that is still being recorded: it keeps only
/// 9 to 18 ms to itself. It takes 100 times as long.
class LiveResampler {
 public:
  LiveResampler(int from_rate, int to_rate);
  ResamplerStep process(std::span<const float> in, std::span<float> out, bool at_end);

 private:
  struct Deleter {
    void operator()(SRC_STATE_tag* state) const;
  };
  double ratio_;
  std::unique_ptr<SRC_STATE_tag, Deleter> state_;
};

}  // namespace tilescribe::audio
