// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cubin_kernel.h"

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

constexpr std::size_t most_grids = 256;
constexpr int most_shared_bytes = 99 * 1024;  // what every GPU from sm_80 on gives a block

}  // namespace

CubinKernel::CubinKernel(std::string_view cubin, CudaStream& stream) {
  const Message doing("while loading a kernel that was compiled at run time");
  stream.use();
  check(cudaLibraryLoadData(Filling(library_), cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        doing);
  check(cudaLibraryGetKernel(&kernel_, library_.get(), "tilescribe_lab_kernel"), doing);
  check(cudaLibraryGetKernel(&asked_, library_.get(), "tilescribe_lab_grid"), doing);
  void* shared = nullptr;
  std::size_t size = 0;
  check(cudaLibraryGetGlobal(&shared, &size, library_.get(), "tilescribe_lab_shared_bytes"), doing);
  check(cudaMemcpy(&shared_bytes_, shared, sizeof shared_bytes_, cudaMemcpyDeviceToHost), doing);
  if (shared_bytes_ > most_shared_bytes)
    throw Error("A kernel's struct Shared may have {1} bytes, but this one has {2}.", most_shared_bytes,
                shared_bytes_);
  check(cudaHostAlloc(Filling(blocks_), 3 * sizeof(int), cudaHostAllocMapped), doing);
}

tile::Grid CubinKernel::grid(const void* args, CudaStream& stream) {
  auto* const blocks = static_cast<int*>(blocks_.get());
  void* seen = nullptr;
  check(cudaHostGetDevicePointer(&seen, blocks, 0), Message("while pinning memory of the host"));
  void* arguments[] = {const_cast<void*>(args), &seen, nullptr};
  launch_kernel(stream, plainly("lab_grid", dim3(1), 1), asked_, arguments);
  stream.wait();
  return {blocks[0], blocks[1], blocks[2]};
}

void CubinKernel::launch(const void* args, std::size_t bytes, CudaStream& stream) {
  const std::string key(static_cast<const char*>(args), bytes);
  auto known = grids_.find(key);
  if (known == grids_.end()) {
    if (grids_.size() >= most_grids) grids_.clear();
    known = grids_.emplace(key, grid(args, stream)).first;
  }
  const tile::Grid& grid = known->second;
  if (grid.x <= 0 || grid.y <= 0 || grid.z <= 0) return;
  const dim3 blocks(static_cast<unsigned>(grid.x), static_cast<unsigned>(grid.y),
                    static_cast<unsigned>(grid.z));
  void* arguments[] = {const_cast<void*>(args), nullptr};
  launch_kernel(stream, plainly("lab", blocks, tile::block_threads, static_cast<std::size_t>(shared_bytes_)),
                kernel_, arguments);
}

}  // namespace tilescribe::kernels
