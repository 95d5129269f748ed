// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "inference/api/kernel_lab.h"
#include "inference/api/transcriber.h"
#include "kernels/backend/backend.h"
#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/check/check_ops.h"

namespace tilescribe {

/// A user's kernel on its engine.
struct LabEngine {
  std::unique_ptr<kernels::Backend> backend;  // a LabHost
  EngineInfo info;
  CompiledSource source;
  std::unique_ptr<kernels::BegunCheck> check;  // of the kernel; has been run, unless it was opened for that
};

enum class LabUse : std::uint8_t {
  check,  // the kernel is the only variant, and has not been checked
  model,  // it has passed its op's check and is in use, beside the engine's own variants
  time,   // likewise, and is timed beside them
};

/// What is known of the kernel and of where it runs; without ceilings.
LabRun run_of(const LabEngine& engine, const std::string& model = {});

/// The architecture that NVRTC compiles for this GPU: "sm_90a".
std::string nvrtc_architecture(const kernels::CudaDeviceFacts& gpu);

/// Compiles the kernel and opens cpu or cuda-baseline with it, in float32. The references of its check, which
/// has this seed, are computed meanwhile. Throws Error; with the first wrong element if the check fails.
LabEngine open_lab_engine(const UserKernel& kernel, LabUse use, std::uint64_t seed = 1);

}  // namespace tilescribe
