// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/normed_skinny_cuda.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"
#include "kernels/ops/rope/tuned_rotations.h"

namespace tilescribe::kernels {
namespace {

// ---- Many rows: rotation and cache update in the product's epilogue ----

// Whether the product's tiles can hold whole heads and rotate them.
bool tiles_take(const NormQkvRopeAppend::Problem& p, const Device&) {
  return !p.step && multiple_of(8, p.width) && (p.head_dim == 64 || p.head_dim == 128) &&
         tiles_rotate(p.head_dim, p.rotary_dim);
}

template <auto gemm>
void norm_then_tiles(const NormQkvRopeAppend& op, Runner& runner) {
  if (static_cast<std::int64_t>(op.sequences.size()) > most_gemm_sequences) {
    norm_qkv_rope_append_default(op, runner);
    return;
  }
  const Tensor normed = runner.activations(op.x.shape);
  run_norm(op.norm, normed, op.x, runner);
  GemmTask task = task_of(normed, op.qkv, {}, Epilogue::qkv_rope);
  task.qkv.q = op.q.data;
  task.qkv.k = op.kv.k.data;
  task.qkv.v = op.kv.v.data;
  task.qkv.heads = op.heads;
  task.qkv.kv_heads = op.kv.kv_heads();
  task.qkv.head_dim = op.kv.head_dim();
  task.qkv.capacity = op.kv.capacity();
  task.qkv.rotary_dim = op.rope.rotary_dim;
  task.qkv.cos_sin = cuda(runner).rope_table(op.rope, op.kv.capacity());
  task.qkv.sequences = op.sequences;
  gemm(task, cuda(runner).stream());
}

// ---- A decode step: the norm is also part of the product ----

bool skinny_takes(const NormQkvRopeAppend::Problem& p, const Device&) {
  return p.step && p.norm == NormKind::rms && p.rows <= most_step_rows && multiple_of(8, p.width) &&
         skinny_rotates(p.head_dim, p.rotary_dim);
}

void skinny(const NormQkvRopeAppend& op, Runner& runner) {
  SkinnyLinear task;
  task.result = SkinnyResult::qkv_rope_append;
  task.y = op.q.data;
  task.qkv = {.heads = static_cast<int>(op.heads),
              .kv_heads = static_cast<int>(op.kv.kv_heads()),
              .head_dim = static_cast<int>(op.kv.head_dim()),
              .rotary_dim = static_cast<int>(op.rope.rotary_dim),
              .rotation = static_cast<const float2*>(cuda(runner).rope_table(op.rope, op.kv.capacity())),
              .slots = op.step.slots.as<std::int32_t>(),
              .positions = op.step.positions.as<std::int32_t>(),
              .keys = bf16(op.kv.k),
              .values = bf16(op.kv.v),
              .capacity = op.kv.capacity()};
  launch_normed_skinny(task, op.qkv, op.x, op.norm, runner);
}

}  // namespace

void register_rope_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<NormQkvRopeAppend>({"skinny", engine, by_skinny(), skinny_takes, skinny});
  registry.add<NormQkvRopeAppend>(
      {"wgmma", engine, by_wgmma(), with_wgmma<tiles_take>, norm_then_tiles<gemm_sm90>});
  registry.add<NormQkvRopeAppend>({"mma", engine, by_mma(), tiles_take, norm_then_tiles<gemm_sm80>});
  registry.add<NormQkvRopeAppend>(
      {"default", engine, composed(), always<NormQkvRopeAppend::Problem>, norm_qkv_rope_append_default});
}

}  // namespace tilescribe::kernels
