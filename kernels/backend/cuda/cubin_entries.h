// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include <cuda_runtime_api.h>

#include "kernels/device/owned.h"
#include "kernels/device/stream.h"
#include "kernels/tile/block.h"

namespace tilescribe::kernels {

/// Kernels in a cubin that was compiled from CUDA Tile IR, by their names. Part of the CUDA plugin.
class CubinEntries {
 public:
  /// Throws Error if the driver does not take it.
  CubinEntries(std::string_view cubin, CudaStream& stream);

  /// Queues a kernel. Each value is a parameter in its first bytes. Throws Error if there is no such kernel.
  void launch(const std::string& entry, const tile::Grid& grid, std::span<const std::uint64_t> values,
              CudaStream& stream);

 private:
  CudaOwned<cudaLibrary_t, cudaLibraryUnload> library_;
  std::map<std::string, cudaKernel_t> kernels_;
};

}  // namespace tilescribe::kernels
