// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/launch.h"

#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

/// What the driver says of a kernel's code; only its name and threads where it says nothing.
KernelCode code_of(const Launch& how, const void* kernel) {
  KernelCode code{.name = how.name, .threads = how.threads};
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess) {
    cudaGetLastError();  // so no later call reports it
    return code;
  }
  code.registers = attributes.numRegs;
  code.shared_bytes = static_cast<std::int64_t>(attributes.sharedSizeBytes + how.shared_bytes);
  code.local_bytes = static_cast<std::int64_t>(attributes.localSizeBytes);
  return code;
}

}  // namespace

void launch_kernel(CudaStream& stream, const Launch& how, const void* kernel, void** arguments) {
  constexpr std::size_t plain_shared = 32 * 1024;  // bytes; without the attribute: 48 KiB with static arrays
  const auto check_start = [&how](cudaError_t status) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // reported here, so a later call does not report it again
    check(status, Message("while starting the kernel {1}", how.name));
  };
  const cudaStream_t queue = stream.use();  // first: attributes are the current device's
  const bool knows_early = stream.gpu().compute_major >= 9;
  const KernelOrder order = knows_early ? how.order : one_by_one;
  stream.order().launch(how.name, order);
  if (how.most_shared) {
    check_start(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                     cudaSharedmemCarveoutMaxShared));
  }
  if (how.shared_bytes > plain_shared) {
    check_start(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(how.shared_bytes)));
  }
  cudaLaunchAttribute attributes[3] = {};
  cudaLaunchConfig_t config = {};
  config.gridDim = how.grid;
  config.blockDim = dim3(static_cast<unsigned>(how.threads));
  config.dynamicSmemBytes = how.shared_bytes;
  config.stream = queue;
  config.attrs = attributes;
  if (order.begins != Begins::behind_predecessor) {
    attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
  }
  if (how.cluster > 1) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs++].val.clusterDim = {static_cast<unsigned>(how.cluster), 1, 1};
  }
  if (how.together) {
    attributes[config.numAttrs].id = cudaLaunchAttributeCooperative;
    attributes[config.numAttrs++].val.cooperative = 1;
  }
  check_start(cudaLaunchKernelExC(&config, kernel, arguments));
  if (LaunchedKernels* const noted = stream.noted_kernels()) noted->add(code_of(how, kernel));
}

}  // namespace tilescribe::kernels
