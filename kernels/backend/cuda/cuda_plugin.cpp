// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_plugin.h"

#include "kernels/backend/cuda/cuda_backend.h"

const tilescribe::kernels::CudaPlugin* tilescribe_cuda_entry() {
  using namespace tilescribe::kernels;
  static const CudaPlugin plugin{cuda_plugin_abi, find_cuda_devices,
                                 [](const CudaOptions& options) -> std::unique_ptr<Backend> {
                                   return std::make_unique<CudaBackend>(options);
                                 }};
  return &plugin;
}
