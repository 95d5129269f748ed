// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/blocks/blocks.h"

#include "kernels/backend/scope.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

DecodeBlocks::Problem DecodeBlocks::problem() const {
  const DecodeBlock& first = blocks.front();
  Problem p{.rows = x.shape[0],
            .blocks = static_cast<std::int64_t>(blocks.size()),
            .width = x.shape[1],
            .hidden = first.down->in(),
            .heads = heads,
            .kv_heads = first.kv.kv_heads(),
            .head_dim = first.kv.head_dim(),
            .context = rows.step.most_keys - 1,
            .activation = activation,
            .rotary_dim = rope.rotary_dim,
            .weights = stored({first.qkv}),
            .shared_slots = rows.step.shared_slots,
            .float8_cache = first.kv.in_float8()};
  p.weights.bytes = 0;
  for (const DecodeBlock& block : blocks) {
    p.weights.bytes += stored({block.qkv, block.output, block.gate_up, block.down}).bytes;
    for (const Weight* weight : {block.qkv, block.output, block.gate_up, block.down})
      p.biased = p.biased || weight->has_bias();
  }
  return p;
}

namespace {

NormQkvRopeAppend::Problem qkv_problem(const DecodeBlocks::Problem& p) {
  return {{p.rows, p.width, p.heads, p.kv_heads, p.head_dim, p.activation, RowsOf::step, p.rotary_dim},
          NormKind::rms};
}
Attend::Problem attend_problem(const DecodeBlocks::Problem& p) {
  return {.rows = p.rows,
          .heads = p.heads,
          .kv_heads = p.kv_heads,
          .head_dim = p.head_dim,
          .keys = p.rows * (p.context + 1),
          .longest = 1,
          .activation = p.activation,
          .context = p.context,
          .rows_of = RowsOf::step,
          .float8_cache = p.float8_cache};
}

}  // namespace

/// Of the parts, but what passes between them need not leave the chip.
Cost cost(const DecodeBlocks::Problem& p) {
  const std::int64_t attended = p.heads * p.head_dim;
  const std::int64_t flops =
      cost(qkv_problem(p)).flops + cost(attend_problem(p)).flops + 2 * p.rows * p.width * attended +
      cost(NormGatedMlp::Problem{{p.rows, p.width, p.hidden, p.activation, RowsOf::step}}).flops;
  const auto size = static_cast<std::int64_t>(size_of(p.activation));
  const std::int64_t cached =
      2 * (p.float8_cache ? 1 : size) * p.rows * (p.context + 2) * p.kv_heads * p.head_dim;
  return {.flops = p.blocks * flops, .bytes = p.weights.bytes + p.blocks * cached + 8 * p.rows * p.width};
}

std::string describe(const DecodeBlocks::Problem& p) {
  ProblemText text{{"rows", p.rows},
                   {"blocks", p.blocks},
                   {"width", p.width},
                   {"hidden", p.hidden},
                   {"heads", p.heads},
                   {"kv_heads", p.kv_heads},
                   {"head_dim", p.head_dim},
                   {"keys", p.context + 1},
                   {"rotary_dim", p.rotary_dim},
                   {"biased", p.biased ? 1 : 0},
                   {"shared_slots", p.shared_slots ? 1 : 0}};
  if (p.float8_cache) text.word("float8_cache");
  return text.type(p.activation);
}

void decode_blocks_default(const DecodeBlocks& op, Runner& runner) {
  const std::int64_t rows = op.x.shape[0], attended = op.heads * op.blocks.front().kv.head_dim();
  const Tensor q = runner.tensor(op.activation, {rows, attended});
  const Tensor out = runner.tensor(op.activation, {rows, attended});
  std::int64_t layer = 0;
  for (const DecodeBlock& block : op.blocks) {
    const Scope scope(runner, layer++);
    runner.run(NormQkvRopeAppend{.q = q,
                                 .kv = block.kv,
                                 .x = op.x,
                                 .norm = block.attention_norm,
                                 .qkv = block.qkv,
                                 .rows = op.rows,
                                 .rope = op.rope,
                                 .heads = op.heads});
    runner.run(
        Attend{.out = out, .q = q, .kv = block.kv, .rows = op.rows, .causal = true, .heads = op.heads});
    runner.run(LinearResidual{.residual = op.x, .x = out, .weight = block.output, .rows = op.rows});
    runner.run(NormGatedMlp{.x = op.x,
                            .norm = block.mlp_norm,
                            .gate_up = block.gate_up,
                            .down = block.down,
                            .activation = op.activation,
                            .rows = op.rows});
  }
}

}  // namespace tilescribe::kernels
