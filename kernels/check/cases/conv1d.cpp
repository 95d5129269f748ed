// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/conv1d/conv1d.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<ConvGelu::Problem> check_problems(Op<ConvGelu>) {
  constexpr DType act = DType::bf16;
  return {{1, 1, 1, 1},
          {1, 3, 5, 2},
          {2, 16, 16, 2, act, act},
          {3, 7, 33, 2, act},
          {17, 80, 64, 1, act},
          {31, 33, 65, 1, act, act},
          {64, 128, 96, 2, act, act},
          {40, 128, 384, 1, act, act},
          {21, 384, 384, 2, act},
          {6, 128, 1280, 1, act, act},
          {20, 128, 256, 1, act, act, 3, true},
          {20, 256, 128, 2, act, DType::f32, 3}};
}

ConvGelu build_case(const ConvGelu::Problem& p, CaseBuilder& builder) {
  const std::int64_t rows = p.frames + 2;
  const TensorView x = builder.input(builder.activation(), {p.windows * rows, p.in});
  for (std::int64_t w = 0; w < p.windows; ++w) {
    builder.backend().fill_zero(x.rows(w * rows, 1));
    builder.backend().fill_zero(x.rows((w + 1) * rows - 1, 1));
  }
  ConvGelu op;
  op.x = x;
  op.y =
      builder.output(builder.result_dtype(p.y), {p.windows * (p.frames_out() + (p.margin ? 2 : 0)), p.out});
  op.weight = builder.weight(WeightRole::convolution, {p.out, p.in, ConvGelu::taps}, p.frames % 4 != 0);
  op.stride = p.stride;
  op.windows = p.windows;
  op.margin = p.margin;
  return op;
}

std::vector<ConvGelu::Problem> bench_problems(Op<ConvGelu>, const Batching& batching) {
  std::vector<ConvGelu::Problem> list;
  for (const std::int64_t count : windows(batching)) {
    list.push_back(
        {encoder::frames, encoder::mels, encoder::width, 1, DType::bf16, DType::bf16, count, true});
    list.push_back(
        {encoder::frames, encoder::width, encoder::width, 2, DType::bf16, DType::f32, count, false});
  }
  return list;
}

}  // namespace tilescribe::kernels
