// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/attention.h"

#include <algorithm>
#include <cmath>

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
Attend::Problem Attend::problem() const {
  const bool step = rows.of() == RowsOf::step;
  Problem p{.rows = q.shape[0],
            .heads = heads,
            .kv_heads = kv.kv_heads(),
            .head_dim = kv.head_dim(),
            .keys = step ? q.shape[0] * rows.step.most_keys : attended_keys(rows.sequences, causal),
            .causal = causal,
            .activation = q.dtype,
            .rows_of = rows.of(),
            .float8_cache = kv.in_float8()};
  if (step) {
    p.longest = 1;
    p.context = rows.step.most_keys - 1;
  }
  for (const Sequence& s : rows.sequences) p.longest = std::max<std::int64_t>(p.longest, s.rows);
  if (!rows.sequences.empty()) p.context = rows.sequences.front().position;
  return p;
}

Cost cost(const Attend::Problem& p) {
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  // Rows of a sequence share its keys, so each key is read once for up to `longest` rows.
  const std::int64_t distinct_keys = p.longest == 0 ? 0 : (p.keys + p.longest - 1) / p.longest;
  const std::int64_t cached = p.float8_cache ? 1 : size;
  return {.flops = p.keys * p.heads * (4 * p.head_dim + 5),
          .bytes = 2 * p.head_dim * (size * p.rows * p.heads + cached * distinct_keys * p.kv_heads)};
}

std::string describe(const Attend::Problem& p) {
  ProblemText text{{"rows", p.rows},   {"longest", p.longest},   {"keys", p.keys},
                   {"heads", p.heads}, {"kv_heads", p.kv_heads}, {"head_dim", p.head_dim}};
  text.word(p.rows_of == RowsOf::step ? "step" : p.causal ? "causal" : "full");
  if (p.float8_cache) text.word("float8_cache");
  return text.type(p.activation);
}

// 5 operations per value: exp, subtraction, sum, division.
Cost cost(const Softmax::Problem& p) {
  return {.flops = 5 * p.rows * p.width, .bytes = 8 * p.rows * p.width};
}

std::string describe(const Softmax::Problem& p) {
  return ProblemText{{"rows", p.rows}, {"width", p.width}}.word(p.causal ? "causal" : "full");
}

Cost cost(const HeadProductProblem& p) {
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  return {.flops = 2 * p.rows * p.keys * p.head_dim,
          .bytes = 4 * p.rows * p.keys + size * p.head_dim * (p.rows + p.keys)};
}

std::string describe(const HeadProductProblem& p) {
  return ProblemText{{"rows", p.rows}, {"keys", p.keys}, {"head_dim", p.head_dim}}.type(p.activation);
}

bool attend_default_takes(const Attend::Problem& problem, const Device&) {
  return problem.rows_of == RowsOf::sequences && !problem.float8_cache;
}

void attend_default(const Attend& op, Runner& runner) {
  constexpr std::int64_t block_rows = 256;  // keeps the scores of a long sequence small
  const std::int64_t group = op.heads / op.kv.kv_heads();
  const float scale = 1.0f / std::sqrt(static_cast<float>(op.kv.head_dim()));
  for (const Sequence& s : op.rows.sequences) {
    for (std::int64_t first = 0; first < s.rows; first += block_rows) {
      const std::int64_t rows = std::min(block_rows, s.rows - first);
      const std::int64_t keys = s.position + (op.causal ? first + rows : s.rows);
      const Tensor scores = runner.tensor(DType::f32, {rows, keys});
      const ConstTensorView q = op.q.rows(s.first_row + first, rows);
      const TensorView out = op.out.rows(s.first_row + first, rows);
      for (std::int64_t h = 0; h < op.heads; ++h) {
        runner.run(AttentionScores{scores, q, KvView::head_of(op.kv.k, s.slot, h / group, keys), h, scale});
        runner.run(Softmax{scores, op.causal ? s.position + first + 1 : 0, op.causal});
        runner.run(AttentionOutput{out, scores, KvView::head_of(op.kv.v, s.slot, h / group, keys), h});
      }
    }
  }
}

}  // namespace tilescribe::kernels
