// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <cuda_runtime_api.h>

#include "kernels/device/owned.h"
#include "kernels/device/stream.h"
#include "kernels/tile/block.h"

namespace tilescribe::kernels {

/// A user's kernel as NVRTC compiled it, with kernels/lab/entry.h behind it, loaded on a GPU. Part of the
/// CUDA plugin.
class CubinKernel {
 public:
  /// Throws Error if the driver does not take it.
  CubinKernel(std::string_view cubin, CudaStream& stream);

  /// Queues the kernel. The first time that it gets these arguments, it is asked for its grid, which waits.
  void launch(const void* args, std::size_t bytes, CudaStream& stream);

 private:
  tile::Grid grid(const void* args, CudaStream& stream);

  CudaOwned<cudaLibrary_t, cudaLibraryUnload> library_;
  cudaKernel_t kernel_ = nullptr, asked_ = nullptr;
  int shared_bytes_ = 0;
  PinnedBytes blocks_;                       // where the grid is written
  std::map<std::string, tile::Grid> grids_;  // by the bytes of the arguments
};

}  // namespace tilescribe::kernels
