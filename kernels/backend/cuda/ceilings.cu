// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <cuda_bf16.h>

#include "kernels/backend/cuda/cuda_timing.h"
#include "kernels/core/error.h"
#include "kernels/device/copy.cuh"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"

namespace tilescribe::kernels {
namespace {

constexpr int threads = 512;
constexpr int in_flight = 8;  // 16-byte loads that a thread has in flight

/// Every thread combines what it reads, so the compiler can't skip a load. What it would write never occurs.
__global__ void __launch_bounds__(threads)
    read_stream(const uint4* __restrict__ from, std::size_t count, unsigned* sink) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * threads;
  unsigned seen = 0;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x;
  for (; i + (in_flight - 1) * stride < count; i += in_flight * stride) {
    uint4 values[in_flight];
#pragma unroll
    for (int j = 0; j < in_flight; ++j) values[j] = ptx::load_once(from + i + j * stride);
#pragma unroll
    for (int j = 0; j < in_flight; ++j) seen |= values[j].x & values[j].y & values[j].z & values[j].w;
  }
  for (; i < count; i += stride) {
    const uint4 value = ptx::load_once(from + i);
    seen |= value.x & value.y & value.z & value.w;
  }
  // Floats of magnitude at most 1 never have the highest bit of their exponent set.
  if (seen == 0xffffffffu) *sink = seen;
}

/// MurmurHash3's finaliser (Appleby 2008) applied to a counter.
__device__ float random_float(std::uint32_t i) {
  i = (i ^ (i >> 16)) * 0x85ebca6bu;
  i = (i ^ (i >> 13)) * 0xc2b2ae35u;
  i ^= i >> 16;
  return static_cast<float>(i >> 8) * (2.0f / 16777216.0f) - 1.0f;
}

__device__ void store(float* to, float value) {
  *to = value;
}
__device__ void store(__nv_bfloat16* to, float value) {
  *to = __float2bfloat16(value);
}

template <class Value>
__global__ void random_fill(Value* to, std::size_t count) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride)
    store(to + i, random_float(static_cast<std::uint32_t>(i)));
}

/// A chain of multiply-adds; `values` holds one value per thread of a block.
__global__ void short_chain(float* values) {
  constexpr int links = 600;
  ptx::release_successor();
  ptx::wait_for_predecessor();
  float value = values[threadIdx.x];
  for (int i = 0; i < links; ++i) value = value * 1.0001f + 0.5f;
  values[threadIdx.x] = value;
}

}  // namespace

void launch_short_chain(float* values, bool starts_early, CudaStream& stream) {
  Launch how =
      plainly("short_chain", dim3(static_cast<unsigned>(stream.gpu().multiprocessors)), short_chain_values);
  if (starts_early) how.order = {Begins::with_constants, Releases::at_once};
  launch(stream, how, short_chain, values);
}

void launch_read_stream(const void* from, std::size_t bytes, unsigned* sink, CudaStream& stream) {
  const dim3 blocks(4 * static_cast<unsigned>(stream.gpu().multiprocessors));
  launch(stream, plainly("read_stream", blocks, threads), read_stream, static_cast<const uint4*>(from),
         bytes / 16, sink);
}

void launch_random_fill(void* to, DType dtype, std::size_t count, CudaStream& stream) {
  const Launch how = plainly("random_fill", dim3(1024), threads);
  if (dtype == DType::f32) {
    launch(stream, how, random_fill<float>, static_cast<float*>(to), count);
  } else if (dtype == DType::bf16) {
    launch(stream, how, random_fill<__nv_bfloat16>, static_cast<__nv_bfloat16*>(to), count);
  } else {
    throw Error("Memory is filled with random f32 or bf16 values, not with {1}.", name(dtype));
  }
}

}  // namespace tilescribe::kernels
