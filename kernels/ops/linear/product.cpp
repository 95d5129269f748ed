// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/product.h"

#include "kernels/ops/rope/tuned_rotations.h"

namespace tilescribe::kernels {
namespace {

template <class... Pointers>
bool aligned(Pointers... pointers) {
  return (... && (reinterpret_cast<std::uintptr_t>(pointers) % 16 == 0));
}

bool holds_whole_heads(const Product& p) {
  return p.n == (p.qkv.heads + 2 * p.qkv.kv_heads) * p.qkv.head_dim;
}

}  // namespace

Product Product::flattened() const {
  Product flat = *this;
  if (batches > 1 && x_batch_stride == rows * x_row_stride && y_batch_stride == rows * y_row_stride) {
    flat.rows *= batches;
    flat.batches = 1;
  }
  return flat;
}

bool gemm_sm90_supports(const Product& product) {
  const Product p = product.flattened();
  if (p.rows < 1 || p.batches < 1 || p.n < 8 || p.k < 8) return false;
  if (p.n % 8 != 0 || p.k % 8 != 0 || p.x_row_stride % 8 != 0 || p.x_batch_stride % 8 != 0) return false;
  if (p.residual != nullptr || !aligned(p.x, p.w, p.bias)) return false;
  if (p.epilogue == Epilogue::qkv_rope) {
    const QkvTarget& qkv = p.qkv;
    return tiles_rotate(qkv.head_dim, qkv.rotary_dim) && p.batches == 1 && holds_whole_heads(p) &&
           qkv.rows.of() == RowsOf::sequences && qkv.rows.sequences.size() <= most_gemm_sequences &&
           aligned(qkv.q, qkv.k, qkv.v, qkv.cos_sin);
  }
  const std::int64_t multiple = p.writes_f32() ? 4 : 8;  // 16 bytes of y
  if (p.epilogue == Epilogue::gated_silu_bf16 && p.n % 16 != 0) return false;
  return aligned(p.y) && p.y_row_stride % multiple == 0 && p.y_batch_stride % multiple == 0;
}

bool gemm_sm80_supports(const Product& product) {
  return gemm_sm90_supports(product) && product.batches <= 65535;  // the same shapes; the limit of a grid
}

bool skinny_supports(const Product& p) {
  if (p.rows < 1 || p.rows > most_skinny_rows || p.batches != 1 || p.x_row_stride != p.k) return false;
  if (p.n < 8 || p.k < 8 || p.n % 8 != 0 || p.k % 8 != 0) return false;
  if ((p.x == nullptr) == (p.residual == nullptr)) return false;
  if (p.residual != nullptr && p.gain == nullptr) return false;
  switch (p.epilogue) {
    case Epilogue::gelu_f32:
    case Epilogue::gelu_bf16:
      return false;
    case Epilogue::qkv_rope:
      return skinny_rotates(p.qkv.head_dim, p.qkv.rotary_dim) && holds_whole_heads(p) &&
             p.qkv.rows.of() == RowsOf::step;
    case Epilogue::gated_silu_bf16:
      if (p.n % 16 != 0) return false;
      break;
    case Epilogue::store_f32:
    case Epilogue::store_bf16:
    case Epilogue::residual_f32:
      break;
  }
  return p.y_row_stride == p.columns();
}

}  // namespace tilescribe::kernels
