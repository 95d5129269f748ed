// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/attention.h"

#include <algorithm>
#include <cmath>

#include "kernels/check/case_builder.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t head_case_heads = 3;  // heads beside the one that a one-head op's case looks at
constexpr std::int64_t head_case_head = 1;

/// Sequences of `longest` rows (the last may be shorter) whose contexts differ (by `step`), in slots that are
/// not in order.
std::vector<Sequence> case_sequences(const Attend::Problem& p, std::int64_t step) {
  std::vector<Sequence> list;
  const std::int64_t count = (p.rows + p.longest - 1) / p.longest;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = i * p.longest;
    list.push_back({.slot = static_cast<std::int32_t>((i + 1) % count),
                    .first_row = static_cast<std::int32_t>(first),
                    .rows = static_cast<std::int32_t>(std::min(p.longest, p.rows - first)),
                    .position = static_cast<std::int32_t>(p.context + step * i)});
  }
  return list;
}

/// [keys, head_dim] of one head in one slot.
ConstTensorView head_of(const TensorView& cache, std::int64_t slot, std::int64_t head, std::int64_t keys) {
  TensorView one = cache.rows(slot, 1);
  one.shape = {cache.shape[1], cache.shape[2], cache.shape[3]};
  one = one.rows(head, 1);
  one.shape = {keys, cache.shape[3]};
  return one;
}

std::vector<HeadProductProblem> head_products() {
  return {{1, 1, 32},   {1, 17, 64},   {3, 33, 128},   {16, 64, 64},
          {17, 65, 32}, {33, 100, 64}, {64, 1500, 64}, {5, 31, 128}};
}

}  // namespace

Attend::Problem Attend::problem() const {
  Problem p{.rows = q.shape[0],
            .heads = heads,
            .kv_heads = kv.kv_heads(),
            .head_dim = kv.head_dim(),
            .keys = step.empty() ? attended_keys(sequences, causal) : q.shape[0] * step.most_keys,
            .causal = causal,
            .activation = q.dtype,
            .step = !step.empty()};
  if (p.step) {
    p.longest = 1;
    p.context = step.most_keys - 1;
  }
  for (const Sequence& s : sequences) p.longest = std::max<std::int64_t>(p.longest, s.rows);
  if (!sequences.empty()) p.context = sequences.front().position;
  return p;
}

Cost cost(const Attend::Problem& p) {
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  // Rows of one sequence share its keys, so a key is read once for (at most) `longest` rows.
  const std::int64_t distinct_keys = p.longest == 0 ? 0 : (p.keys + p.longest - 1) / p.longest;
  return {.flops = p.keys * p.heads * (4 * p.head_dim + 5),
          .bytes = size * p.head_dim * (2 * p.rows * p.heads + 2 * distinct_keys * p.kv_heads)};
}

std::string describe(const Attend::Problem& p) {
  return ProblemText()
      .size("rows", p.rows)
      .size("longest", p.longest)
      .size("keys", p.keys)
      .size("heads", p.heads)
      .size("kv_heads", p.kv_heads)
      .size("head_dim", p.head_dim)
      .word(p.step     ? "step"
            : p.causal ? "causal"
                       : "full")
      .type(p.activation);
}

std::vector<Attend::Problem> check_problems(Op<Attend>) {
  const auto problem = [](std::int64_t rows, std::int64_t longest, std::int64_t heads, std::int64_t kv_heads,
                          std::int64_t head_dim, bool causal, std::int64_t context, bool step = false) {
    return Attend::Problem{.rows = rows,
                           .heads = heads,
                           .kv_heads = kv_heads,
                           .head_dim = head_dim,
                           .longest = longest,
                           .causal = causal,
                           .context = context,
                           .step = step};
  };
  return {
      problem(1, 1, 1, 1, 32, true, 0),         // one key
      problem(1, 1, 6, 2, 64, true, 77),        // decode batches of 1, 3 and 8
      problem(3, 1, 6, 6, 64, true, 12),        //
      problem(8, 1, 16, 4, 128, true, 130),     //
      problem(2, 1, 4, 1, 32, true, 1023),      // decode late
      problem(1, 1, 6, 2, 64, true, 0, true),   // decode steps; of several rows one is idle
      problem(5, 1, 6, 2, 64, true, 76, true),  //
      problem(9, 1, 16, 4, 128, true, 433, true), problem(17, 1, 4, 2, 32, true, 250, true),
      problem(37, 37, 4, 2, 64, true, 0),        // prefill
      problem(65, 65, 2, 1, 128, true, 0),       //
      problem(40, 16, 4, 4, 32, true, 9),        // three sequences with a context each, the last one short
      problem(17, 17, 4, 2, 64, true, 63),       //
      problem(33, 33, 3, 3, 64, false, 0),       // the encoder's kind
      problem(64, 32, 2, 2, 32, false, 0),       // two windows
      problem(50, 25, 2, 1, 128, false, 11),     //
      problem(260, 260, 1, 1, 64, false, 1240),  // the keys of a whole 30 s window
  };
}

Attend build_case(const Attend::Problem& p, CaseBuilder& builder) {
  const std::vector<Sequence> sequences = case_sequences(p, builder.for_timing() ? 0 : 7);
  std::vector<std::int64_t> keys(sequences.size());
  for (const Sequence& s : sequences)
    keys[static_cast<std::size_t>(s.slot)] = std::int64_t{s.position} + s.rows;
  const Shape cache{static_cast<std::int64_t>(keys.size()), p.kv_heads, *std::ranges::max_element(keys) + 5,
                    p.head_dim};
  Attend op;
  // Queries of this size give softmax weights between nearly even and one dominant.
  op.q = builder.input(builder.activation(), {p.rows, p.heads * p.head_dim}, 2.0f);
  op.kv.k = builder.cache(cache, keys);
  op.kv.v = builder.cache(cache, keys);
  op.out = builder.output(builder.activation(), {p.rows, p.heads * p.head_dim});
  if (p.step) {
    op.step = builder.step_rows(sequences);
  } else {
    op.sequences = builder.sequences(sequences);
  }
  op.causal = p.causal;
  op.heads = p.heads;
  return op;
}

// exp, subtraction, sum, division: 5 operations a value.
Cost cost(const Softmax::Problem& p) {
  return {.flops = 5 * p.rows * p.width, .bytes = 8 * p.rows * p.width};
}

std::string describe(const Softmax::Problem& p) {
  return ProblemText().size("rows", p.rows).size("width", p.width).word(p.causal ? "causal" : "full");
}

std::vector<Softmax::Problem> check_problems(Op<Softmax>) {
  return {{1, 1, false},   {1, 1, true}, {3, 17, false},    {4, 33, false}, {16, 16, true},
          {17, 100, true}, {5, 3, true}, {64, 1500, false}, {31, 640, true}};
}

Softmax build_case(const Softmax::Problem& p, CaseBuilder& builder) {
  Softmax op;
  op.x = builder.updated(DType::f32, {p.rows, p.width}, 5.0f);
  op.causal = p.causal;
  if (p.causal)
    op.first_keys = std::max<std::int64_t>(1, p.width - p.rows + 1);  // the last row sees all
  else if (p.rows % 2 == 0)
    op.first_keys = (p.width + 1) / 2;  // the rest becomes 0
  return op;
}

Cost cost(const HeadProductProblem& p) {
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  return {.flops = 2 * p.rows * p.keys * p.head_dim,
          .bytes = 4 * p.rows * p.keys + size * p.head_dim * (p.rows + p.keys)};
}

std::string describe(const HeadProductProblem& p) {
  return ProblemText()
      .size("rows", p.rows)
      .size("keys", p.keys)
      .size("head_dim", p.head_dim)
      .type(p.activation);
}

std::vector<AttentionScores::Problem> check_problems(Op<AttentionScores>) {
  std::vector<AttentionScores::Problem> list;
  for (const HeadProductProblem& p : head_products()) list.push_back({p});
  return list;
}

std::vector<AttentionOutput::Problem> check_problems(Op<AttentionOutput>) {
  std::vector<AttentionOutput::Problem> list;
  for (const HeadProductProblem& p : head_products()) list.push_back({p});
  return list;
}

AttentionScores build_case(const AttentionScores::Problem& p, CaseBuilder& builder) {
  AttentionScores op;
  op.q = builder.input(builder.activation(), {p.rows, head_case_heads * p.head_dim});
  op.k = builder.input(builder.activation(), {p.keys, p.head_dim});
  op.scores = builder.output(DType::f32, {p.rows, p.keys});
  op.head = head_case_head;
  op.scale = 1.0f / std::sqrt(static_cast<float>(p.head_dim));
  return op;
}

AttentionOutput build_case(const AttentionOutput::Problem& p, CaseBuilder& builder) {
  AttentionOutput op;
  op.weights = builder.input(DType::f32, {p.rows, p.keys}, 0.5f / static_cast<float>(p.keys),
                             1.0f / static_cast<float>(p.keys));
  op.v = builder.input(builder.activation(), {p.keys, p.head_dim});
  op.out = builder.output(builder.activation(), {p.rows, head_case_heads * p.head_dim});
  op.head = head_case_head;
  return op;
}

void attend_default(const Attend& op, Runner& runner) {
  constexpr std::int64_t block_rows = 256;  // so that the scores of a long sequence stay small
  const std::int64_t group = op.heads / op.kv.kv_heads();
  const float scale = 1.0f / std::sqrt(static_cast<float>(op.kv.head_dim()));
  for (const Sequence& s : op.sequences) {
    for (std::int64_t first = 0; first < s.rows; first += block_rows) {
      const std::int64_t rows = std::min(block_rows, s.rows - first);
      const std::int64_t keys = s.position + (op.causal ? first + rows : s.rows);
      const Tensor scores = runner.tensor(DType::f32, {rows, keys});
      const ConstTensorView q = op.q.rows(s.first_row + first, rows);
      const TensorView out = op.out.rows(s.first_row + first, rows);
      for (std::int64_t h = 0; h < op.heads; ++h) {
        runner.run(AttentionScores{scores, q, head_of(op.kv.k, s.slot, h / group, keys), h, scale});
        runner.run(Softmax{scores, op.causal ? s.position + first + 1 : 0, op.causal});
        runner.run(AttentionOutput{out, scores, head_of(op.kv.v, s.slot, h / group, keys), h});
      }
    }
  }
}

}  // namespace tilescribe::kernels
