// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/cache/cache.h"
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
                 .float8_cache = op.kv.in_float8(),
                 .heads = op.heads,
                 .kv_heads = op.kv.kv_heads(),
                 .head_dim = op.kv.head_dim(),
                 .capacity = op.kv.capacity(),
                 .rotary_dim = op.rope.rotary_dim,
                 .cos_sin = cuda(runner).rope_table(op.rope, op.kv.capacity()),
                 .rows = op.rows};
  return product;
}

// A decode step's product has the norm inside, and rounds to E4M3 if the cache has it.
template <RowsOf of>
ProductSizes sizes_of(const NormQkvRopeAppend::Problem& p) {
  if (p.rows_of != of || (of == RowsOf::step ? p.norm != NormKind::rms : p.float8_cache)) return {};
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

// ---- Many rows into a cache in E4M3: in bf16 first ----

bool rounding_takes(const NormQkvRopeAppend::Problem& p, const Device&) {
  return p.float8_cache && p.rows_of == RowsOf::sequences;
}

void append_and_round(const NormQkvRopeAppend& op, Runner& runner) {
  const PackedCache packed(op.kv, op.rows.sequences, op.q.dtype, runner);
  NormQkvRopeAppend inner = op;
  inner.kv = packed.view();
  inner.rows = packed.rows();
  runner.run(inner);
  packed.round(runner);
}

}  // namespace

void register_rope_cuda(Registry& registry) {
  registry.add<NormQkvRopeAppend>(
      {"rounded", CudaBackend::tuned_name,
       Message("For a prompt and a cache in E4M3: appends in bf16, then rounds; on every GPU."),
       rounding_takes, append_and_round});
  add_step<NormQkvRopeAppend, sizes_of<RowsOf::step>>(registry, skinny);
  add_tiles<NormQkvRopeAppend, sizes_of<RowsOf::sequences>>(registry, norm_then_tiles<gemm_sm90>,
                                                            norm_then_tiles<gemm_sm80>);
}

}  // namespace tilescribe::kernels
