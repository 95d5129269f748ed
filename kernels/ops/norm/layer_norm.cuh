// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/launch.h"
#include "kernels/device/math.cuh"
#include "kernels/device/order.cuh"
#include "kernels/device/reduce.cuh"
#include "kernels/ops/norm/norm_plan.h"

/// LayerNorm by a warp per row, whose values stay in registers.
namespace tilescribe::kernels {

inline constexpr int layer_norm_block_rows = 4;

/// Where rows go. `write` is called by a whole warp: values[i] are those from column 4·(lane + 32·i) on.
template <class Value>
struct DenseRows {
  Value* out;

  template <int quads>
  __device__ void write(const float4 (&values)[quads], int row, int lane, int width) const {
#pragma unroll
    for (int i = 0; i < quads; ++i) {
      const int column = 4 * (lane + 32 * i);
      if (column < width) store(out + std::int64_t{row} * width + column, values[i]);
    }
  }
  static __device__ void store(float* to, float4 v) {
    *reinterpret_cast<float4*>(to) = v;
  }
  static __device__ void store(__nv_bfloat16* to, float4 v) {
    *reinterpret_cast<uint2*>(to) = {pack_bf16(v.x, v.y), pack_bf16(v.z, v.w)};
  }
};

template <class Out>
struct LayerNormRows {
  Out out;
  const float* x = nullptr;  // [rows, k]
  const float *gain = nullptr, *bias = nullptr;
  float eps = 1e-5f;
  int rows = 0, k = 0;
};

// A row is read once: mean, deviations from it, result.
template <class Out, int quads>
__global__ void __launch_bounds__(32 * layer_norm_block_rows) layer_norm_warp(const LayerNormRows<Out> op) {
  const int lane = static_cast<int>(threadIdx.x) % 32, width = op.k;
  const int row = static_cast<int>(blockIdx.x) * layer_norm_block_rows + static_cast<int>(threadIdx.x) / 32;
  ptx::wait_for_predecessor();
  ptx::release_successor();
  if (row >= op.rows) return;
  const float* const from = op.x + std::int64_t{row} * width;
  float4 values[quads];
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    const int column = 4 * (lane + 32 * i);
    values[i] = column < width ? *reinterpret_cast<const float4*>(from + column) : float4{};
    sum += values[i].x + values[i].y + values[i].z + values[i].w;
  }
  const float mean = warp_sum(sum) / static_cast<float>(width);
  float squares = 0.0f;
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    if (4 * (lane + 32 * i) >= width) continue;
    values[i] = {values[i].x - mean, values[i].y - mean, values[i].z - mean, values[i].w - mean};
    squares += values[i].x * values[i].x + values[i].y * values[i].y + values[i].z * values[i].z +
               values[i].w * values[i].w;
  }
  const float scale = rsqrtf(warp_sum(squares) / static_cast<float>(width) + op.eps);
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    const int column = 4 * (lane + 32 * i);
    if (column >= width) continue;
    const float4 g = *reinterpret_cast<const float4*>(op.gain + column),
                 b = *reinterpret_cast<const float4*>(op.bias + column);
    values[i] = {values[i].x * scale * g.x + b.x, values[i].y * scale * g.y + b.y,
                 values[i].z * scale * g.z + b.z, values[i].w * scale * g.w + b.w};
  }
  op.out.write(values, row, lane, width);
}

template <class Out>
void launch_layer_norm(const LayerNormRows<Out>& op, CudaStream& stream) {
  const int quads = layer_norm_quads(op.k);
  const auto kernel = quads == 4    ? layer_norm_warp<Out, 4>
                      : quads == 10 ? layer_norm_warp<Out, 10>
                                    : layer_norm_warp<Out, 16>;
  launch(stream,
         {.name = "layer_norm",
          .grid = blocks_of(op.rows, layer_norm_block_rows),
          .threads = 32 * layer_norm_block_rows,
          .order = overlapping},
         kernel, op);
}

}  // namespace tilescribe::kernels
