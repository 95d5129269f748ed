// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/copy.cuh"

/// Waiting for other threads, for copies, and for other blocks of a cluster. Source: PTX ISA, chapter 9.7.13.
namespace tilescribe::kernels::ptx {

/// A barrier for some warps of the block, `threads` threads in all. `barrier` is 1 to 15.
__device__ inline void meet(int barrier, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// --- Barriers in shared memory that count arrivals and bytes, from sm_90 on. A phase ends when all arrivals
// and expected bytes are there. Waiters name it by its parity: 0 for the first, 1 for the second, …

using Barrier = unsigned long long;  // 8-byte aligned, in shared memory

__device__ inline void barrier_init(Barrier* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals)
               : "memory");
}
/// Called by the thread that did the inits. Then TMA sees them, and other threads after a block barrier.
__device__ inline void barrier_init_fence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
/// Ends its use, before its memory becomes something else. Nobody may wait for it any more.
__device__ inline void barrier_end(Barrier* barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared_address(barrier)) : "memory");
}
__device__ inline void barrier_arrive(Barrier* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}
/// Arrives, and expects `bytes` more from copies in this phase.
__device__ inline void barrier_arrive_expect(Barrier* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
}
/// Waits until the phase of this parity ends.
__device__ inline void barrier_wait(Barrier* barrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra finished;\n"
      "bra again;\n"
      "finished:\n}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

/// Copies `bytes` from device to shared memory by the copy engine, multiples of 16 at addresses that are.
/// They count at `barrier`. One thread issues a copy.
__device__ inline void copy_bulk(void* to, const void* from, unsigned bytes, Barrier* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(barrier))
      : "memory");
}

// --- Clusters. These do nothing below sm_90.

/// Called by all threads of a cluster. After the wait they see what was written to shared memory before.
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
/// Keeps a cluster's blocks alive until all have read each other's shared memory. Does not order writes.
__device__ inline void leave_cluster() {
#if __CUDA_ARCH__ >= 900
  __syncwarp();
  asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::: "memory");
#endif
}
/// Reads 16 bytes of shared memory of the cluster's block `rank`, at the address they have in this block.
__device__ inline float4 load_cluster(unsigned address, int rank) {
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

// The rest only from sm_90 on.

/// The address in the cluster's block `rank` of what has this place in each block.
__device__ inline unsigned cluster_address(const void* place, int rank) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(place)), "r"(rank));
  return there;
}
/// Stores 16 bytes at a cluster_address. They count at the barrier with that cluster_address, as a copy's do.
__device__ inline void cluster_store(unsigned to, float4 v, unsigned barrier) {
  asm volatile(
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(to),
      "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w), "r"(barrier)
      : "memory");
}
/// Arrives at the barrier with a cluster_address.
__device__ inline void cluster_barrier_arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
}

}  // namespace tilescribe::kernels::ptx
