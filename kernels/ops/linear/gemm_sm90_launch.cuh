// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>

#include "kernels/device/status.h"
#include "kernels/ops/linear/gemm_sm90.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

/// Lets the kernel have its shared memory, and asks how many clusters of 4 blocks run at once (the
/// multiprocessors of a GPC need not be a multiple of 4); once a device.
template <int Columns, Kind kind, bool alternate>
int most_clusters_of_4(cudaLaunchConfig_t config) {
  constexpr int devices = 64;
  static std::atomic<int> known[devices];  // one more than the answer; 0: not asked yet
  int device = 0;
  check(cudaGetDevice(&device), "while asking for the current device");
  std::atomic<int>& answer = known[device % devices];
  if (answer.load(std::memory_order_relaxed) == 0) {
    const auto kernel = gemm_sm90_kernel<Columns, kind, alternate>;
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               Layout<Columns>::shared_bytes),
          "while giving gemm_sm90 its shared memory");
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {4, 1, 1};
    config.gridDim = 4;
    config.attrs = &cluster;
    config.numAttrs = 1;
    int clusters = 0;
    check(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config), "while counting clusters");
    answer.store(clusters + 1, std::memory_order_relaxed);
  }
  return answer.load(std::memory_order_relaxed) - 1;
}

template <int Columns, Kind kind, bool alternate>
void launch_instance(const Arguments<kind>& args, int multiprocessors, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.blockDim = threads;
  config.dynamicSmemBytes = Layout<Columns>::shared_bytes;
  config.stream = stream;
  const int blocks = args.cluster_m * args.cluster_n;  // of a cluster
  const int of_4 = most_clusters_of_4<Columns, kind, alternate>(config);
  const int at_once = std::max(1, blocks == 4 ? of_4 : multiprocessors / blocks);
  config.gridDim = static_cast<unsigned>(std::min(args.units, at_once) * blocks);

  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {static_cast<unsigned>(blocks), 1, 1};
  config.attrs = attributes;
  config.numAttrs = 2;
  check(cudaLaunchKernelEx(&config, gemm_sm90_kernel<Columns, kind, alternate>, args),
        "while starting the kernel gemm_sm90");
}

/// The instance for a tile; false where there is none of its columns.
template <int Columns, Kind kind>
bool launch_columns(const Arguments<kind>& args, GemmTile tile, int multiprocessors, cudaStream_t stream) {
  if (tile.columns != Columns) return false;
  if constexpr (Columns <= 128) {
    if (tile.alternate) {
      launch_instance<Columns, kind, true>(args, multiprocessors, stream);
      return true;
    }
  }
  launch_instance<Columns, kind, false>(args, multiprocessors, stream);
  return true;
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
