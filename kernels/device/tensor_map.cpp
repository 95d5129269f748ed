// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/tensor_map.h"

#include "kernels/core/error.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                            const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                            CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/// The driver's encoder, found through the runtime.
Encode encoder() {
  static const Encode found = [] {
    void* entry = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    check(
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &result),
        Message("while looking for cuTensorMapEncodeTiled"));
#else
    check(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &result),
          Message("while looking for cuTensorMapEncodeTiled"));
#endif
    if (result != cudaDriverEntryPointSuccess || entry == nullptr)
      throw Error("The NVIDIA driver has no cuTensorMapEncodeTiled: a driver of CUDA 12 or later is needed.");
    return reinterpret_cast<Encode>(entry);
  }();
  return found;
}

}  // namespace

CUtensorMap tensor_map(const TensorTile& tile) {
  constexpr cuuint32_t every[5] = {1, 1, 1, 1, 1};
  CUtensorMap map{};
  const CUresult result =
      encoder()(&map, tile.type, tile.rank, const_cast<void*>(tile.data), tile.sizes, tile.strides_bytes,
                tile.tile, every, CU_TENSOR_MAP_INTERLEAVE_NONE, tile.swizzle,
                CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result == CUDA_ERROR_INVALID_VALUE) {
    throw Error(
        "The NVIDIA driver refused to describe a tensor of {1} × {2} × {3} with strides of {4} and {5} "
        "bytes.",
        tile.sizes[0], tile.sizes[1], tile.sizes[2], tile.strides_bytes[0], tile.strides_bytes[1]);
  }
  // The driver's numbers are those of the runtime. It also reports an earlier failure of any GPU here.
  check(static_cast<cudaError_t>(result), Message("while describing a tensor"));
  return map;
}

}  // namespace tilescribe::kernels
