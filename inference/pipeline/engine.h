// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "inference/api/lab.h"
#include "inference/api/options.h"
#include "inference/api/transcriber.h"
#include "inference/model/model_types.h"
#include "kernels/backend/backend.h"
#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// Memory needed besides the weights to transcribe one window at a time.
inline constexpr std::int64_t working_bytes = std::int64_t{1} << 30;

/// A backend and why it was chosen.
struct OpenedEngine {
  std::unique_ptr<kernels::Backend> backend;
  EngineInfo info;
  model::ModelTypes types = {};                               // in which a model is to be loaded
  std::vector<std::unique_ptr<kernels::OpHook>> faults = {};  // of a test; destroyed before the backend
};

/// How a backend stores matrices for it.
kernels::MatrixForm::Storage storage_of(Weights weights);
/// Throws Error if the engine can't store its matrices so (stores_in).
void refuse_storage(Engine engine, Weights weights);

/// Which engine runs, never `automatic`, and why.
struct EngineChoice {
  Engine engine;
  Message reason;
};

/// The engine that the options ask for, or the best one for `weight_bytes` of bf16 weights. Looks for GPUs
/// only if the choice depends on them. Throws Error if the engine can't do what was asked for.
EngineChoice choose_engine(const EngineOptions& options, std::int64_t weight_bytes,
                           const std::function<kernels::CudaDevices()>& cuda_devices);

/// The rows of `devices()` for these GPUs.
std::vector<DeviceRow> device_rows(const kernels::CudaDevices& cuda);

/// Opens the engine that the options ask for, or this machine's best one for `weight_bytes` of bf16 weights.
/// Throws Error if what was asked for can't be used.
OpenedEngine open_engine(const EngineOptions& options, std::int64_t weight_bytes);

}  // namespace tilescribe
