// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/product_cuda.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {
namespace {

/// The product of x, or of its normed rows.
Product product_of(const NormQkvRopeAppend& op, const Norm* norm, Runner& runner) {
  Product product = product_of(op.x, op.qkv, Epilogue::qkv_rope, {}, norm);
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

// A decode step's product has the norm inside.
template <RowsOf of>
ProductSizes sizes_of(const NormQkvRopeAppend::Problem& p) {
  if (p.rows_of != of || (of == RowsOf::step && p.norm != NormKind::rms)) return {};
  return {.rows = p.rows,
          .n = (p.heads + 2 * p.kv_heads) * p.head_dim,
          .k = p.width,
          .epilogue = Epilogue::qkv_rope,
          .normed = of == RowsOf::step,
          .stored = p.weights.dtype,
          .head_dim = p.head_dim,
          .rotary_dim = p.rotary_dim,
          .sequences = p.sequences};
}

// ---- Many rows: rotation and cache update in the product's epilogue ----

template <auto gemm>
void norm_then_tiles(const NormQkvRopeAppend& op, const Config& config, Runner& runner) {
  run_normed_tiles<gemm>(op.norm, op.x, product_of(op, nullptr, runner), config, runner);
}

// ---- A decode step: the norm is also part of the product ----

void skinny(const NormQkvRopeAppend& op, const Config& config, Runner& runner) {
  run_skinny(product_of(op, &op.norm, runner), config, runner);
}

}  // namespace

void register_rope_cuda(Registry& registry) {
  add_step<NormQkvRopeAppend, sizes_of<RowsOf::step>>(registry, skinny);
  add_tiles<NormQkvRopeAppend, sizes_of<RowsOf::sequences>>(registry, norm_then_tiles<gemm_sm90>,
                                                            norm_then_tiles<gemm_sm80>);
}

}  // namespace tilescribe::kernels
