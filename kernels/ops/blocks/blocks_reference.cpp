// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "kernels/ops/all_ops.h"
#include "kernels/ops/blocks/blocks.h"

namespace tilescribe::kernels {

/// The references of the parts, one block after another. What a row attends to is 0 if it is idle.
void reference(const DecodeBlocks& op) {
  const std::int64_t rows = op.x.shape[0], attended = op.heads * op.blocks.front().kv.head_dim();
  std::vector<float> q(static_cast<std::size_t>(rows * attended)), out(q.size());
  const TensorView queries{q.data(), DType::f32, {rows, attended}};
  const TensorView sums{out.data(), DType::f32, {rows, attended}};
  for (const DecodeBlock& block : op.blocks) {
    reference(NormQkvRopeAppend{.q = queries,
                                .kv = block.kv,
                                .x = op.x,
                                .norm = block.attention_norm,
                                .qkv = block.qkv,
                                .rows = op.rows,
                                .rope = op.rope,
                                .heads = op.heads});
    reference(Attend{
        .out = sums, .q = queries, .kv = block.kv, .rows = op.rows, .causal = true, .heads = op.heads});
    reference(LinearResidual{.residual = op.x, .x = sums, .weight = block.output, .rows = op.rows});
    reference(NormGatedMlp{.x = op.x,
                           .norm = block.mlp_norm,
                           .gate_up = block.gate_up,
                           .down = block.down,
                           .activation = DType::f32,
                           .rows = op.rows});
  }
}

}  // namespace tilescribe::kernels
