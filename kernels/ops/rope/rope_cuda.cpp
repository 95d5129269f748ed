// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/product_cuda.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"
#include "kernels/ops/rope/tuned_rotations.h"

namespace tilescribe::kernels {
namespace {

/// The product of x, or of its normed rows.
Product product_of(const NormQkvRopeAppend& op, const ConstTensorView& x, const Norm* norm, Runner& runner) {
  Product product = product_of(x, op.qkv, Epilogue::qkv_rope, {}, norm);
  product.qkv = {.q = op.q.data,
                 .k = op.kv.k.data,
                 .v = op.kv.v.data,
                 .heads = op.heads,
                 .kv_heads = op.kv.kv_heads(),
                 .head_dim = op.kv.head_dim(),
                 .capacity = op.kv.capacity(),
                 .rotary_dim = op.rope.rotary_dim,
                 .cos_sin = cuda(runner).rope_table(op.rope, op.kv.capacity()),
                 .rows = op.rows};
  return product;
}

// ---- Many rows: rotation and cache update in the product's epilogue ----

// Whether the product's tiles can hold whole heads and rotate them.
bool tiles_take(const NormQkvRopeAppend::Problem& p, const Device&) {
  return p.rows_of == RowsOf::sequences && multiple_of(8, p.width) &&
         (p.head_dim == 64 || p.head_dim == 128) && tiles_rotate(p.head_dim, p.rotary_dim);
}

template <auto gemm>
void norm_then_tiles(const NormQkvRopeAppend& op, Runner& runner) {
  if (static_cast<std::int64_t>(op.rows.sequences.size()) > most_gemm_sequences) {
    norm_qkv_rope_append_default(op, runner);
    return;
  }
  const Tensor normed = runner.activations(op.x.shape);
  run_norm(op.norm, normed, op.x, runner);
  gemm(product_of(op, normed, nullptr, runner), cuda(runner).stream());
}

// ---- A decode step: the norm is also part of the product ----

bool skinny_takes(const NormQkvRopeAppend::Problem& p, const Device&) {
  return p.rows_of == RowsOf::step && p.norm == NormKind::rms && p.rows <= most_step_rows &&
         multiple_of(8, p.width) && skinny_rotates(p.head_dim, p.rotary_dim);
}

void skinny(const NormQkvRopeAppend& op, Runner& runner) {
  run_skinny(product_of(op, op.x, &op.norm, runner), runner);
}

}  // namespace

void register_rope_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<NormQkvRopeAppend>({"skinny", engine, skinny_takes, skinny});
  registry.add<NormQkvRopeAppend>({"wgmma", engine, with_wgmma<tiles_take>, norm_then_tiles<gemm_sm90>});
  registry.add<NormQkvRopeAppend>({"mma", engine, tiles_take, norm_then_tiles<gemm_sm80>});
  registry.add<NormQkvRopeAppend>(
      {"default", engine, always<NormQkvRopeAppend::Problem>, norm_qkv_rope_append_default});
}

}  // namespace tilescribe::kernels
