// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/several_models.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "inference/api/engine_names.h"
#include "inference/api/error.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

std::string numbers_of(const std::vector<EngineOptions>& devices) {
  std::string numbers;
  for (const EngineOptions& device : devices)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(device.gpu);
  return numbers;
}

}  // namespace

std::vector<EngineOptions> options_of_devices(const EngineOptions& options,
                                              const std::function<kernels::CudaDevices()>& cuda_devices) {
  EngineOptions one = options;
  one.gpus.clear();
  one.all_gpus = false;
  if (options.gpus.empty() && !options.all_gpus) return {one};
  if (options.engine == Engine::cpu || options.engine == Engine::remote)
    throw Error("GPUs run the engines cuda and cuda-baseline; the engine asked for is {1}.",
                name_of(all_engine_names, options.engine));
  const kernels::CudaDevices found = cuda_devices();
  if (!found.available && options.engine == Engine::automatic) return {one};  // which says why
  if (!found.available) throw Error("GPUs were asked for. {1}", found.reason);
  std::vector<int> gpus = options.gpus;
  if (options.all_gpus) {
    gpus.clear();
    for (const kernels::CudaDeviceFacts& gpu : found.devices)
      if (gpu.usable) gpus.push_back(gpu.index);
    if (gpus.empty()) return {one};
  }
  if (one.engine == Engine::automatic) one.engine = Engine::cuda;
  std::vector<EngineOptions> devices;
  for (const int gpu : gpus) {
    const auto facts = std::ranges::find(found.devices, gpu, &kernels::CudaDeviceFacts::index);
    if (facts == found.devices.end())
      throw Error("GPU {1} was asked for, but this machine has {2}, counted from 0.", gpu,
                  found.devices.size());
    EngineOptions device = one;
    device.gpu = gpu;
    if (gpu != gpus.back()) device.inject_fault = InjectedFault::none;
    devices.push_back(std::move(device));
  }
  return devices;
}

std::vector<OpenedModel> open_on_devices(const std::vector<EngineOptions>& devices,
                                         const std::function<OpenedModel(const EngineOptions&)>& open) {
  std::vector<std::optional<OpenedModel>> opened(devices.size());
  std::vector<std::exception_ptr> failures(devices.size());
  const auto open_one = [&](std::size_t i) {
    try {
      opened[i].emplace(open(devices[i]));
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < devices.size(); ++i) others.emplace_back([&open_one, i] { open_one(i); });
    open_one(0);
  }
  std::vector<OpenedModel> models;
  Message left_out;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (opened[i]) {
      models.push_back(std::move(*opened[i]));
    } else if (is_cancellation(failures[i])) {
      std::rethrow_exception(failures[i]);
    } else {
      const Message why =
          Message("GPU {1} is not used: {2}", devices[i].gpu, describe_failure(failures[i]).message);
      left_out = left_out.empty() ? why : Message("{1} {2}", left_out, why);
    }
  }
  if (models.empty()) std::rethrow_exception(failures.front());
  if (devices.size() > 1)
    models.front().engine.info.reason = Message("The GPUs {1} were asked for.", numbers_of(devices));
  models.front().engine.info.left_out = left_out;
  return models;
}

std::vector<OpenedModel> open_models(const EngineOptions& options, const std::stop_token& stop) {
  const std::vector<EngineOptions> devices = options_of_devices(options, kernels::cuda_devices);
  const auto open = [&stop](const EngineOptions& device) { return open_model(device, stop); };
  const bool chosen_here = options.engine != devices.front().engine;
  if (!chosen_here) return open_on_devices(devices, open);
  try {
    return open_on_devices(devices, open);
  } catch (const DeviceError& failure) {
    std::vector<OpenedModel> models;
    models.push_back(open_model(on_cpu(options), stop));
    models.front().engine.info.reason = Message("No GPU is used: {1}", failure.message());
    return models;
  }
}

EngineInfo joined_engine(const std::vector<const EngineInfo*>& devices) {
  EngineInfo joined = *devices.front();
  joined.name.clear();
  for (auto first = devices.begin(); first != devices.end();) {
    const auto behind = std::find_if(
        first, devices.end(), [&](const EngineInfo* device) { return device->name != (*first)->name; });
    const auto count = behind - first;
    if (!joined.name.empty()) joined.name += " + ";
    joined.name += (count > 1 ? std::to_string(count) + " × " : std::string()) + (*first)->name;
    first = behind;
  }
  return joined;
}

Message device_name(const EngineInfo& engine) {
  return engine.gpu < 0 ? Message::verbatim(engine.name) : Message("GPU {1}, {2}", engine.gpu, engine.name);
}

}  // namespace tilescribe
