// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/embedding/embedding.h"

namespace tilescribe::kernels {
namespace {

constexpr int threads = 256;

/// Loads four values, f32 or bf16, as float32.
__device__ float4 load_quad(const float* from) {
  return *reinterpret_cast<const float4*>(from);
}
__device__ float4 load_quad(const __nv_bfloat16* from) {
  const uint2 bits = *reinterpret_cast<const uint2*>(from);
  const float2 low = __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(&bits.x));
  const float2 high = __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162*>(&bits.y));
  return {low.x, low.y, high.x, high.y};
}

template <class T>
__device__ void copy_row(float* to, const T* from, int width) {
  for (int i = 4 * static_cast<int>(threadIdx.x); i < width; i += 4 * threads) {
    *reinterpret_cast<float4*>(to + i) = load_quad(from + i);
  }
}

// One row per block. An id outside the table, which the contract excludes, gives NaN: a kernel can't throw.
__global__ void __launch_bounds__(threads)
    embed_row(float* out, const std::int32_t* ids, const __nv_bfloat16* table, int vocabulary,
              const float* audio, int audio_rows, int audio_first, int width) {
  const int row = static_cast<int>(blockIdx.x);
  ptx::wait_for_predecessor();
  ptx::release_successor();
  float* const to = out + std::int64_t{row} * width;
  const int audio_row = row - audio_first;
  if (audio_row >= 0 && audio_row < audio_rows) {
    return copy_row(to, audio + std::int64_t{audio_row} * width, width);
  }
  const std::int32_t id = ids[row];
  if (id >= 0 && id < vocabulary) return copy_row(to, table + std::int64_t{id} * width, width);
  for (int i = static_cast<int>(threadIdx.x); i < width; i += threads) to[i] = __int_as_float(0x7fffffff);
}

bool supports(const Embed::Problem& p, const Device&) {
  return multiple_of(4, p.width) && !p.add;
}

void embed(const Embed& op, Runner& runner) {
  const auto p = op.problem();
  launch(cuda(runner).stream(),
         {.name = "embed",
          .grid = dim3(static_cast<unsigned>(p.rows)),
          .threads = threads,
          .order = overlapping},
         embed_row, op.out.as<float>(), op.ids.as<std::int32_t>(), bf16(op.table),
         static_cast<int>(op.table->out()), op.audio.as<float>(), static_cast<int>(p.audio_rows),
         static_cast<int>(op.audio_first), static_cast<int>(p.width));
}

}  // namespace

void register_embedding_cuda(Registry& registry) {
  registry.add<Embed>(
      {"row", CudaBackend::tuned_name,
       Message("A block per row, which may begin while the kernel before it ends; on every GPU."), supports,
       embed});
}

}  // namespace tilescribe::kernels
