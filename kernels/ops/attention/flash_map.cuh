// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <cuda.h>

#include "kernels/core/error.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {

/// Elements along three dimensions, innermost first.
using Extents = std::array<std::int64_t, 3>;

/// Describes a dense bf16 tensor to TMA. A box's rows of 64 values are swizzled over 128 bytes; what a box
/// covers outside the tensor is read as zero. Throws Error when the driver refuses.
inline CUtensorMap flash_map(const void* data, const Extents& extents, const Extents& box) {
  // Asked of the runtime, so that nothing links to the driver's library.
  static const auto encode = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                           &found),
          "when asked for cuTensorMapEncodeTiled");
    if (found != cudaDriverEntryPointSuccess) throw Error("The NVIDIA driver has no cuTensorMapEncodeTiled.");
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  }();
  CUtensorMap map;
  cuuint64_t sizes[3], strides[2];  // strides in bytes, of the two outer dimensions
  cuuint32_t tile[3];
  const cuuint32_t steps[3] = {1, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    sizes[i] = static_cast<cuuint64_t>(extents[i]);
    tile[i] = static_cast<cuuint32_t>(box[i]);
  }
  strides[0] = sizes[0] * 2;
  strides[1] = strides[0] * sizes[1];
  const CUresult status =
      encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, const_cast<void*>(data), sizes, strides, tile, steps,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS)
    throw Error("The driver refused to describe an attention tensor of " + std::to_string(extents[0]) +
                " × " + std::to_string(extents[1]) + " × " + std::to_string(extents[2]) + " values (status " +
                std::to_string(static_cast<int>(status)) + ").");
  return map;
}

}  // namespace tilescribe::kernels
