// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "inference/pipeline/opened_model.h"

namespace tilescribe {

/// The options of each device that these options ask for: one, or each of several GPUs. Throws Error if there
/// is no such GPU.
std::vector<EngineOptions> options_of_devices(const EngineOptions& options,
                                              const std::function<kernels::CudaDevices()>& cuda_devices);

/// The same model on each device, opened at the same time. A device that fails is left out, and the first
/// model's EngineInfo says why. Throws the first device's error if all fail.
std::vector<OpenedModel> open_on_devices(const std::vector<EngineOptions>& devices,
                                         const std::function<OpenedModel(const EngineOptions&)>& open);

/// What these options ask for, opened on as many devices. If `automatic` several GPUs fail, the CPU is taken.
/// Throws Error, or Cancelled on a stop request.
std::vector<OpenedModel> open_models(const EngineOptions& options, const std::stop_token& stop);

/// Several devices as one: "2 × NVIDIA H200, cuda". At least one.
EngineInfo joined_engine(const std::vector<const EngineInfo*>& devices);

/// What a device is called among several: "GPU 1, NVIDIA H200, cuda".
Message device_name(const EngineInfo& engine);

}  // namespace tilescribe
