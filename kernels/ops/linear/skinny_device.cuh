// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include "kernels/device/status.h"
#include "kernels/ops/linear/skinny_linear.h"

/// What the kernels of a decode step share: their order, their loads, their one matrix instruction.
///
/// Order (programmatic dependent launch): every kernel waits for its predecessor before it reads what that
/// one wrote, and only then lets its successor start. So a kernel that runs ahead of its own wait may still
/// read all that was written two launches ago or earlier: weights, tables, the keys of earlier steps.
namespace tilescribe::kernels {

/// Returns when the kernels before this one have ended and their writes can be seen.
__device__ inline void wait_for_predecessor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The next kernel may start to load what does not depend on this one. Only after wait_for_predecessor().
__device__ inline void release_successor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// 16 bytes from device to shared memory, past L1, as part of the thread's next copy group; zeros where
/// !valid.
__device__ inline void copy_async(std::uint32_t shared, const void* global, bool valid) {
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(shared), "l"(global),
               "r"(valid ? 16 : 0)
               : "memory");
}
__device__ inline void close_copy_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
/// Waits until all but the newest `pending` copy groups of this thread have arrived.
template <int pending>
__device__ inline void await_copy_group() {
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}

/// `warps` warps of the block meet, apart from the others; `barrier` is 1 to 15.
__device__ inline void meet_warps(int barrier, int warps) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(warps * 32) : "memory");
}

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}
__device__ inline uint4 load_shared(std::uint32_t address) {
  uint4 v;
  asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "r"(address)
               : "memory");
  return v;
}

/// 16 bytes past L1, not moved by the compiler across a wait.
__device__ inline uint4 load_l2(const void* global) {
  uint4 v;
  asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(global)
               : "memory");
  return v;
}

/// sum[16, 8] += A[16, 16]·B[16, 8] of a warp, bf16 into float32 (mma.sync.m16n8k16). The order of the 16 k
/// values is free as long as A and B agree, so a thread takes 16 consecutive bytes of its rows for two of
/// these.
__device__ inline void multiply_16x8x16(float (&sum)[4], std::uint32_t a0, std::uint32_t a1, std::uint32_t a2,
                                        std::uint32_t a3, std::uint32_t b0, std::uint32_t b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/// Either half of 32 k values: `low` and `high` are 8 values a thread of rows g and g + 8 of A, `columns` of
/// column g of B (g = lane / 4; a quad of lanes holds 32 consecutive k values). Halves of one sum depend on
/// each other: put those of other sums between them.
__device__ inline void multiply_half(float (&sum)[4], uint4 low, uint4 high, uint4 columns, int half) {
  if (half == 0) {
    multiply_16x8x16(sum, low.x, high.x, low.y, high.y, columns.x, columns.y);
  } else {
    multiply_16x8x16(sum, low.z, high.z, low.w, high.w, columns.z, columns.w);
  }
}

/// All threads of a cluster's blocks come here; after the wait they see what the others wrote to shared
/// memory before they arrived.
__device__ inline void cluster_arrive() {
#if __CUDA_ARCH__ >= 900
  __syncwarp();
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
#endif
}
__device__ inline void cluster_wait() {
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}
/// Keeps the blocks of a cluster until all have read each other's shared memory; orders no writes.
__device__ inline void leave_cluster() {
#if __CUDA_ARCH__ >= 900
  __syncwarp();
  asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::: "memory");
#endif
}
/// 16 bytes of shared memory of the cluster's block `rank`, at this block's address for it.
__device__ inline float4 load_cluster(std::uint32_t address, int rank) {
  float4 v = {};
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{ .reg .u32 there; mapa.shared::cluster.u32 there, %4, %5;\n"
      "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there]; }"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "r"(address), "r"(rank)
      : "memory");
#endif
  return v;
}

__device__ inline float warp_sum(float value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
  return value;
}

/// Tells a kernel its shared memory. All of a step's kernels ask for the largest division of L1, for a
/// multiprocessor that has to be divided anew runs empty first.
inline void allow_shared(const void* kernel, std::size_t bytes, const std::string& doing) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared),
        doing);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        doing);
}

/// Launches a kernel that may start before its predecessor in the stream has ended (see above), in clusters
/// of `cluster` blocks along x.
template <class... Parameters, class... Arguments>
void launch_in_step(const DecodeDevice& device, const char* name, void (*kernel)(Parameters...), dim3 grid,
                    int threads, std::size_t shared_bytes, int cluster, cudaStream_t stream,
                    Arguments&&... arguments) {
  const std::string doing = "while starting the kernel " + std::string(name);
  allow_shared(reinterpret_cast<const void*>(kernel), shared_bytes, doing);
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = attributes;
  if (device.compute_major >= 9) {
    attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
  }
  if (cluster > 1) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs++].val.clusterDim = {static_cast<unsigned>(cluster), 1, 1};
  }
  check(cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...), doing);
}

}  // namespace tilescribe::kernels
