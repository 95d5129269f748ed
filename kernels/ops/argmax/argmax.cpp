// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/argmax/argmax.h"

#include "kernels/check/case_builder.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/problem_text.h"
#include "kernels/ops/rms_norm/rms_norm.h"

namespace tilescribe::kernels {

Cost cost(const NormLogits::Problem& p) {
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  return {.flops = 2 * p.rows * p.width * p.vocabulary + 4 * p.rows * p.width,
          .bytes = p.width * p.vocabulary * size + 4 * p.rows * (p.width + p.vocabulary)};
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

void norm_logits_default(const NormLogits& op, Backend& backend) {
  const auto count = static_cast<std::int64_t>(op.rows.size());
  const Tensor normed = backend.tensor(op.activation, {count, op.x.shape[1]});
  for (std::int64_t first = 0; first < count;) {  // rows that follow each other in x go together
    const std::int64_t row = op.rows[static_cast<std::size_t>(first)];
    std::int64_t run = 1;
    while (first + run < count && op.rows[static_cast<std::size_t>(first + run)] == row + run) ++run;
    backend.run(RmsNorm{normed.view().rows(first, run), op.x.rows(row, run), op.norm.gain, op.norm.eps});
    first += run;
  }
  backend.run(Linear{op.logits, normed, op.head});
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

}  // namespace tilescribe::kernels
