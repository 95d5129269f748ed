// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/device/status.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {
namespace {

/// Any kernel of this build: tells which code the driver chose for this GPU.
__global__ void probe() {}

Gpu ask_gpu(int index) {
  const Message doing("while asking a GPU for its sizes");
  Gpu found;
  found.index = index;
  int shared = 0;
  check(cudaDeviceGetAttribute(&found.multiprocessors, cudaDevAttrMultiProcessorCount, index), doing);
  check(cudaDeviceGetAttribute(&found.compute_major, cudaDevAttrComputeCapabilityMajor, index), doing);
  // If the driver compiles code for an older GPU, that code uses no newer features.
  cudaFuncAttributes code{};
  check(cudaFuncGetAttributes(&code, probe), doing);
  found.compute_major = std::min(found.compute_major, code.ptxVersion / 10);
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, index), doing);
  found.shared_bytes = static_cast<std::size_t>(shared);
  return found;
}

}  // namespace

CudaStream::CudaStream(int index, bool wgmma) {
  check(cudaSetDevice(index), Message("when GPU {1} was chosen", index));
  gpu_ = ask_gpu(index);
  gpu_.wgmma = wgmma;
  check(cudaStreamCreateWithFlags(Filling(stream_), cudaStreamNonBlocking), Message("while making a stream"));
}

cudaStream_t CudaStream::use() const {
  cudaSetDevice(gpu_.index);  // can't fail: it worked in the constructor
  return stream_.get();
}

cudaStream_t CudaStream::use_in_order() {
  order_.settle();
  return use();
}

void CudaStream::wait() {
  check(cudaStreamSynchronize(use_in_order()), Message("while finishing what it was given"));
}

}  // namespace tilescribe::kernels
