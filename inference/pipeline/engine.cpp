// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/engine.h"

#include <utility>

#include "inference/api/lab.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/cuda/cuda_loader.h"

namespace tilescribe {
namespace {

using kernels::CpuFacts;
using kernels::CpuOptions;
using kernels::DType;

CpuOptions cpu_options(const EngineOptions& options) {
  CpuOptions cpu;
  cpu.threads = options.threads;
  cpu.background = options.background;
  switch (options.compute) {
    case Compute::automatic:
      cpu.compute = CpuOptions::Compute::automatic;
      break;
    case Compute::f32:
      cpu.compute = CpuOptions::Compute::f32;
      break;
    case Compute::bf16:
      cpu.compute = CpuOptions::Compute::bf16;
      break;
  }
  return cpu;
}

std::string plural(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string compute_reason(const CpuFacts& facts) {
  return facts.bf16 ? "It computes in bf16, because this CPU has AVX512-BF16 and " + facts.matrix_library +
                          " uses it."
                    : "It computes in f32, because " + facts.bf16_reason +
                          (facts.bf16_reason.ends_with('.') ? "" : ".");
}

DeviceRow cpu_row() {
  const CpuFacts facts = kernels::cpu_facts();
  DeviceRow cpu;
  cpu.engine = "cpu";
  cpu.name = facts.model_name;
  cpu.usable = cpu.chosen = true;
  cpu.reason = "It runs on every machine and is the only engine that transcribes in this version. " +
               compute_reason(facts);
  cpu.facts = {plural(facts.cores, "core"), std::to_string(facts.memory_bytes >> 20) + " MiB of memory",
               "matrix products: " + facts.matrix_library +
                   (facts.library_reason.empty() ? "" : " (" + facts.library_reason + ")"),
               "everything else: Highway " + facts.row_kernels};
  return cpu;
}

// A row a GPU, or one that says why there is none.
std::vector<DeviceRow> cuda_rows() {
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  std::vector<DeviceRow> rows;
  for (const kernels::CudaDeviceFacts& gpu : cuda.devices) {
    DeviceRow& row = rows.emplace_back();
    row.engine = "cuda-baseline";
    row.name = gpu.name;
    row.reason = gpu.usable
                     ? "Its kernels can be checked (tilescribe-cli check), but this version transcribes "
                       "on the CPU."
                     : gpu.reason;
    row.facts = {"compute capability " + std::to_string(gpu.major) + "." + std::to_string(gpu.minor),
                 std::to_string(gpu.memory_bytes >> 20) + " MiB of memory, " +
                     std::to_string(gpu.free_bytes >> 20) + " MiB of it free",
                 "driver for CUDA " + kernels::cuda_version_text(cuda.driver_version) + ", built with CUDA " +
                     kernels::cuda_version_text(cuda.runtime_version)};
  }
  if (rows.empty()) {
    DeviceRow& row = rows.emplace_back();
    row.engine = "cuda-baseline";
    row.name = "no NVIDIA GPU";
    row.reason = cuda.reason;
  }
  return rows;
}

}  // namespace

std::string EngineInfo::summary() const {
  return name + ", " + compute + ", " + plural(threads, "thread");
}

OpenedEngine open_engine(const EngineOptions& options) {
  OpenedEngine opened{kernels::make_cpu_backend(cpu_options(options)), {}};
  const CpuFacts facts = kernels::cpu_facts();
  opened.info.name = "CPU";
  opened.info.compute = opened.backend->activation_dtype() == DType::bf16 ? "bf16" : "f32";
  opened.info.threads = options.threads > 0 ? options.threads : facts.cores;
  opened.info.reason = options.engine == Engine::cpu
                           ? "The CPU engine was asked for."
                           : "The CPU engine runs on every machine and is the only one in this version.";
  if (options.compute == Compute::automatic) opened.info.reason += " " + compute_reason(facts);
  return opened;
}

std::vector<DeviceRow> devices() {
  std::vector<DeviceRow> rows{cpu_row()};
  for (DeviceRow& gpu : cuda_rows()) rows.push_back(std::move(gpu));
  return rows;
}

}  // namespace tilescribe
