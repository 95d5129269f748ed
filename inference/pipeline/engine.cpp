// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/engine.h"

#include <algorithm>
#include <string>
#include <utility>

#include "inference/api/engine_names.h"
#include "inference/pipeline/group_types.h"
#include "inference/pipeline/test_faults.h"
#include "inference/pipeline/tuned_file.h"
#include "inference/pipeline/variant_choice.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using kernels::CpuFacts;
using kernels::CpuOptions;
using kernels::DType;

// More threads than cores would wait for each other, and each needs its own memory.
int cpu_threads(const EngineOptions& options) {
  const int cores = kernels::cpu_facts().cores;
  return options.threads > 0 ? std::min(options.threads, cores) : cores;
}

CpuOptions cpu_options(const EngineOptions& options) {
  CpuOptions cpu;
  cpu.threads = cpu_threads(options);
  cpu.background = options.background;
  if (options.compute == Compute::tf32)
    throw Error("The CPU engine computes in f32 or bf16; tf32 is cuda-baseline's.");
  cpu.compute = options.compute == Compute::f32    ? CpuOptions::Compute::f32
                : options.compute == Compute::bf16 ? CpuOptions::Compute::bf16
                                                   : CpuOptions::Compute::automatic;
  cpu.weights = options.weights == Weights::int8   ? CpuOptions::Weights::int8
                : options.weights == Weights::bf16 ? CpuOptions::Weights::bf16
                                                   : CpuOptions::Weights::stored;
  return cpu;
}

std::string plural(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

Message compute_reason(const CpuFacts& facts) {
  if (!facts.bf16) return Message("It computes in f32, because {1}", facts.bf16_reason);
  return Message("It computes in bf16, because this CPU has AVX512-BF16, and multiplies with {1}.",
                 facts.bf16_products);
}

std::string products_text(const CpuFacts& facts) {
  const std::string f32 =
      facts.f32_products + (facts.library_reason.empty() ? "" : " (" + english(facts.library_reason) + ")");
  return facts.bf16 ? facts.bf16_products + " in bf16, " + f32 + " in f32" : f32;
}

std::string mebibytes(std::int64_t bytes) {
  return std::to_string((bytes + (std::int64_t{1} << 20) - 1) >> 20) + " MiB";
}

/// Why a GPU can't run the engine cuda with this many bytes of weights; empty if it can.
Message cuda_refusal(const kernels::CudaDevices& cuda, const EngineOptions& options,
                     std::int64_t weight_bytes) {
  if (!cuda.available) return cuda.reason;
  const auto gpu = std::ranges::find(cuda.devices, options.gpu, &kernels::CudaDeviceFacts::index);
  if (gpu == cuda.devices.end())
    return Message("GPU {1} was asked for, but this machine has {2}, counted from 0.", options.gpu,
                   cuda.devices.size());
  if (!gpu->usable) return gpu->reason;
  std::int64_t most = gpu->free_bytes;
  if (options.gpu_memory_mib > 0) most = std::min(most, options.gpu_memory_mib << 20);
  const std::int64_t needed = weight_bytes + working_bytes;
  if (needed <= most) return {};
  if (options.gpu_memory_mib > 0)
    return Message("The model needs {1} of the GPU's memory, but {2} may be taken.", mebibytes(needed),
                   mebibytes(most));
  return Message("The model needs {1} of the GPU's memory, but {2} are free.", mebibytes(needed),
                 mebibytes(most));
}

OpenedEngine open_cpu(const EngineOptions& options, const Message& why) {
  refuse_storage(Engine::cpu, options.weights);
  OpenedEngine opened{kernels::make_cpu_backend(cpu_options(options)), {}};
  opened.faults = plant_faults(*opened.backend, options);
  const CpuFacts facts = kernels::cpu_facts();
  opened.info.name = "CPU";
  opened.info.compute = opened.backend->activation_dtype() == DType::bf16 ? "bf16" : "f32";
  if (options.weights != Weights::automatic) opened.info.weights = name_of(weights_names, options.weights);
  opened.info.threads = cpu_threads(options);
  opened.info.reason =
      options.compute == Compute::automatic ? Message("{1} {2}", why, compute_reason(facts)) : why;
  return opened;
}

OpenedEngine open_cuda(const EngineOptions& options, Engine engine, const Message& why) {
  const bool tuned = engine == Engine::cuda;
  const std::string name = tuned ? "cuda" : "cuda-baseline";
  if (tuned && options.compute != Compute::automatic && options.compute != Compute::bf16) {
    throw Error("The engine cuda computes in bf16; for f32 take cpu or cuda-baseline.");
  }
  if (!tuned && options.compute == Compute::bf16) {
    throw Error("The engine cuda-baseline computes in tf32 or f32; for bf16 take cuda.");
  }
  refuse_storage(engine, options.weights);
  const bool f32 = options.compute == Compute::f32;
  const bool cublas = options.linear_library == LinearLibrary::cublas;
  OpenedEngine opened{
      kernels::make_cuda_backend(
          {.engine = tuned ? kernels::CudaEngine::tuned : kernels::CudaEngine::baseline,
           .device = options.gpu,
           .memory_limit = static_cast<std::size_t>(options.gpu_memory_mib) << 20,
           .architecture = options.generic_kernels ? 80 : 0,
           .weights = storage_of(options.weights),
           .matrix_mode = f32 ? kernels::MatrixMode::f32 : kernels::MatrixMode::tf32,
           .linear_library = cublas ? kernels::LinearLibrary::cublas : kernels::LinearLibrary::own,
           .inject_fault = gpu_fault(options.inject_fault),
           .separate_memory = options.separate_memory}),
      {}};
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  const auto gpu = std::ranges::find(cuda.devices, options.gpu, &kernels::CudaDeviceFacts::index);
  opened.info.name = gpu == cuda.devices.end() ? name : gpu->name + ", " + name;
  if (cublas) opened.info.name += " with cuBLAS";
  opened.info.compute = tuned ? "bf16" : f32 ? "f32" : "tf32";
  if (in_eight_bits(options.weights)) opened.info.weights = name_of(weights_names, options.weights);
  opened.info.gpu = options.gpu;
  opened.info.reason = why;
  return opened;
}

DeviceRow cpu_row(bool chosen, const Message& why) {
  const CpuFacts facts = kernels::cpu_facts();
  DeviceRow cpu;
  cpu.engine = "cpu";
  cpu.name = Message::verbatim(facts.model_name);
  cpu.usable = true;
  cpu.chosen = chosen;
  cpu.reason = Message("{1} {2}", why, compute_reason(facts));
  cpu.facts = {plural(facts.cores, "core"), std::to_string(facts.memory_bytes >> 20) + " MiB of memory",
               "matrix products: " + products_text(facts), "everything else: Highway " + facts.row_kernels,
               "weights: as in the model's files, or int8 with --weights int8"};
  return cpu;
}

// Two rows per GPU, one per engine; or one row that says why there is no GPU.
std::vector<DeviceRow> cuda_rows(const kernels::CudaDevices& cuda, bool chosen) {
  std::vector<DeviceRow> rows;
  for (const kernels::CudaDeviceFacts& gpu : cuda.devices) {
    DeviceRow row;
    row.name = Message("GPU {1}, {2}", gpu.index, gpu.name);
    row.gpu = gpu.index;
    row.usable = gpu.usable;
    row.facts = {"compute capability " + std::to_string(gpu.major) + "." + std::to_string(gpu.minor),
                 std::to_string(gpu.memory_bytes >> 20) + " MiB of memory, " +
                     std::to_string(gpu.free_bytes >> 20) + " MiB of it free",
                 "driver for CUDA " + kernels::cuda_version_text(cuda.driver_version) + ", built with CUDA " +
                     kernels::cuda_version_text(cuda.runtime_version)};
    row.engine = "cuda";
    row.chosen = chosen && gpu.index == 0;
    row.reason = gpu.usable ? Message("Tuned kernels, bf16.") : gpu.reason;
    rows.push_back(row);
    if (!gpu.usable) continue;
    rows.back().facts.emplace_back("weights: in bf16, or in eight bits with --weights int8 or fp8");
    row.engine = "cuda-baseline";
    row.chosen = false;
    row.reason =
        Message("Every step by the plainest kernel, tf32 or f32: what the tuned ones are measured against.");
    rows.push_back(row);
  }
  if (rows.empty()) {
    DeviceRow& row = rows.emplace_back();
    row.engine = "cuda";
    row.name = Message("no NVIDIA GPU");
    row.reason = cuda.reason;
  }
  return rows;
}

}  // namespace

kernels::MatrixForm::Storage storage_of(Weights weights) {
  using Storage = kernels::MatrixForm::Storage;
  switch (weights) {
    case Weights::bf16:
      return Storage::bf16;
    case Weights::int8:
      return Storage::int8;
    case Weights::fp8:
      return Storage::fp8;
    case Weights::automatic:
      break;
  }
  return Storage::usual;
}

void refuse_storage(Engine engine, Weights weights) {
  if (stores_in(engine, weights)) return;
  if (engine == Engine::cpu)
    throw Error("The engine cpu stores weights in f32, bf16 or int8; for fp8 take cuda.");
  if (weights == Weights::fp8)
    throw Error("The engine cuda-baseline stores weights in f32; for fp8 take cuda.");
  throw Error("The engine cuda-baseline stores weights in f32; for {1} take cuda or cpu.",
              name_of(weights_names, weights));
}

EngineChoice choose_engine(const EngineOptions& options, std::int64_t weight_bytes,
                           const std::function<kernels::CudaDevices()>& cuda_devices) {
  if (options.linear_library == LinearLibrary::cublas && options.engine != Engine::cuda_baseline) {
    throw Error("cuBLAS can run the linear layers of the engine cuda-baseline; the engine asked for is {1}.",
                name_of(engine_names, options.engine));
  }
  switch (options.engine) {
    case Engine::cpu:
      return {Engine::cpu, Message("The CPU engine was asked for.")};
    case Engine::cuda:
      return {Engine::cuda, Message("The engine cuda was asked for.")};
    case Engine::cuda_baseline:
      return {Engine::cuda_baseline, Message("The engine cuda-baseline was asked for.")};
    case Engine::remote:
      throw Error("This needs a model on this machine; the engine remote only transcribes files.");
    case Engine::automatic:
      break;
  }
  if (options.compute == Compute::f32) return {Engine::cpu, Message("Arithmetic in f32 was asked for.")};
  const Message refusal = cuda_refusal(cuda_devices(), options, weight_bytes);
  if (!refusal.empty()) return {Engine::cpu, Message("No GPU is used: {1}", refusal)};
  if (options.compute == Compute::tf32)
    return {Engine::cuda_baseline, Message("Arithmetic in tf32 was asked for.")};
  return {Engine::cuda, Message("The GPU is the fastest that this machine has.")};
}

OpenedEngine open_engine(const EngineOptions& options, std::int64_t weight_bytes) {
  const auto [engine, why] = choose_engine(options, weight_bytes, kernels::cuda_devices);
  OpenedEngine opened = engine == Engine::cpu ? open_cpu(options, why) : open_cuda(options, engine, why);
  opened.types = model_types(options, engine);
  opened.info.float8_cache = opened.types.float8_cache;
  if (options.tuned && options.fusion) use_tuned(opened);
  choose_variants(*opened.backend, options);
  return opened;
}

std::vector<DeviceRow> device_rows(const kernels::CudaDevices& cuda) {
  const Message refusal = cuda_refusal(cuda, {}, 0);
  std::vector<DeviceRow> rows{
      cpu_row(!refusal.empty(), refusal.empty() ? Message("It runs on every machine; the GPU is faster.")
                                                : Message("It runs on every machine."))};
  for (DeviceRow& gpu : cuda_rows(cuda, refusal.empty())) rows.push_back(std::move(gpu));
  return rows;
}

std::vector<DeviceRow> devices() {
  return device_rows(kernels::cuda_devices());
}

}  // namespace tilescribe
