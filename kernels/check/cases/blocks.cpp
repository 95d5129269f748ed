// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/blocks/blocks.h"

#include <algorithm>
#include <array>

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<DecodeBlocks::Problem> check_problems(Op<DecodeBlocks>) {
  const auto problem = [](std::int64_t rows, std::int64_t blocks, std::int64_t width, std::int64_t hidden,
                          std::int64_t heads, std::int64_t kv_heads, std::int64_t head_dim,
                          std::int64_t context, std::int64_t rotary_dim = 0) {
    return DecodeBlocks::Problem{.rows = rows,
                                 .blocks = blocks,
                                 .width = width,
                                 .hidden = hidden,
                                 .heads = heads,
                                 .kv_heads = kv_heads,
                                 .head_dim = head_dim,
                                 .context = context,
                                 .rotary_dim = rotary_dim};
  };
  auto float8_cache = problem(1, 2, 1024, 512, 8, 2, 128, 300);
  float8_cache.float8_cache = true;
  return {
      float8_cache,
      problem(1, 2, 48, 96, 3, 1, 16, 5),
      problem(1, 1, 512, 512, 4, 1, 128, 0),
      problem(1, 3, 512, 1024, 4, 2, 128, 127, 64),
      problem(2, 2, 1024, 512, 8, 2, 128, 300),
      problem(4, 2, 512, 1536, 12, 4, 128, 130),
      problem(7, 2, 1536, 512, 4, 4, 128, 515),
      problem(8, 1, 2048, 3072, 16, 4, 128, 60),
      problem(9, 1, 512, 512, 4, 1, 128, 40),
  };
}

/// Rows two by two in a slot, or each in a slot of its own; contexts differ.
DecodeBlocks build_case(const DecodeBlocks::Problem& p, CaseBuilder& builder) {
  const bool timing = builder.for_timing();
  const std::int32_t piece = !timing && p.rows % 2 == 0 ? 2 : 1;
  std::vector<Sequence> sequences;
  std::vector<std::int64_t> keys(static_cast<std::size_t>((p.rows + piece - 1) / piece));
  for (std::int32_t r = 0; r < p.rows; r += piece) {
    const auto slot = static_cast<std::int32_t>(keys.size()) - 1 - r / piece;
    const auto back = timing ? 0 : std::min<std::int32_t>(static_cast<std::int32_t>(p.context), 29 * r);
    const std::int32_t position = std::max(static_cast<std::int32_t>(p.context) + 1 - piece - back, 0);
    sequences.push_back({.slot = slot, .first_row = r, .rows = piece, .position = position});
    keys[static_cast<std::size_t>(slot)] = position;
  }
  DecodeBlocks op;
  op.rows = builder.rows_of(RowsOf::step, sequences);
  op.x = builder.updated_rows({p.rows, p.width}, op.rows);
  op.rope.rotary_dim = p.rotary_dim != 0 ? p.rotary_dim : p.head_dim;
  op.heads = p.heads;
  op.activation = builder.activation();
  const std::int64_t queries = p.heads * p.head_dim, cached = p.kv_heads * p.head_dim;
  const Shape cache{static_cast<std::int64_t>(keys.size()), p.kv_heads, p.context + 4, p.head_dim};
  std::vector<DecodeBlock> blocks(static_cast<std::size_t>(p.blocks));
  for (DecodeBlock& block : blocks) {
    for (Norm* norm : {&block.attention_norm, &block.mlp_norm}) {
      norm->kind = NormKind::rms;
      norm->gain = builder.weight(WeightRole::vector, {p.width});
    }
    block.qkv = builder.stacked(std::array{queries, cached, cached}, p.width, {false, false, false});
    block.output = builder.weight(WeightRole::matrix, {p.width, queries});
    block.gate_up = builder.weight(WeightRole::gate_up, {2 * p.hidden, p.width});
    block.down = builder.weight(WeightRole::matrix, {p.width, p.hidden});
    block.kv.k = builder.updated_cache(cache, p.float8_cache);
    block.kv.v = builder.updated_cache(cache, p.float8_cache);
  }
  op.blocks = builder.kept(std::move(blocks));
  return op;
}

std::vector<DecodeBlocks::Problem> bench_problems(Op<DecodeBlocks>, const Batching& batching) {
  std::vector<DecodeBlocks::Problem> list;
  for (const std::int64_t rows : decode_rows(batching)) {
    list.push_back({.rows = rows,
                    .blocks = 2,
                    .width = decoder::width,
                    .hidden = decoder::hidden,
                    .heads = decoder::heads,
                    .kv_heads = decoder::kv_heads,
                    .head_dim = decoder::head_dim,
                    .context = decoder::context,
                    .activation = DType::bf16});
  }
  return list;
}

}  // namespace tilescribe::kernels
