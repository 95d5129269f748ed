// SPDX-License-Identifier: Apache-2.0
#include "inference/api/models.h"
#include "inference/pipeline/engine.h"
#include "kernels/backend/cpu/cpu_backend.h"

namespace tilescribe {
namespace {

Real gigabytes(std::int64_t bytes) {
  return {static_cast<double>(bytes) / 1e9, 1};
}

}  // namespace

MemoryFit memory_fit(std::int64_t parameters) {
  const std::int64_t weights = 2 * parameters;  // bf16, on every engine that `auto` chooses
  MemoryFit fit{.needed_bytes = weights + working_bytes};
  const kernels::CudaDevices cuda = kernels::cuda_devices();
  if (choose_engine({}, weights, [&] { return cuda; }).engine != Engine::cpu) {
    fit.fits = true;
    fit.sentence = Message("It needs {1} GB of memory and fits on the GPU.", gigabytes(fit.needed_bytes));
    return fit;
  }
  const std::int64_t there = kernels::cpu_facts().memory_bytes;
  const std::int64_t in_int8 = parameters + working_bytes;
  fit.fits = fit.needed_bytes <= there;
  if (fit.fits)
    fit.sentence = Message("It needs {1} GB of memory and fits into the {2} GB of this computer.",
                           gigabytes(fit.needed_bytes), gigabytes(there));
  else if (in_int8 <= there)
    fit.sentence = Message(
        "It needs {1} GB of memory, but this computer has {2} GB. With weights in int8 it needs {3} GB and "
        "fits.",
        gigabytes(fit.needed_bytes), gigabytes(there), gigabytes(in_int8));
  else
    fit.sentence = Message("It needs {1} GB of memory, but this computer has {2} GB: it does not fit.",
                           gigabytes(fit.needed_bytes), gigabytes(there));
  return fit;
}

}  // namespace tilescribe
