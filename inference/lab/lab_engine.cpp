// SPDX-License-Identifier: Apache-2.0
#include "inference/lab/lab_engine.h"

#include <algorithm>
#include <string>

#include "inference/api/engine_names.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"
#include "kernels/lab/cuda_lab.h"
#include "kernels/lab/lab_backend.h"
#include "kernels/lab/source.h"

namespace tilescribe {
namespace {

namespace lab = kernels::lab;

CompiledSource told(const lab::Source& source, const std::string& compiler, bool kept, double seconds) {
  return {std::string(source.exercise->name), compiler, kept, seconds};
}

LabEngine on_cpu(const lab::Source& source, int threads, LabUse use) {
  const lab::CompiledKernel code = lab::compiled_kernel(source);
  const int cores = kernels::cpu_facts().cores;
  const int taken = threads > 0 ? std::min(threads, cores) : cores;
  LabEngine engine{nullptr, told(source, code.compiler, code.kept, code.seconds)};
  if (use == LabUse::model) {
    engine.backend = lab::backend_with(*source.exercise, code.kernel, taken);
  } else {
    engine.backend = std::make_unique<lab::LabBackend>(*source.exercise, code.kernel, taken,
                                                       lab::LabBackend::Purpose::check);
  }
  return engine;
}

LabEngine on_gpu(const lab::Source& source, const UserKernel& kernel, LabUse use) {
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  const auto gpu = std::ranges::find(cuda.devices, kernel.gpu, &kernels::CudaDeviceFacts::index);
  if (!cuda.available) throw Error("No GPU can be used: {1}", cuda.reason);
  if (gpu == cuda.devices.end())
    throw Error("GPU {1} was asked for, but this machine has {2}, counted from 0.", kernel.gpu,
                cuda.devices.size());
  const auto [code, compiler] = lab::compiled_cubin(source, nvrtc_architecture(*gpu));
  lab::CudaLab own{source.exercise, code.bytes, source.tile_ir ? &*source.tile_ir : nullptr, true};
  const kernels::CudaOptions where{.engine = kernels::CudaEngine::baseline, .device = kernel.gpu};
  LabEngine engine{lab::make_cuda_lab(own, where), told(source, compiler, code.kept, code.seconds)};
  if (use == LabUse::check) return engine;
  lab::require_correct(*engine.backend);
  own.only_users = false;
  engine.backend = lab::make_cuda_lab(own, where);
  lab::use_kernel(*engine.backend, true);
  return engine;
}

}  // namespace

std::string nvrtc_architecture(const kernels::CudaDeviceFacts& gpu) {
  const int number = gpu.major * 10 + gpu.minor;
  return "sm_" + std::to_string(number) + (number == 90 ? "a" : "");
}

LabEngine open_lab_engine(const UserKernel& kernel, LabUse use) {
  if (kernel.engine != Engine::cpu && kernel.engine != Engine::cuda_baseline)
    throw Error(
        "A kernel of the user's own runs on the engine cpu or cuda-baseline; the engine asked for is {1}.",
        name_of(all_engine_names, kernel.engine));
  const lab::Source source = lab::read_source(kernel.file);
  return kernel.engine == Engine::cpu ? on_cpu(source, kernel.threads, use) : on_gpu(source, kernel, use);
}

}  // namespace tilescribe
