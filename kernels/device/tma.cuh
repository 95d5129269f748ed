// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/barrier.cuh"

struct CUtensorMap_st;  // cuda.h's CUtensorMap, a plain struct; the tile layer compiles this without cuda.h

/// The tensor copy engine (TMA) of sm_90. One thread issues a copy. Coordinates are in elements, innermost
/// first. Elements outside the tensor are read as zero and not written. Shared tiles with 128-byte swizzle
/// start at multiples of 1024 bytes. tensor_map.h describes tensors. Source: PTX ISA, chapter 9.7.9.
namespace tilescribe::kernels::ptx {

__device__ inline void prefetch_map(const CUtensorMap_st& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/// Loads a tile of a 2-D tensor to shared memory. Its bytes count at `barrier`.
__device__ inline void tma_load(void* tile, const CUtensorMap_st& map, Barrier* barrier, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
      "[%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y)
      : "memory");
}

/// The same for a 3-D tensor.
__device__ inline void tma_load(void* tile, const CUtensorMap_st& map, Barrier* barrier, int x, int y,
                                int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
      "[%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// The same for a 5-D tensor.
__device__ inline void tma_load(void* tile, const CUtensorMap_st& map, Barrier* barrier, int x, int y, int z,
                                int u, int v) {
  asm volatile(
      "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, "
      "%6, %7}], [%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y), "r"(z), "r"(u), "r"(v)
      : "memory");
}

/// Stores a shared tile to a 3-D tensor. Before, its writers call fence_shared_for_tma and a barrier.
__device__ inline void tma_store(const CUtensorMap_st& map, const void* tile, int x, int y, int z) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(&map),
               "r"(shared_address(tile)), "r"(x), "r"(y), "r"(z)
               : "memory");
}

/// Adds a shared tile to a 3-D tensor in the L2 cache, so the multiprocessor does not read the tensor.
__device__ inline void tma_add(const CUtensorMap_st& map, const void* tile, int x, int y, int z) {
  asm volatile(
      "cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(
          &map),
      "r"(shared_address(tile)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// Makes earlier ordinary writes to shared memory visible to later TMA and wgmma.
__device__ inline void fence_shared_for_tma() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Closes a group: this thread's stores so far.
__device__ inline void tma_store_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// Waits until at most `Pending` of this thread's groups still read shared memory.
template <int Pending>
__device__ void tma_store_wait_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

}  // namespace tilescribe::kernels::ptx
