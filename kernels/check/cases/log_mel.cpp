// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/log_mel/log_mel.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<MelPower::Problem> check_problems(Op<MelPower>) {
  return {{1, 128}, {2, 80}, {3, 1}, {17, 128}, {66, 80}, {130, 128}};
}

MelPower build_case(const MelPower::Problem& p, CaseBuilder& builder) {
  MelPower op;
  op.samples = builder.input(DType::f32, {MelParameters::hop * (p.frames - 1) + MelParameters::fft}, 0.1f);
  op.out = builder.output(DType::f32, {p.frames, p.mels});
  return op;
}

std::vector<MelLog::Problem> check_problems(Op<MelLog>) {
  constexpr DType act = DType::bf16;
  return {{0, 128, 16, act},     {1, 1, 1},   {3, 80, 3, act}, {17, 128, 40, act},
          {100, 128, 3000, act}, {66, 33, 70}};
}

MelLog build_case(const MelLog::Problem& p, CaseBuilder& builder) {
  MelLog op;
  // Negative powers do not occur in practice; here they are values below the clamp at 1e-10. With small
  // powers, max − 8 is below the clamp's level; with large ones, above.
  const float scale = p.frames % 2 == 0 ? 1e-4f : 1.0f;
  if (p.frames > 0) op.power = builder.input(DType::f32, {p.frames, p.mels}, scale);
  op.out = builder.output(builder.result_dtype(p.out), {p.frames_out, p.mels});
  return op;
}

std::vector<MelPower::Problem> bench_problems(Op<MelPower>, const Batching&) {
  return {{encoder::frames, encoder::mels}};
}

std::vector<MelLog::Problem> bench_problems(Op<MelLog>, const Batching&) {
  return {{encoder::frames, encoder::mels, encoder::frames, DType::bf16}};
}

}  // namespace tilescribe::kernels
