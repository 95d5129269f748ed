// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>  // CUtensorMap, a plain struct: nothing of libcuda is linked

#include "kernels/device/barrier.cuh"

/// The tensor copy engine (TMA) of sm_90. One thread issues a copy. Coordinates are in elements, innermost
/// first; what lies outside the tensor is read as zero and not written. Shared tiles with 128-byte swizzle
/// start at multiples of 1024 bytes. tensor_map.h describes the tensors. Source: the PTX ISA, chapter 9.7.9.
namespace tilescribe::kernels::ptx {

__device__ inline void prefetch_map(const CUtensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/// A tile of a 2-D tensor to shared memory; its bytes count at `barrier`.
__device__ inline void tma_load(void* tile, const CUtensorMap& map, Barrier* barrier, int x, int y) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
      "[%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y)
      : "memory");
}

/// The same of a 3-D tensor.
__device__ inline void tma_load(void* tile, const CUtensorMap& map, Barrier* barrier, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
      "[%2];" ::"r"(shared_address(tile)),
      "l"(&map), "r"(shared_address(barrier)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// A shared tile to a 3-D tensor. Before: each writing thread calls fence_shared_for_tma, then a barrier.
__device__ inline void tma_store(const CUtensorMap& map, const void* tile, int x, int y, int z) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(&map),
               "r"(shared_address(tile)), "r"(x), "r"(y), "r"(z)
               : "memory");
}

/// Adds a shared tile to a 3-D tensor, in the L2 cache: the tensor's values are not read into the
/// multiprocessor.
__device__ inline void tma_add(const CUtensorMap& map, const void* tile, int x, int y, int z) {
  asm volatile(
      "cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(
          &map),
      "r"(shared_address(tile)), "r"(x), "r"(y), "r"(z)
      : "memory");
}

/// Ordinary writes to shared memory before it are seen by TMA and wgmma after it.
__device__ inline void fence_shared_for_tma() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// Stores of this thread so far form a group.
__device__ inline void tma_store_commit() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// At most `Pending` of this thread's groups still read shared memory.
template <int Pending>
__device__ void tma_store_wait_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Pending) : "memory");
}

}  // namespace tilescribe::kernels::ptx
