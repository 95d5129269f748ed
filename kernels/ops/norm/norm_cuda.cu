// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/device/launch.h"
#include "kernels/device/math.cuh"
#include "kernels/device/order.cuh"
#include "kernels/device/reduce.cuh"
#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/norm/norm_plan.h"

namespace tilescribe::kernels {
namespace {

constexpr int rows_a_block = 4;  // one warp per row

__device__ void store(float* to, float4 v) {
  *reinterpret_cast<float4*>(to) = v;
}
__device__ void store(__nv_bfloat16* to, float4 v) {
  *reinterpret_cast<uint2*>(to) = {pack_bf16(v.x, v.y), pack_bf16(v.z, v.w)};
}

// One warp per row, which it reads once: mean, deviations from it, result.
template <class Out, int quads>
__global__ void __launch_bounds__(32 * rows_a_block)
    layer_norm_warp(Out* out, const float* x, const float* gain, const float* bias, int rows, int width,
                    float eps) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int row = static_cast<int>(blockIdx.x) * rows_a_block + static_cast<int>(threadIdx.x) / 32;
  ptx::wait_for_predecessor();
  ptx::release_successor();
  if (row >= rows) return;
  const float* const from = x + std::int64_t{row} * width;
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
  const float scale = rsqrtf(warp_sum(squares) / static_cast<float>(width) + eps);
#pragma unroll
  for (int i = 0; i < quads; ++i) {
    const int column = 4 * (lane + 32 * i);
    if (column >= width) continue;
    const float4 g = *reinterpret_cast<const float4*>(gain + column),
                 b = *reinterpret_cast<const float4*>(bias + column);
    store(out + std::int64_t{row} * width + column,
          {values[i].x * scale * g.x + b.x, values[i].y * scale * g.y + b.y, values[i].z * scale * g.z + b.z,
           values[i].w * scale * g.w + b.w});
  }
}

template <class Out>
void launch(const LayerNorm& op, Runner& runner) {
  const int rows = static_cast<int>(op.x.shape[0]), width = static_cast<int>(op.x.shape[1]);
  const int quads = layer_norm_quads(width);
  const auto kernel = quads == 4    ? layer_norm_warp<Out, 4>
                      : quads == 10 ? layer_norm_warp<Out, 10>
                                    : layer_norm_warp<Out, 16>;
  launch(cuda(runner).stream(),
         {.name = "layer_norm",
          .grid = blocks_of(rows, rows_a_block),
          .threads = 32 * rows_a_block,
          .order = overlapping},
         kernel, op.out.as<Out>(), op.x.as<float>(), device(op.gain).values(), device(op.bias).values(), rows,
         width, op.eps);
}

bool warp_takes(const LayerNorm::Problem& p, const Device&) {
  return layer_norm_quads(p.width) > 0;
}

void layer_norm(const LayerNorm& op, Runner& runner) {
  op.out.dtype == DType::f32 ? launch<float>(op, runner) : launch<__nv_bfloat16>(op, runner);
}

bool row_takes(const RmsNorm::Problem& p, const Device&) {
  return rms_norm_takes(p.width, p.out);
}

void rms_norm(const RmsNorm& op, Runner& runner) {
  launch_rms_norm_bf16({.out = bf16(op.out),
                        .x = op.x.as<float>(),
                        .gain = device(op.gain).values(),
                        .eps = op.eps,
                        .rows = static_cast<int>(op.x.shape[0]),
                        .k = static_cast<int>(op.x.shape[1])},
                       cuda(runner).stream());
}

}  // namespace

void register_norm_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<LayerNorm>({"warp", engine,
                           Message("A warp per row, whose values stay in registers; on every GPU."),
                           warp_takes, layer_norm});
  registry.add<RmsNorm>(
      {"row", engine,
       Message(
           "A block per row, with the same bits as the norm inside a decode step's product; on every GPU."),
       row_takes, rms_norm});
}

}  // namespace tilescribe::kernels
