// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/attention.h"

#include <algorithm>
#include <cmath>

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t head_case_heads = 3;  // heads in a one-head op's tensors
constexpr std::int64_t head_case_head = 1;

/// Sequences of `longest` rows (the last may be shorter), contexts `step` apart, in unordered slots.
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

template <class Problem>
std::vector<Problem> head_products() {
  return {{1, 1, 32},   {1, 17, 64},   {3, 33, 128},   {16, 64, 64},
          {17, 65, 32}, {33, 100, 64}, {64, 1500, 64}, {5, 31, 128}};
}

template <class Problem>
std::vector<Problem> bench_head_products() {
  return {{{encoder::positions, encoder::positions, encoder::head_dim, DType::bf16}},
          {{decoder::prompt, decoder::prompt, decoder::head_dim, DType::bf16}}};
}

}  // namespace

std::vector<Attend::Problem> check_problems(Op<Attend>) {
  const auto problem = [](std::int64_t rows, std::int64_t longest, std::int64_t heads, std::int64_t kv_heads,
                          std::int64_t head_dim, bool causal, std::int64_t context,
                          RowsOf rows_of = RowsOf::sequences) {
    return Attend::Problem{.rows = rows,
                           .heads = heads,
                           .kv_heads = kv_heads,
                           .head_dim = head_dim,
                           .longest = longest,
                           .causal = causal,
                           .context = context,
                           .rows_of = rows_of};
  };
  const auto float8_cache = [](Attend::Problem sizes) {
    sizes.float8_cache = true;
    return sizes;
  };
  return {
      problem(1, 1, 1, 1, 32, true, 0),                 // one key
      problem(1, 1, 6, 2, 64, true, 77),                // decode batches of 1, 3 and 8
      problem(3, 1, 6, 6, 64, true, 12),                //
      problem(8, 1, 16, 4, 128, true, 130),             //
      problem(2, 1, 4, 1, 32, true, 1023),              // decode late
      problem(1, 1, 6, 2, 64, true, 0, RowsOf::step),   // decode steps; of several rows one is idle
      problem(5, 1, 6, 2, 64, true, 76, RowsOf::step),  //
      problem(9, 1, 16, 4, 128, true, 433, RowsOf::step),
      problem(17, 1, 4, 2, 32, true, 250, RowsOf::step),
      problem(8, 4, 6, 2, 64, true, 126, RowsOf::step),  // steps with several rows of a slot
      problem(16, 16, 16, 4, 128, true, 250, RowsOf::step),
      problem(22, 11, 4, 1, 32, true, 0, RowsOf::step),
      problem(37, 37, 4, 2, 64, true, 0),     // prefill
      problem(65, 65, 2, 1, 128, true, 0),    //
      problem(40, 16, 4, 4, 32, true, 9),     // three sequences with different contexts, the last one short
      problem(17, 17, 4, 2, 64, true, 63),    //
      problem(33, 33, 3, 3, 64, false, 0),    // as in the encoder
      problem(64, 32, 2, 2, 32, false, 0),    // two windows
      problem(50, 25, 2, 1, 128, false, 11),  //
      problem(260, 260, 1, 1, 64, false, 1240),  // the keys of a whole 30 s window
      float8_cache(problem(1, 1, 6, 2, 64, true, 0, RowsOf::step)),
      float8_cache(problem(9, 1, 16, 4, 128, true, 433, RowsOf::step)),
      float8_cache(problem(3, 1, 8, 1, 128, true, 1130, RowsOf::step)),  // more chunks than a cluster has
      float8_cache(problem(17, 1, 4, 2, 32, true, 250, RowsOf::step)),
      float8_cache(problem(8, 4, 6, 2, 64, true, 126, RowsOf::step)),
      float8_cache(problem(37, 37, 4, 2, 64, true, 0)),
      float8_cache(problem(40, 16, 16, 4, 128, true, 9)),
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
  // With queries of this size, softmax weights range from nearly even to one dominant.
  op.q = builder.input(builder.activation(), {p.rows, p.heads * p.head_dim}, 2.0f);
  op.kv.k = builder.cache(cache, keys, p.float8_cache);
  op.kv.v = builder.cache(cache, keys, p.float8_cache);
  op.out = builder.output(builder.activation(), {p.rows, p.heads * p.head_dim});
  op.rows = builder.rows_of(p.rows_of, sequences);
  op.causal = p.causal;
  op.heads = p.heads;
  return op;
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

std::vector<AttentionScores::Problem> check_problems(Op<AttentionScores>) {
  return head_products<AttentionScores::Problem>();
}
std::vector<AttentionOutput::Problem> check_problems(Op<AttentionOutput>) {
  return head_products<AttentionOutput::Problem>();
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

std::vector<Attend::Problem> bench_problems(Op<Attend>, const Batching& batching) {
  std::vector<Attend::Problem> list;
  for (const std::int64_t count : windows(batching)) {
    const std::int64_t rows = count * encoder::positions;
    list.push_back({.rows = rows,
                    .heads = encoder::heads,
                    .kv_heads = encoder::heads,
                    .head_dim = encoder::head_dim,
                    .keys = rows * encoder::positions,
                    .longest = encoder::positions,
                    .activation = DType::bf16});
  }
  Attend::Problem sizes{.rows = decoder::prompt,
                        .heads = decoder::heads,
                        .kv_heads = decoder::kv_heads,
                        .head_dim = decoder::head_dim,
                        .keys = decoder::prompt * (decoder::prompt + 1) / 2,
                        .longest = decoder::prompt,
                        .causal = true,
                        .activation = DType::bf16};
  list.push_back(sizes);
  sizes.longest = 1;
  sizes.context = decoder::context;
  sizes.rows_of = RowsOf::step;
  for (const std::int64_t rows : decode_rows(batching)) {
    sizes.rows = rows;
    sizes.keys = rows * (decoder::context + 1);
    list.push_back(sizes);
  }
  return list;
}

std::vector<Softmax::Problem> bench_problems(Op<Softmax>, const Batching&) {
  return {{encoder::positions, encoder::positions, false}, {decoder::prompt, decoder::prompt, true}};
}

std::vector<AttentionScores::Problem> bench_problems(Op<AttentionScores>, const Batching&) {
  return bench_head_products<AttentionScores::Problem>();
}

std::vector<AttentionOutput::Problem> bench_problems(Op<AttentionOutput>, const Batching&) {
  return bench_head_products<AttentionOutput::Problem>();
}

}  // namespace tilescribe::kernels
