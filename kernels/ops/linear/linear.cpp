// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/linear.h"

#include <array>
#include <type_traits>

#include "kernels/check/case_builder.h"
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

/// A weight of the problem's shape. Its kind follows from the sizes, so that all kinds come up in a check:
/// plain, with a bias, merged from three parts of which the middle one has no bias, gate and up.
const Weight* build_weight(const LinearProblem& p, bool gate_up_too, CaseBuilder& builder) {
  switch ((p.rows + p.out + p.in) % 4) {
    case 0:
      return builder.weight(WeightRole::matrix, {p.out, p.in});
    case 1:
      if (gate_up_too && p.out % 2 == 0) return builder.weight(WeightRole::gate_up, {p.out, p.in});
      break;
    case 2:
      if (p.out >= 3) {
        const std::int64_t third = p.out / 3;
        return builder.stacked(std::array{third, third, p.out - 2 * third}, p.in, {true, false, true});
      }
      break;
    default:
      break;
  }
  return builder.weight(WeightRole::matrix, {p.out, p.in}, true);
}

std::vector<LinearProblem> shapes() {
  constexpr DType act = DType::bf16;
  return {
      {1, 1, 1},                   //
      {1, 17, 5},                  // gemv tails, odd depth
      {3, 100, 64, act},           //
      {1, 384, 384, act, act},     // one decode row
      {3, 1152, 384, act},         // decode batches of the demo model
      {8, 768, 384, act, act},     //
      {17, 33, 65, act, act},      // tails everywhere
      {64, 64, 64, act, act},      // whole tiles
      {65, 129, 96, act},          //
      {33, 130, 97, act},          //
      {100, 384, 1280, act, act},  //
      {130, 512, 31, act},         //
      {5, 5120, 1280, act, act},   // the full-size encoder's widest
      {1, 2048, 6144, act},        // and decoder's deepest
  };
}

template <class Problem>
std::vector<Problem> linear_problems() {
  std::vector<Problem> list;
  for (const LinearProblem& shape : shapes()) list.push_back({shape});
  return list;
}

template <class T>
T build_linear(const LinearProblem& p, CaseBuilder& builder) {
  T op;
  op.x = builder.input(builder.result_dtype(p.x), {p.rows, p.in});
  op.y = builder.output(builder.result_dtype(p.y), {p.rows, p.out});
  op.weight = build_weight(p, std::is_same_v<T, Linear>, builder);
  if constexpr (requires { op.step; }) op.step = p.step;
  return op;
}

}  // namespace

Cost cost(const LinearProblem& p) {
  const auto x = static_cast<std::int64_t>(size_of(p.x)), y = static_cast<std::int64_t>(size_of(p.y));
  return {.flops = 2 * p.rows * p.out * p.in,
          .bytes = p.weight_bytes + p.rows * p.in * x + p.rows * p.out * y};
}

std::string describe(const LinearProblem& p) {
  ProblemText text;
  text.size("rows", p.rows).size("out", p.out).size("in", p.in);
  if (p.step) text.word("step");
  return text.type(p.x).word("→").type(p.y);
}

std::vector<Linear::Problem> check_problems(Op<Linear>) {
  auto list = linear_problems<Linear::Problem>();
  for (const std::int64_t rows : {1, 8, 33})
    list.push_back({{rows, 392, 2048, DType::bf16, DType::f32, true}});
  // Large enough for a tile kernel's full tiles, in rows that are aligned and in some that are not.
  list.push_back({{260, 264, 320, DType::bf16, DType::bf16}});
  list.push_back({{257, 515, 136, DType::bf16}});
  return list;
}
std::vector<LinearGelu::Problem> check_problems(Op<LinearGelu>) {
  return linear_problems<LinearGelu::Problem>();
}
std::vector<LinearResidual::Problem> check_problems(Op<LinearResidual>) {
  auto list = linear_problems<LinearResidual::Problem>();
  for (const std::int64_t rows : {1, 5, 16, 33, 64}) {
    list.push_back({{rows, 384, 1024, DType::bf16, DType::f32, true}});
    list.push_back({{rows, 40, 328, DType::bf16, DType::f32, true}});
  }
  return list;
}

Linear build_case(const Linear::Problem& p, CaseBuilder& builder) {
  return build_linear<Linear>(p, builder);
}
LinearGelu build_case(const LinearGelu::Problem& p, CaseBuilder& builder) {
  return build_linear<LinearGelu>(p, builder);
}
LinearResidual build_case(const LinearResidual::Problem& p, CaseBuilder& builder) {
  LinearResidual op;
  op.x = builder.input(builder.activation(), {p.rows, p.in});
  op.residual = builder.updated(DType::f32, {p.rows, p.out});
  op.weight = build_weight(p, false, builder);
  op.step = p.step;
  return op;
}

void linear_gelu_default(const LinearGelu& op, Runner& runner) {
  if (op.y.dtype == DType::f32) {
    runner.run(Linear{op.y, op.x, op.weight});
    runner.run(Gelu{op.y, op.y});
    return;
  }
  const Tensor product = runner.tensor(DType::f32, op.y.shape);
  runner.run(Linear{product, op.x, op.weight});
  runner.run(Gelu{op.y, product});
}

void linear_residual_default(const LinearResidual& op, Runner& runner) {
  const Tensor product = runner.tensor(DType::f32, op.residual.shape);
  runner.run(Linear{product, op.x, op.weight});
  runner.run(Add{op.residual, product});
}

}  // namespace tilescribe::kernels
