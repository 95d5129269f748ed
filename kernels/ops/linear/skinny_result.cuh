// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/barrier.cuh"
#include "kernels/device/float8.cuh"
#include "kernels/ops/linear/gemm_epilogue.cuh"

/// Which rows of the weight a tile of 16 takes, and what happens to its sums. Values that belong together
/// (gate and up, the two that RoPE rotates) are rows g and g + 8 of one tile, so one thread has both.
namespace tilescribe::kernels {

/// QkvTarget with the rows of a step.
struct StepQkv : QkvHeads {
  const std::int32_t* slots;
  const std::int32_t* positions;
  bool float8_cache;  // k and v are in E4M3
};

/// Product as a kernel argument.
struct SkinnyArguments {
  const void* w;       // bf16, or eight bits a value
  const float* scale;  // of eight bits
  const float* bias;
  int rows, n, k;
  const __nv_bfloat16* x;  // null: the RMSNorm of `residual`
  const float* residual;
  const float* gain;
  float eps;
  Epilogue epilogue;  // one that skinny_configs takes
  void* y;
  StepQkv qkv;
};

struct RowPair {
  int low, high;  // rows of the weight that are rows g and g + 8 of the tile
};

/// The place of a tile of qkv_rope: values [dim, dim + 8) and [dim + apart, …) of a head.
struct HeadTile {
  int head, dim, apart;
  bool rotated;
};
__device__ inline HeadTile head_tile(const StepQkv& qkv, int tile) {
  const int tiles_a_head = qkv.head_dim / 16;
  const int head = tile / tiles_a_head;
  const int part = tile % tiles_a_head;
  const bool rotated = head < qkv.heads + qkv.kv_heads && part < qkv.rotary_dim / 16;
  return {head, part * (rotated ? 8 : 16), rotated ? qkv.rotary_dim / 2 : 8, rotated};
}

/// Rows g and g + 8 of a tile. Past the end it is the weight's last row; nobody stores that result.
__device__ inline RowPair weight_rows(const SkinnyArguments& op, int tile, int g) {
  if (op.epilogue == Epilogue::gated_silu_bf16) return {tile * 8 + g, op.n / 2 + tile * 8 + g};
  if (op.epilogue == Epilogue::qkv_rope) {
    const HeadTile at = head_tile(op.qkv, tile);
    const int low = at.head * op.qkv.head_dim + at.dim + g;
    return {low, low + at.apart};
  }
  const int low = tile * 16 + g;  // n is a multiple of 8
  return {min(low, op.n - 1), min(low + 8, op.n - 1)};
}

/// Where the rows of qkv_rope belong, in shared memory before the product ends.
struct RowPlaces {
  const std::int32_t* slots = nullptr;
  const std::int32_t* positions = nullptr;
  const float2* rotation = nullptr;  // [rows, rotary_dim/2] for each row; null: the whole table
};

/// Cosine and sine for value g of a tile and a row; (1, 0) where nothing is rotated.
__device__ inline float2 rotation_of(const SkinnyArguments& op, const RowPlaces& places, int tile, int g,
                                     int row) {
  const HeadTile at = head_tile(op.qkv, tile);
  const int half = op.qkv.rotary_dim / 2, position = places.positions[row];
  if (!at.rotated || position < 0) return {1.0f, 0.0f};
  return places.rotation != nullptr ? places.rotation[row * half + at.dim + g]
                                    : op.qkv.cos_sin[static_cast<std::size_t>(position) * half + at.dim + g];
}

__device__ inline void store_qkv(const SkinnyArguments& op, const RowPlaces& places, int tile, int g, int row,
                                 float low, float high, float2 turn) {
  const StepQkv& qkv = op.qkv;
  const int position = places.positions[row];
  if (position < 0) return;
  const HeadTile at = head_tile(qkv, tile);
  const int dim = at.dim + g;
  if (at.rotated) {
    // Which of the products is rounded is the same in all kernels.
    const float turned = __fmaf_rn(low, turn.x, -__fmul_rn(high, turn.y));
    high = __fmaf_rn(low, turn.y, __fmul_rn(high, turn.x));
    low = turned;
  }
  const __nv_bfloat16 first = __float2bfloat16_rn(low), second = __float2bfloat16_rn(high);
  __nv_bfloat16* to;
  if (at.head < qkv.heads) {
    to = qkv.q + (static_cast<std::size_t>(row) * qkv.heads + at.head) * qkv.head_dim;
  } else {
    const int kv_head = (at.head - qkv.heads) % qkv.kv_heads;
    __nv_bfloat16* const cache = at.head < qkv.heads + qkv.kv_heads ? qkv.k : qkv.v;
    const std::size_t begin =
        ((static_cast<std::size_t>(places.slots[row]) * qkv.kv_heads + kv_head) * qkv.capacity + position) *
        qkv.head_dim;
    if (qkv.float8_cache) {
      auto* const bytes = reinterpret_cast<std::uint8_t*>(cache) + begin;
      bytes[dim] = as_float8(first);
      bytes[dim + at.apart] = as_float8(second);
      return;
    }
    to = cache + begin;
  }
  to[dim] = first;
  to[dim + at.apart] = second;
}

/// Stores the sums of rows g and g + 8 of a tile for one row of x.
__device__ inline void store_result(const SkinnyArguments& op, const RowPlaces& places, int tile, int g,
                                    int row, float low, float high, float2 turn) {
  const RowPair at = weight_rows(op, tile, g);
  if (op.bias != nullptr) {
    low += op.bias[at.low];
    high += op.bias[at.high];
  }
  const bool has_high = tile * 16 + g + 8 < op.n;  // for plain tiles
  const std::size_t start = static_cast<std::size_t>(row) * op.n;
  switch (op.epilogue) {
    case Epilogue::store_f32: {
      float* y = static_cast<float*>(op.y) + start;
      y[at.low] = low;
      if (has_high) y[at.high] = high;
      break;
    }
    case Epilogue::store_bf16: {
      __nv_bfloat16* y = static_cast<__nv_bfloat16*>(op.y) + start;
      y[at.low] = __float2bfloat16_rn(low);
      if (has_high) y[at.high] = __float2bfloat16_rn(high);
      break;
    }
    case Epilogue::residual_f32: {
      // One addition per value, so the order does not matter; and the kernel's end waits for no load.
      float* y = static_cast<float*>(op.y) + start;
      atomicAdd(y + at.low, low);
      if (has_high) atomicAdd(y + at.high, high);
      break;
    }
    case Epilogue::gated_silu_bf16: {
      __nv_bfloat16* y = static_cast<__nv_bfloat16*>(op.y) + start / 2;
      y[at.low] = __float2bfloat16_rn(low / (1.0f + __expf(-low)) * high);
      break;
    }
    case Epilogue::qkv_rope:
      store_qkv(op, places, tile, g, row, low, high, turn);
      break;
    case Epilogue::gelu_f32:
    case Epilogue::gelu_bf16:
      __builtin_unreachable();
  }
}

}  // namespace tilescribe::kernels
