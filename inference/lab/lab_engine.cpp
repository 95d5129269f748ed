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

void open_on_cpu(LabEngine& engine, const lab::Source& source, int threads, LabUse use) {
  const lab::CompiledKernel code = lab::compiled_kernel(source);
  const int cores = kernels::cpu_facts().cores;
  const int taken = threads > 0 ? std::min(threads, cores) : cores;
  engine.source = told(source, code.compiler, code.kept, code.seconds);
  engine.info.name = "CPU";
  engine.info.threads = taken;
  if (use == LabUse::check) {
    engine.backend = std::make_unique<lab::LabBackend>(*source.exercise, code.kernel, taken,
                                                       lab::LabBackend::Purpose::check);
  } else {
    engine.backend = lab::backend_with(*source.exercise, code.kernel, taken, *engine.check);
  }
}

void open_on_gpu(LabEngine& engine, const lab::Source& source, const UserKernel& kernel, LabUse use) {
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  const auto gpu = std::ranges::find(cuda.devices, kernel.gpu, &kernels::CudaDeviceFacts::index);
  if (!cuda.available) throw Error("No GPU can be used: {1}", cuda.reason);
  if (gpu == cuda.devices.end())
    throw Error("GPU {1} was asked for, but this machine has {2}, counted from 0.", kernel.gpu,
                cuda.devices.size());
  const auto [code, compiler] = lab::compiled_cubin(source, nvrtc_architecture(*gpu));
  engine.source = told(source, compiler, code.kept, code.seconds);
  engine.info.name = gpu->name + ", cuda-baseline";
  if (source.exercise->products) engine.info.compute = "tf32";
  engine.info.gpu = kernel.gpu;
  const lab::CudaLab own{source.exercise, code.bytes, source.tile_ir ? &*source.tile_ir : nullptr,
                         use == LabUse::time};
  engine.backend = lab::make_cuda_lab(own, {.engine = kernels::CudaEngine::baseline, .device = kernel.gpu});
  if (use == LabUse::check) return;
  lab::require_correct(*engine.backend, *engine.check);
  lab::use_kernel(*engine.backend, true);
}

}  // namespace

LabRun run_of(const LabEngine& engine, const std::string& model) {
  const lab::Exercise& exercise = lab::exercise_named(engine.source.exercise);
  return {std::string(exercise.name),
          std::string(exercise.op),
          {.engine = engine.info.summary(), .compute = engine.info.compute, .model = model, .ceilings = {}},
          provenance_now(engine.info.gpu)};
}

std::string nvrtc_architecture(const kernels::CudaDeviceFacts& gpu) {
  const int number = gpu.major * 10 + gpu.minor;
  return "sm_" + std::to_string(number) + (number == 90 ? "a" : "");
}

LabEngine open_lab_engine(const UserKernel& kernel, LabUse use, std::uint64_t seed) {
  if (kernel.engine != Engine::cpu && kernel.engine != Engine::cuda_baseline)
    throw Error(
        "A kernel of the user's own runs on the engine cpu or cuda-baseline; the engine asked for is {1}.",
        name_of(all_engine_names, kernel.engine));
  const lab::Source source = lab::read_source(kernel.file);
  LabEngine engine;
  engine.info.compute = "f32";
  engine.check = lab::begin_check(*source.exercise, seed);
  if (kernel.engine == Engine::cpu)
    open_on_cpu(engine, source, kernel.threads, use);
  else
    open_on_gpu(engine, source, kernel, use);
  return engine;
}

}  // namespace tilescribe
