// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/log_mel/log_mel.h"

#include <cmath>

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

Cost cost(const MelPower::Problem& p) {
  // A real FFT of n points takes about 2.5·n·log2(n) operations; each bin lies in about two filters.
  constexpr std::int64_t fft = MelParameters::fft, bins = MelParameters::bins;
  const auto transform = static_cast<std::int64_t>(2.5 * fft * std::log2(fft));
  return {.flops = p.frames * (fft + transform + 3 * bins + 4 * bins),
          .bytes = 4 * (p.frames * MelParameters::hop + p.frames * p.mels)};
}

std::string describe(const MelPower::Problem& p) {
  return ProblemText().size("frames", p.frames).size("mels", p.mels);
}

// log10 counts as 10 operations.
Cost cost(const MelLog::Problem& p) {
  const auto result = static_cast<std::int64_t>(size_of(p.out));
  return {.flops = 13 * p.frames * p.mels, .bytes = p.mels * (4 * p.frames + result * p.frames_out)};
}

std::string describe(const MelLog::Problem& p) {
  return ProblemText()
      .size("frames", p.frames)
      .size("mels", p.mels)
      .size("frames_out", p.frames_out)
      .type(p.out);
}

}  // namespace tilescribe::kernels
