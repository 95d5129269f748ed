// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// An NVIDIA GPU as the driver describes it.
struct CudaDeviceFacts {
  int index = 0;                  // as the driver counts them
  std::string name;               // e.g. "NVIDIA H200"
  int major = 0, minor = 0;       // compute capability
  std::int64_t memory_bytes = 0;  // in all
  std::int64_t free_bytes = 0;    // now
  bool usable = false;            // this build holds kernels for it, and it answers
  std::string reason;             // why not, where not; a sentence
};

/// What this machine has for CUDA.
struct CudaDevices {
  bool available = false;   // the plugin, a driver that is new enough and at least one GPU
  std::string reason;       // why not, where not; a sentence
  int driver_version = 0;   // the newest CUDA that the driver takes, 1000·major + 10·minor; 0: none
  int runtime_version = 0;  // the CUDA of this build, likewise; 0: no plugin
  std::vector<CudaDeviceFacts> devices;
};

/// Opens the CUDA plugin and asks the driver. Never throws for what is missing: that is the reason.
TILESCRIBE_EXPORT CudaDevices cuda_devices();

/// "13.0" of 13000.
TILESCRIBE_EXPORT std::string cuda_version_text(int version);

/// The plain float32 engine on one GPU, "cuda-baseline". Throws Error where it can't run.
TILESCRIBE_EXPORT std::unique_ptr<Backend> make_cuda_baseline_backend(int device);

}  // namespace tilescribe::kernels
