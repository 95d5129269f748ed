// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {
namespace {

template <class Problem>
std::vector<Problem> problems() {
  return {{1, 1},
          {1, 7},
          {2, 16},
          {3, 31, DType::bf16},
          {17, 33},
          {5, 64},
          {4, 129, DType::bf16},
          {9, 384},
          {3, 1280, DType::bf16},
          {2, 2048}};
}

}  // namespace

std::vector<LayerNorm::Problem> check_problems(Op<LayerNorm>) {
  return problems<LayerNorm::Problem>();
}

LayerNorm build_case(const LayerNorm::Problem& p, CaseBuilder& builder) {
  LayerNorm op;
  // With a mean far from 0, a variance computed as the difference of two large numbers would show.
  op.x = builder.input(DType::f32, {p.rows, p.width}, 1.0f, 4.0f);
  op.out = builder.output(builder.result_dtype(p.out), {p.rows, p.width});
  op.gain = builder.weight(WeightRole::vector, {p.width});
  op.bias = builder.weight(WeightRole::vector, {p.width});
  return op;
}

std::vector<RmsNorm::Problem> check_problems(Op<RmsNorm>) {
  return problems<RmsNorm::Problem>();
}

RmsNorm build_case(const RmsNorm::Problem& p, CaseBuilder& builder) {
  RmsNorm op;
  op.x = builder.input(DType::f32, {p.rows, p.width});
  op.out = builder.output(builder.result_dtype(p.out), {p.rows, p.width});
  op.gain = builder.weight(WeightRole::vector, {p.width});
  return op;
}

std::vector<LayerNorm::Problem> bench_problems(Op<LayerNorm>, const Batching& batching) {
  return rows_of_width<LayerNorm::Problem>(batching, encoder::width, 0, DType::f32);
}

std::vector<RmsNorm::Problem> bench_problems(Op<RmsNorm>, const Batching& batching) {
  return rows_of_width<RmsNorm::Problem>(batching, 0, decoder::width, DType::bf16);
}

}  // namespace tilescribe::kernels
