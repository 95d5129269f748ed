// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/log_mel/log_mel.h"

#include <cmath>

#include "kernels/check/case_builder.h"
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

std::vector<MelPower::Problem> check_problems(Op<MelPower>) {
  return {{1, 128}, {2, 80}, {3, 1}, {17, 128}, {66, 80}, {130, 128}};
}

MelPower build_case(const MelPower::Problem& p, CaseBuilder& builder) {
  MelPower op;
  op.samples = builder.input(DType::f32, {MelParameters::hop * (p.frames - 1) + MelParameters::fft}, 0.1f);
  op.out = builder.output(DType::f32, {p.frames, p.mels});
  return op;
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

std::vector<MelLog::Problem> check_problems(Op<MelLog>) {
  constexpr DType act = DType::bf16;
  return {{0, 128, 16, act},     {1, 1, 1},   {3, 80, 3, act}, {17, 128, 40, act},
          {100, 128, 3000, act}, {66, 33, 70}};
}

MelLog build_case(const MelLog::Problem& p, CaseBuilder& builder) {
  MelLog op;
  // Negative powers do not occur; here they stand for values below the clamp at 1e-10. Small powers put
  // max − 8 below the clamp's level, large ones above it.
  const float scale = p.frames % 2 == 0 ? 1e-4f : 1.0f;
  if (p.frames > 0) op.power = builder.input(DType::f32, {p.frames, p.mels}, scale);
  op.out = builder.output(builder.result_dtype(p.out), {p.frames_out, p.mels});
  return op;
}

}  // namespace tilescribe::kernels
