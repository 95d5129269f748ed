// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/argmax/argmax.h"

#include <algorithm>
#include <atomic>

#include "kernels/check/case_builder.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/problem_text.h"
#include "kernels/ops/rms_norm/rms_norm.h"

namespace tilescribe::kernels {

Cost cost(const NormLogits::Problem& p) {
  return {.flops = 2 * p.rows * p.width * p.vocabulary + 4 * p.rows * p.width,
          .bytes = p.weight_bytes + 4 * p.rows * (p.width + p.vocabulary)};
}

std::string describe(const NormLogits::Problem& p) {
  return ProblemText()
      .size("rows", p.rows)
      .size("width", p.width)
      .size("vocabulary", p.vocabulary)
      .type(p.activation);
}

std::vector<NormLogits::Problem> check_problems(Op<NormLogits>) {
  return {{1, 1, 1}, {1, 384, 2000}, {3, 65, 130}, {8, 384, 1025}, {17, 33, 100}, {2, 2048, 3001}};
}

NormLogits build_case(const NormLogits::Problem& p, CaseBuilder& builder) {
  // The last row of each sequence, say: a run of neighbours, then every second row backwards.
  std::vector<std::int32_t> rows(static_cast<std::size_t>(p.rows));
  const auto count = static_cast<std::int32_t>(p.rows);
  for (std::int32_t i = 0; i < count; ++i)
    rows[static_cast<std::size_t>(i)] = i < count / 2 ? i + 1 : 2 * (count - i);
  NormLogits op;
  op.logits = builder.output(DType::f32, {p.rows, p.vocabulary});
  op.x = builder.input(DType::f32, {2 * p.rows + 2, p.width});
  op.rows = builder.rows(rows);
  op.norm.kind = NormKind::rms;
  op.norm.gain = builder.weight(WeightRole::vector, {p.width});
  op.head = builder.weight(WeightRole::matrix, {p.vocabulary, p.width});
  op.activation = builder.activation();
  return op;
}

void norm_logits_default(const NormLogits& op, Runner& runner) {
  const auto count = op.logits.shape[0];
  const Tensor normed = runner.tensor(op.activation, {count, op.x.shape[1]});
  if (op.rows.empty()) runner.run(RmsNorm{normed, op.x, op.norm.gain, op.norm.eps});
  for (std::int64_t first = 0;
       first < static_cast<std::int64_t>(op.rows.size());) {  // rows that follow each other in x go together
    const std::int64_t row = op.rows[static_cast<std::size_t>(first)];
    std::int64_t run = 1;
    while (first + run < count && op.rows[static_cast<std::size_t>(first + run)] == row + run) ++run;
    runner.run(RmsNorm{normed.view().rows(first, run), op.x.rows(row, run), op.norm.gain, op.norm.eps});
    first += run;
  }
  runner.run(Linear{op.logits, normed, op.head});
}

Cost cost(const Argmax::Problem& p) {
  return {.flops = 4 * p.rows * p.width, .bytes = 4 * p.rows * (p.width + 2)};
}

std::string describe(const Argmax::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width);
}

std::vector<Argmax::Problem> check_problems(Op<Argmax>) {
  return {{1, 1}, {1, 16}, {3, 65}, {8, 2000}, {2, 59264}, {5, 3}};
}

Argmax build_case(const Argmax::Problem& p, CaseBuilder& builder) {
  Argmax op;
  op.ids = builder.output(DType::i32, {p.rows});
  op.probabilities = builder.output(DType::f32, {p.rows});
  // bfloat16 values repeat, so that wide rows have ties at the top.
  op.logits = builder.input(DType::f32, {p.rows, p.width}, 2.0f);
  return op;
}

Cost cost(const ArgmaxStop::Problem& p) {
  return {.flops = 4 * p.rows * p.width, .bytes = 4 * p.rows * (p.width + 8)};
}

std::string describe(const ArgmaxStop::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).size("stop_ids", p.stop_ids);
}

std::vector<ArgmaxStop::Problem> check_problems(Op<ArgmaxStop>) {
  return {{1, 16, 0}, {1, 59264, 3}, {3, 65, 1}, {8, 40, 3}, {17, 33, 3}, {64, 1024, 3}};
}

ArgmaxStop build_case(const ArgmaxStop::Problem& p, CaseBuilder& builder) {
  constexpr std::int64_t depth = 4;
  // Narrow rows meet a stop token now and then; every fifth row is idle, every third spends its budget. While
  // it is timed no row ends.
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
  // Entry 1 of 4 is written, the others are not.
  op.ring.ids = builder.updated_ids(std::vector<std::int32_t>(static_cast<std::size_t>(depth * p.rows), 9));
  op.ring.ids.shape = {depth, p.rows};
  op.ring.probabilities = builder.updated(DType::f32, {depth, p.rows});
  op.ring.steps = builder.updated_ids(std::vector<std::int32_t>(depth, 0));
  op.logits = builder.input(DType::f32, {p.rows, p.width}, 2.0f);
  op.stop_ids = builder.ids(stops);
  return op;
}

void finish_step(const ArgmaxStop& op, std::span<const std::int32_t> best,
                 std::span<const float> probabilities) {
  const std::int64_t rows = op.logits.shape[0], depth = op.ring.steps.elements();
  const std::int32_t step = ++*op.count.as<std::int32_t>();
  const std::int64_t entry = (step - 1) % depth;
  const std::span stops(op.stop_ids.as<std::int32_t>(), static_cast<std::size_t>(op.stop_ids.elements()));
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int32_t& position = op.positions.as<std::int32_t>()[r];
    const bool idle = position < 0;
    const std::int32_t id = best[static_cast<std::size_t>(r)];
    op.ring.ids.as<std::int32_t>()[entry * rows + r] = idle ? -1 : id;
    op.ring.probabilities.as<float>()[entry * rows + r] =
        idle ? 0.0f : probabilities[static_cast<std::size_t>(r)];
    if (idle) continue;
    op.ids.as<std::int32_t>()[r] = id;
    const bool spent = --op.budgets.as<std::int32_t>()[r] <= 0;
    position = spent || std::ranges::find(stops, id) != stops.end() ? -1 : position + 1;
  }
  std::atomic_ref(op.ring.steps.as<std::int32_t>()[entry]).store(step, std::memory_order_release);
}

}  // namespace tilescribe::kernels
