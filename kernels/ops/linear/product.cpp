// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/product.h"

#include "kernels/ops/linear/product_plan.h"

namespace tilescribe::kernels {
namespace {

template <class... Pointers>
bool aligned(Pointers... pointers) {
  return (... && (reinterpret_cast<std::uintptr_t>(pointers) % 16 == 0));
}

bool aligned_targets(const QkvTarget& qkv) {
  return aligned(qkv.q, qkv.k, qkv.v, qkv.cos_sin);
}

bool holds_whole_heads(const Product& p) {
  return p.n == (p.qkv.heads + 2 * p.qkv.kv_heads) * p.qkv.head_dim;
}

}  // namespace

ProductSizes Product::sizes() const {
  return {.rows = rows,
          .n = n,
          .k = k,
          .batches = batches,
          .epilogue = epilogue,
          .normed = residual != nullptr,
          .stored = stored,
          .head_dim = qkv.head_dim,
          .rotary_dim = qkv.rotary_dim,
          .sequences = static_cast<std::int64_t>(qkv.rows.sequences.size())};
}

bool tiles_reach(const Product& p) {
  // Eight bits are widened before, or x is rounded to the same.
  if (p.stored == DType::i8 || (p.stored == DType::f8) != (p.x_scale != nullptr)) return false;
  if (p.x_row_stride % 8 != 0 || p.x_batch_stride % 8 != 0 || !aligned(p.x, p.w, p.scale, p.bias))
    return false;
  if (p.epilogue == Epilogue::qkv_rope) {
    return holds_whole_heads(p) && p.qkv.rows.of() == RowsOf::sequences && aligned_targets(p.qkv);
  }
  const std::int64_t multiple = writes_f32(p.epilogue) ? 4 : 8;  // 16 bytes of y
  return aligned(p.y) && p.y_row_stride % multiple == 0 && p.y_batch_stride % multiple == 0;
}

bool skinny_reaches(const Product& p) {
  if (p.x_row_stride != p.k || (p.x == nullptr) == (p.residual == nullptr)) return false;
  if (p.residual != nullptr && p.gain == nullptr) return false;
  if (p.residual != nullptr && p.normed == nullptr && !skinny_norm_is_fused(p.rows, p.k)) return false;
  if (!aligned(p.x, p.residual, p.gain, p.normed, p.w, p.scale, p.bias)) return false;
  if (p.w_is_fresh || in_eight_bits(p.stored) != (p.scale != nullptr)) return false;
  if (p.epilogue == Epilogue::qkv_rope)
    return holds_whole_heads(p) && p.qkv.rows.of() == RowsOf::step && aligned_targets(p.qkv);
  return p.y_row_stride == p.columns() && aligned(p.y);
}

}  // namespace tilescribe::kernels
