// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/linear.h"

#include <array>
#include <initializer_list>
#include <type_traits>

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {
namespace {

/// A weight of the problem's shape. Its kind depends on the sizes, so a check includes all kinds: plain, with
/// a bias, merged from three parts (the middle one without a bias), gate and up.
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
  op.rows = builder.rows_of(p.rows_of, p.rows);
  return op;
}

struct MatrixShape {
  std::int64_t out, in;
};

/// Products with the matrices of encoder, projector and decoder.
template <class Problem>
std::vector<Problem> bench_products(const Batching& batching, std::initializer_list<MatrixShape> of_encoder,
                                    std::initializer_list<MatrixShape> of_projector,
                                    std::initializer_list<MatrixShape> of_decoder, DType result) {
  std::vector<Problem> list;
  for (const std::int64_t count : windows(batching)) {
    for (const MatrixShape& m : of_encoder)
      list.push_back({{count * encoder::positions, m.out, m.in, DType::bf16, result}});
  }
  for (const MatrixShape& m : of_projector)
    list.push_back({{projector::rows, m.out, m.in, DType::bf16, result}});
  for (const MatrixShape& m : of_decoder)
    list.push_back({{decoder::prompt, m.out, m.in, DType::bf16, result}});
  for (const std::int64_t rows : decode_rows(batching)) {
    for (const MatrixShape& m : of_decoder)
      list.push_back(of_step(Problem{{rows, m.out, m.in, DType::bf16, result}}));
  }
  return list;
}

}  // namespace

std::vector<Linear::Problem> check_problems(Op<Linear>) {
  auto list = linear_problems<Linear::Problem>();
  for (const std::int64_t rows : {1, 8, 33})
    list.push_back({{rows, 392, 2048, DType::bf16, DType::f32, RowsOf::step}});
  // Several tiles for each block of a large GPU.
  for (const std::int64_t rows : {17, 33})
    list.push_back({{rows, 12736, 1024, DType::bf16, DType::f32, RowsOf::step}});
  // Large enough for full tiles of a tile kernel, with aligned and unaligned rows.
  list.push_back({{260, 264, 320, DType::bf16, DType::bf16}});
  list.push_back({{257, 515, 136, DType::bf16}});
  // Several tiles of any size, the last ones with tails.
  list.push_back({{403, 208, 136, DType::bf16}});
  return list;
}
std::vector<LinearGelu::Problem> check_problems(Op<LinearGelu>) {
  return linear_problems<LinearGelu::Problem>();
}
std::vector<LinearResidual::Problem> check_problems(Op<LinearResidual>) {
  auto list = linear_problems<LinearResidual::Problem>();
  for (const std::int64_t rows : {1, 5, 16, 33, 64}) {
    list.push_back({{rows, 384, 1024, DType::bf16, DType::f32, RowsOf::step}});
    list.push_back({{rows, 40, 328, DType::bf16, DType::f32, RowsOf::step}});
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
  op.rows = builder.rows_of(p.rows_of, p.rows);
  return op;
}

std::vector<Linear::Problem> bench_problems(Op<Linear>, const Batching& batching) {
  auto list = bench_products<Linear::Problem>(
      batching,
      {{3 * encoder::width, encoder::width},
       {encoder::width, encoder::width},
       {encoder::hidden, encoder::width},
       {encoder::width, encoder::hidden}},
      {{decoder::width, projector::inner}},
      {{(decoder::heads + 2 * decoder::kv_heads) * decoder::head_dim, decoder::width},
       {decoder::width, decoder::width},
       {2 * decoder::hidden, decoder::width},
       {decoder::width, decoder::hidden},
       {decoder::vocabulary, decoder::width}},
      DType::f32);
  // The size at which libraries are compared, where the device reads so many rows at once.
  constexpr std::int64_t side = 4096;
  if (batching.prefill_rows >= side) list.push_back({{side, side, side, DType::bf16}});
  return list;
}

std::vector<LinearGelu::Problem> bench_problems(Op<LinearGelu>, const Batching& batching) {
  return bench_products<LinearGelu::Problem>(batching, {{encoder::hidden, encoder::width}},
                                             {{projector::inner, projector::in}}, {}, DType::bf16);
}

std::vector<LinearResidual::Problem> bench_problems(Op<LinearResidual>, const Batching& batching) {
  return bench_products<LinearResidual::Problem>(
      batching, {{encoder::width, encoder::width}, {encoder::width, encoder::hidden}}, {},
      {{decoder::width, decoder::width}, {decoder::width, decoder::hidden}}, DType::f32);
}

}  // namespace tilescribe::kernels
