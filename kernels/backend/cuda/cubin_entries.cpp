// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cubin_entries.h"

#include <vector>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {

CubinEntries::CubinEntries(std::string_view cubin, CudaStream& stream) {
  stream.use();
  check(cudaLibraryLoadData(Filling(library_), cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        Message("while loading a kernel that was compiled from Tile IR"));
}

void CubinEntries::launch(const std::string& entry, const tile::Grid& grid,
                          std::span<const std::uint64_t> values, CudaStream& stream) {
  if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return;
  auto known = kernels_.find(entry);
  if (known == kernels_.end()) {
    cudaKernel_t kernel = nullptr;
    stream.use();
    check(cudaLibraryGetKernel(&kernel, library_.get(), entry.c_str()),
          Message("while looking for the entry {1} of a kernel in Tile IR", entry));
    known = kernels_.emplace(entry, kernel).first;
  }
  std::vector<void*> arguments;
  for (const std::uint64_t& value : values) arguments.push_back(const_cast<std::uint64_t*>(&value));
  arguments.push_back(nullptr);
  const dim3 blocks(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y),
                    static_cast<unsigned>(grid.z));
  // A tile kernel is launched with one thread; the driver knows how many it has
  // (docs.nvidia.com/cuda/tile-ir).
  launch_kernel(stream, plainly("lab_tile_ir", blocks, 1), known->second, arguments.data());
}

}  // namespace tilescribe::kernels
