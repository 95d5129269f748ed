// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/argmax/argmax.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<Argmax::Problem> check_problems(Op<Argmax>) {
  return {{1, 1}, {1, 16}, {3, 65}, {8, 2000}, {2, 59264}, {5, 3}};
}

Argmax build_case(const Argmax::Problem& p, CaseBuilder& builder) {
  Argmax op;
  op.ids = builder.output(DType::i32, {p.rows});
  op.probabilities = builder.output(DType::f32, {p.rows});
  // bfloat16 values repeat, so wide rows have ties at the top.
  op.logits = builder.input(DType::f32, {p.rows, p.width}, 2.0f);
  return op;
}

std::vector<ArgmaxStop::Problem> check_problems(Op<ArgmaxStop>) {
  return {{1, 16, 0}, {1, 59264, 3}, {3, 65, 1}, {8, 40, 3}, {17, 33, 3}, {64, 1024, 3}};
}

ArgmaxStop build_case(const ArgmaxStop::Problem& p, CaseBuilder& builder) {
  constexpr std::int64_t depth = 4;
  // Narrow rows may get a stop token; every fifth is idle, every third spends its budget. Not in a timing.
  const bool endless = builder.for_timing();
  std::vector<std::int32_t> positions, budgets, ids, stops;
  for (std::int32_t r = 0; r < static_cast<std::int32_t>(p.rows); ++r) {
    positions.push_back(!endless && r % 5 == 4 ? -1 : 7 * r);
    budgets.push_back(endless ? 1 << 24 : r % 3 == 2 ? 1 : 2 + r);
    ids.push_back(3);
  }
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(p.stop_ids); ++i)
    stops.push_back(endless ? -2 - i : 5 * i + 1);
  ArgmaxStop op;
  op.ids = builder.updated_ids(ids);
  op.positions = builder.updated_ids(positions);
  op.budgets = builder.updated_ids(budgets);
  op.count = builder.updated_ids(std::vector<std::int32_t>{5});
  // Only entry 1 of 4 is written.
  op.ring.ids = builder.updated_ids(std::vector<std::int32_t>(static_cast<std::size_t>(depth * p.rows), 9));
  op.ring.ids.shape = {depth, p.rows};
  op.ring.probabilities = builder.updated(DType::f32, {depth, p.rows});
  op.ring.steps = builder.updated_ids(std::vector<std::int32_t>(depth, 0));
  op.logits = builder.input(DType::f32, {p.rows, p.width}, 2.0f);
  op.stop_ids = builder.ids(stops);
  return op;
}

std::vector<Argmax::Problem> bench_problems(Op<Argmax>, const Batching& batching) {
  std::vector<Argmax::Problem> list;
  for (const std::int64_t rows : decode_rows(batching)) list.push_back({rows, decoder::vocabulary});
  return list;
}

std::vector<ArgmaxStop::Problem> bench_problems(Op<ArgmaxStop>, const Batching& batching) {
  std::vector<ArgmaxStop::Problem> list;
  for (const std::int64_t rows : decode_rows(batching))
    list.push_back({rows, decoder::vocabulary, decoder::stop_ids});
  return list;
}

}  // namespace tilescribe::kernels
