// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/launch.h"

#include <string>

#include "kernels/device/status.h"

namespace tilescribe::kernels {

void launch_kernel(CudaStream& stream, const Launch& how, const void* kernel, void** arguments) {
  const std::string doing = "while starting the kernel " + std::string(how.name);
  const bool knows_early = stream.gpu().compute_major >= 9;
  const KernelOrder order = knows_early ? how.order : one_by_one;
  stream.order().launch(how.name, order);
  if (how.most_shared) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared),
          doing);
  }
  if (how.shared_bytes > 0) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(how.shared_bytes)),
          doing);
  }
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config = {};
  config.gridDim = how.grid;
  config.blockDim = dim3(static_cast<unsigned>(how.threads));
  config.dynamicSmemBytes = how.shared_bytes;
  config.stream = stream.use();
  config.attrs = attributes;
  if (order.begins != Begins::behind_predecessor) {
    attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
  }
  if (how.cluster > 1) {
    attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
    attributes[config.numAttrs++].val.clusterDim = {static_cast<unsigned>(how.cluster), 1, 1};
  }
  check(cudaLaunchKernelExC(&config, kernel, arguments), doing);
}

}  // namespace tilescribe::kernels
