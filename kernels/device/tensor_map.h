// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <cuda.h>  // only types; the encoder comes from the driver at run time

namespace tilescribe::kernels {

/// A tensor, and the tile of it that one tensor copy (TMA) moves. Innermost dimension first, which is dense.
struct TensorTile {
  const void* data = nullptr;  // on the device, 16-byte aligned
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  std::uint32_t rank = 2;       // 2 to 5
  std::uint64_t sizes[5] = {};  // elements; parts of tiles outside read as zero and are not written
  /// Of the 2nd dimension and on, multiples of 16, in any order; rows may overlap.
  std::uint64_t strides_bytes[4] = {};
  std::uint32_t tile[5] = {1, 1, 1, 1, 1};  // elements, at most 256 each
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
};

/// The tile's descriptor, passed by value as a __grid_constant__ kernel parameter (safe in graph capture).
/// Takes well under a microsecond on the host. Throws Error if the driver is too old or refuses the sizes.
CUtensorMap tensor_map(const TensorTile& tile);

}  // namespace tilescribe::kernels
