// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

/// Any kernel of this build: a GPU that can load it can load the others, too.
__global__ void probe() {}

Message no_answer(cudaError_t status) {
  return Message("It does not answer: {1}.", cudaGetErrorString(status));
}

/// Why the current GPU can't be used; empty if it can. Sets its free memory.
Message try_device(CudaDeviceFacts& facts) {
  cudaFuncAttributes attributes{};
  cudaError_t status = cudaFuncGetAttributes(&attributes, probe);
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction) {
    return Message("It has compute capability {1}.{2}, but this build holds kernels for {3} only.",
                   facts.major, facts.minor, TILESCRIBE_CUDA_ARCHITECTURES);
  }
  std::size_t free = 0, total = 0;
  if (status == cudaSuccess) status = cudaMemGetInfo(&free, &total);
  facts.free_bytes = static_cast<std::int64_t>(free);
  return status == cudaSuccess ? Message() : no_answer(status);
}

CudaDeviceFacts describe_device(int index) {
  CudaDeviceFacts facts;
  facts.index = index;
  cudaDeviceProp properties{};
  cudaError_t status = cudaGetDeviceProperties(&properties, index);
  facts.name = status == cudaSuccess ? properties.name : "GPU " + std::to_string(index);
  facts.major = properties.major;
  facts.minor = properties.minor;
  facts.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  if (status == cudaSuccess) status = cudaSetDevice(index);
  facts.reason = status == cudaSuccess ? try_device(facts) : no_answer(status);
  facts.usable = facts.reason.empty();
  cudaGetLastError();  // clears the error that the reason has reported
  return facts;
}

}  // namespace

CudaDevices find_cuda_devices() {
  CudaDevices found;
  check(cudaRuntimeGetVersion(&found.runtime_version), Message("when asked for the runtime's version"));
  check(cudaDriverGetVersion(&found.driver_version), Message("when asked for the driver's version"));
  if (found.driver_version == 0) {
    found.reason = Message("No NVIDIA driver was found on this machine.");
    return found;
  }
  int count = 0;
  const cudaError_t counted = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (counted == cudaErrorInsufficientDriver) {
    found.reason = Message("The NVIDIA driver takes CUDA up to {1}, but this build needs {2}.",
                           cuda_version_text(found.driver_version), cuda_version_text(found.runtime_version));
  } else if (counted == cudaErrorNoDevice || (counted == cudaSuccess && count == 0)) {
    found.reason = Message("An NVIDIA driver is installed, but it finds no GPU.");
  } else if (counted != cudaSuccess) {
    found.reason = Message("The NVIDIA driver can't be used: {1}.", cudaGetErrorString(counted));
  } else {
    found.available = true;
    for (int index = 0; index < count; ++index) found.devices.push_back(describe_device(index));
  }
  return found;
}

}  // namespace tilescribe::kernels
