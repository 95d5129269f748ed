// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuda.h>  // CUtensorMap, a plain struct: nothing of libcuda is linked

/// Thin names for the instructions of sm_90 that C++ has none for: transaction barriers (mbarrier), the bulk
/// tensor copy engine (TMA), clusters, programmatic dependent launch, register hand-over between warpgroups.
/// Matrix products stand in sm90_wgmma.cuh. Source: the PTX ISA, chapters 9.7.9 (data movement), 9.7.13
/// (mbarrier) and 9.7.15 (wgmma).
///
/// What needs the architecture-specific target is used only inside `#if defined(TILESCRIBE_SM90A)`, so that a
/// source also compiles for other architectures (its kernels are empty there, and the host does not choose
/// them).
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define TILESCRIBE_SM90A 1
#endif

namespace tilescribe::kernels::sm90 {

/// The address of shared memory as PTX takes it: 32 bits, of this block.
inline __device__ std::uint32_t shared_address(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

/// True in one thread of a converged warp, always the same one.
inline __device__ bool elect_one() {
  std::uint32_t chosen = 0;
  asm volatile(
      "{\n.reg .pred p;\n"
      "elect.sync _|p, 0xffffffff;\n"
      "selp.u32 %0, 1, 0, p;\n}"
      : "=r"(chosen));
  return chosen != 0;
}

// --- Programmatic dependent launch: nothing happens in a kernel that was launched without the attribute, nor
// below sm_90.

/// Waits until the kernels launched before have finished and what they wrote is seen.
inline __device__ void wait_for_previous_kernel() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Lets the next kernel start its blocks where there is room; it still waits, as above, before it reads our
/// results.
inline __device__ void let_next_kernel_start() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// --- Registers: all warps of a warpgroup call it; the counts are multiples of 8 from 24 to 256.

template <int Registers>
__device__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}

// --- Barriers in shared memory that count arrivals and bytes. A phase ends when all arrivals and all
// expected bytes are
// --- there; waiters name the phase by its parity: 0 for the first, 1 for the second, and so on.

using Barrier = std::uint64_t;  // 8-byte aligned, in shared memory

inline __device__ void barrier_init(Barrier* barrier, std::uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals)
               : "memory");
}

/// After the inits, by the thread that did them: other threads (after a block or cluster barrier) and TMA see
/// them.
inline __device__ void barrier_init_fence() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

inline __device__ void barrier_arrive(Barrier* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/// Arrives at the barrier that lies at this address in block `rank` of the cluster. It hands over what TMA
/// and wgmma did; ordinary writes are not ordered for the other block (release.cluster would, at 15 times the
/// price: a fence each).
inline __device__ void barrier_arrive_at(Barrier* barrier, std::uint32_t rank) {
  asm volatile(
      "{\n.reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [remote];\n}" ::"r"(shared_address(barrier)),
      "r"(rank)
      : "memory");
}

/// Arrives and adds bytes that copies will bring in this phase.
inline __device__ void barrier_arrive_expect(Barrier* barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
}

/// Waits for the phase of this parity to end.
inline __device__ void barrier_wait(Barrier* barrier, std::uint32_t parity) {
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

/// A barrier (1 to 15) among `threads` threads of the block, whole warps.
inline __device__ void named_barrier(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// --- Clusters.

inline __device__ std::uint32_t cluster_rank() {
  std::uint32_t rank = 0;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// All threads of all blocks of the cluster meet here. A launch without clusters has clusters of one block.
inline __device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// --- The tensor copy engine. One thread issues a copy. Coordinates are in elements, innermost first; what
// lies outside
// --- the tensor is read as zero and not written. Shared tiles with 128-byte swizzle start at multiples of
// 1024 bytes.

inline __device__ void prefetch_map(const CUtensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/// A tile of a 2-D tensor to shared memory; its bytes count at `barrier`.
inline __device__ void tma_load(void* tile, const CUtensorMap& map, Barrier* barrier, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
      "[%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y)
      : "memory");
}

/// The same of a 3-D tensor.
inline __device__ void tma_load(void* tile, const CUtensorMap& map, Barrier* barrier, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
      "[%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// To the same place in every block of the cluster whose bit is set in `blocks`; the bytes count at each
/// one's barrier.
inline __device__ void tma_load_shared(void* tile, const CUtensorMap& map, Barrier* barrier,
                                       std::uint16_t blocks, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, {%4, %5}], [%2], %3;" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "h"(blocks), "r"(x), "r"(y)
      : "memory");
}
inline __device__ void tma_load_shared(void* tile, const CUtensorMap& map, Barrier* barrier,
                                       std::uint16_t blocks, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, {%4, %5, %6}], [%2], %3;" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "h"(blocks), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// A shared tile to a 2-D or 3-D tensor. Before: each writing thread calls fence_shared_for_tma, then a
/// barrier.
inline __device__ void tma_store(const CUtensorMap& map, const void* tile, int x, int y) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map),
               "r"(shared_address(tile)), "r"(x), "r"(y)
               : "memory");
}
inline __device__ void tma_store(const CUtensorMap& map, const void* tile, int x, int y, int z) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(&map),
               "r"(shared_address(tile)), "r"(x), "r"(y), "r"(z)
               : "memory");
}

/// Adds a shared tile to a 3-D tensor, in the L2 cache: the tensor's values are not read into the
/// multiprocessor.
inline __device__ void tma_add(const CUtensorMap& map, const void* tile, int x, int y, int z) {
  asm volatile(
      "cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(
          &map),
      "r"(shared_address(tile)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// Ordinary writes to shared memory before it are seen by TMA and wgmma after it.
inline __device__ void fence_shared_for_tma() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Stores of this thread so far form a group.
inline __device__ void tma_store_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// At most `Pending` of this thread's groups still read shared memory.
template <int Pending>
__device__ void tma_store_wait_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

/// At most `Pending` of this thread's groups are not yet written.
template <int Pending>
__device__ void tma_store_wait() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(Pending) : "memory");
}

/// Four 8×8 matrices of 16-bit values from registers to shared memory; lane l gives the address of row l%8 of
/// matrix l/8.
inline __device__ void store_matrices(void* row, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                      std::uint32_t d) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(row)),
               "r"(a), "r"(b), "r"(c), "r"(d)
               : "memory");
}

}  // namespace tilescribe::kernels::sm90
