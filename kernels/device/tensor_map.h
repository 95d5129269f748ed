// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuda.h>  // types alone: the encoder is asked of the driver at run time

namespace tilescribe::kernels {

/// A tensor and the tile of it that one tensor copy (TMA) moves. Innermost dimension first; it is dense.
struct TensorTile {
  const void* data = nullptr;  // on the device, 16-byte aligned
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  std::uint32_t rank = 2;       // 2 or 3
  std::uint64_t sizes[3] = {};  // elements; tiles outside read zero and are not written
  std::uint64_t strides_bytes[2] =
      {};                             // of the second and third dimension, multiples of 16; rows may overlap
  std::uint32_t tile[3] = {1, 1, 1};  // elements, at most 256 each
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
};

/// Its descriptor, to be passed by value as a __grid_constant__ kernel parameter (safe in graph capture).
/// Plain host work of well under a microsecond. Throws Error when the driver is too old or refuses the sizes.
CUtensorMap tensor_map(const TensorTile& tile);

}  // namespace tilescribe::kernels
