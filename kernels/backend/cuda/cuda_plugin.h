// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/backend/cuda/cuda_loader.h"

/// The interface between the kernels library and the CUDA plugin (libtilescribe_cuda.so), which is opened at
/// run time, so the programs also run without a driver. Both are built together and share the library's
/// types. The number detects a plugin of another build.
namespace tilescribe::kernels {

inline constexpr std::int32_t cuda_plugin_abi = 12;

struct CudaPlugin {
  std::int32_t abi;
  CudaDevices (*devices)();
  std::unique_ptr<Backend> (*make)(const CudaOptions& options);  // throws Error
};

}  // namespace tilescribe::kernels

/// The plugin's only entry.
extern "C" TILESCRIBE_EXPORT const tilescribe::kernels::CudaPlugin* tilescribe_cuda_entry();
