// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <cuda_bf16.h>

#include "kernels/backend/cuda/cuda_timing.h"
#include "kernels/core/error.h"
#include "kernels/device/sm90.cuh"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

constexpr int threads = 512;
constexpr int in_flight = 8;  // loads of 16 bytes that a thread has under way

/// A load that stays where it is written, so that several are under way before the first is looked at.
__device__ uint4 load_once(const uint4* from) {
  uint4 value;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(from));
  return value;
}

/// Every thread combines what it reads, so that no load can be left out; the value that would be written does
/// not occur.
__global__ void __launch_bounds__(threads)
    read_stream(const uint4* __restrict__ from, std::size_t count, unsigned* sink) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * threads;
  unsigned seen = 0;
  std::size_t i = static_cast<std::size_t>(blockIdx.x) * threads + threadIdx.x;
  for (; i + (in_flight - 1) * stride < count; i += in_flight * stride) {
    uint4 values[in_flight];
#pragma unroll
    for (int j = 0; j < in_flight; ++j) values[j] = load_once(from + i + j * stride);
#pragma unroll
    for (int j = 0; j < in_flight; ++j) seen |= values[j].x & values[j].y & values[j].z & values[j].w;
  }
  for (; i < count; i += stride) {
    const uint4 value = load_once(from + i);
    seen |= value.x & value.y & value.z & value.w;
  }
  // Floats of at most 1 in magnitude never have the highest bit of their exponent set.
  if (seen == 0xffffffffu) *sink = seen;
}

/// The finaliser of MurmurHash3 (Appleby 2008), of a counter.
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

/// A chain of multiplications; `values` holds one for each thread of a block.
__global__ void short_chain(float* values) {
  constexpr int links = 600;
  sm90::let_next_kernel_start();
  sm90::wait_for_previous_kernel();
  float value = values[threadIdx.x];
  for (int i = 0; i < links; ++i) value = value * 1.0001f + 0.5f;
  values[threadIdx.x] = value;
}

}  // namespace

void launch_short_chain(float* values, bool starts_early, int multiprocessors, cudaStream_t stream) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(multiprocessors));
  config.blockDim = dim3(short_chain_values);
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = starts_early ? 1 : 0;
  check(cudaLaunchKernelEx(&config, short_chain, values), "while starting a chain of multiplications");
}

void launch_read_stream(const void* from, std::size_t bytes, unsigned* sink, int multiprocessors,
                        cudaStream_t stream) {
  read_stream<<<4 * multiprocessors, threads, 0, stream>>>(static_cast<const uint4*>(from), bytes / 16, sink);
  check_launch("read_stream");
}

void launch_random_fill(void* to, DType dtype, std::size_t count, cudaStream_t stream) {
  constexpr int blocks = 1024;
  if (dtype == DType::f32) {
    random_fill<<<blocks, threads, 0, stream>>>(static_cast<float*>(to), count);
  } else if (dtype == DType::bf16) {
    random_fill<<<blocks, threads, 0, stream>>>(static_cast<__nv_bfloat16*>(to), count);
  } else {
    throw Error("Memory is filled with random f32 or bf16 values, not with " + std::string(name(dtype)) +
                ".");
  }
  check_launch("random_fill");
}

}  // namespace tilescribe::kernels
