// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "kernels/backend/cuda/cuda_status.h"
#include "kernels/ops/linear/gemm_sm90.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

/// Lets the kernel have its shared memory, once a device.
template <int Columns, Kind kind>
void allow_shared_memory() {
  static std::atomic<std::uint64_t> done{0};  // a bit a device
  int device = 0;
  check(cudaGetDevice(&device), "while asking for the current device");
  const std::uint64_t bit = std::uint64_t{1} << (device % 64);
  if ((done.load(std::memory_order_relaxed) & bit) != 0) return;
  check(cudaFuncSetAttribute(gemm_sm90_kernel<Columns, kind>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             Layout<Columns>::shared_bytes),
        "while giving gemm_sm90 its shared memory");
  done.fetch_or(bit, std::memory_order_relaxed);
}

template <int Columns, Kind kind>
void launch_columns(const Arguments<kind>& args, int blocks, cudaStream_t stream) {
  allow_shared_memory<Columns, kind>();
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {args.share == GemmTile::Share::nothing ? 1u : 2u, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = static_cast<unsigned>(blocks);
  config.blockDim = threads;
  config.dynamicSmemBytes = Layout<Columns>::shared_bytes;
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = 2;
  check(cudaLaunchKernelEx(&config, gemm_sm90_kernel<Columns, kind>, args),
        "while starting the kernel gemm_sm90");
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
