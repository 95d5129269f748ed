// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/blocks/blocks.h"
#include "kernels/ops/blocks/persistent_blocks.h"

namespace tilescribe::kernels {
namespace {

Configs configs(const DecodeBlocks::Problem& p, const Device& device) {
  if (p.biased || p.shared_slots || p.activation != DType::bf16 || p.weights.dtype != DType::bf16) return {};
  return persistent_configs(
      {p.rows, p.blocks, p.width, p.hidden, p.heads, p.kv_heads, p.head_dim, p.rotary_dim},
      cuda(device).stream().gpu());
}

void persistent(const DecodeBlocks& op, Runner& runner) {
  const KvView& cache = op.blocks.front().kv;
  PersistentBlocks task;
  for (const DecodeBlock& block : op.blocks) {
    task.blocks[task.count++] = {.attention_gain = device(block.attention_norm.gain).values(),
                                 .mlp_gain = device(block.mlp_norm.gain).values(),
                                 .attention_eps = block.attention_norm.eps,
                                 .mlp_eps = block.mlp_norm.eps,
                                 .qkv = bf16(block.qkv),
                                 .output = bf16(block.output),
                                 .gate_up = bf16(block.gate_up),
                                 .down = bf16(block.down),
                                 .keys = block.kv.k.data,
                                 .values = block.kv.v.data};
  }
  task.width = static_cast<int>(op.x.shape[1]);
  task.hidden = static_cast<int>(op.blocks.front().down->in());
  task.heads = static_cast<int>(op.heads);
  task.kv_heads = static_cast<int>(cache.kv_heads());
  task.rotary_dim = static_cast<int>(op.rope.rotary_dim);
  task.most_keys = static_cast<int>(op.rows.step.most_keys);
  task.capacity = cache.capacity();
  task.float8_cache = cache.in_float8();
  task.x = op.x.as<float>();
  task.slot = op.rows.step.slots.as<std::int32_t>();
  task.position = op.rows.step.positions.as<std::int32_t>();
  task.cos_sin = static_cast<const float2*>(cuda(runner).rope_table(op.rope, cache.capacity()));
  // Memory of these sizes' own, because a tag means something only in its place.
  const PersistentWorkspace workspace = persistent_workspace(task.sizes(), task.capacity);
  std::string name = "persistent_blocks";
  for (const std::int64_t size : {std::int64_t{task.width}, std::int64_t{task.hidden},
                                  std::int64_t{task.heads}, std::int64_t{task.kv_heads}, task.capacity})
    name += " " + std::to_string(size);
  task.workspace = cuda(runner).zeroed(name, workspace.bytes);
  launch_persistent_blocks(task, cuda(runner).stream());
}

}  // namespace

void register_blocks_cuda(Registry& registry) {
  registry.add<DecodeBlocks>(
      {"persistent", CudaBackend::tuned_name,
       Message(
           "For one row: one kernel for all blocks, which reads weights while it waits for results; on H100 "
           "and H200."),
       configs, persistent});
}

}  // namespace tilescribe::kernels
