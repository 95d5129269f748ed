// SPDX-License-Identifier: Apache-2.0
#include "inference/api/lab.h"

#include <algorithm>
#include <random>
#include <utility>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

std::unique_ptr<kernels::Backend> cpu_backend(int threads, kernels::CpuOptions::Compute compute) {
  return kernels::make_cpu_backend({.compute = compute, .threads = threads, .background = false});
}

/// A backend that is checked, and what its variants' names begin with.
struct Checked {
  std::unique_ptr<kernels::Backend> backend;
  std::string prefix;
};

/// The CPU in each of its types, then the first GPU that can be used.
std::vector<Checked> checked_backends(int threads) {
  using Compute = kernels::CpuOptions::Compute;
  std::vector<Checked> list;
  list.push_back({cpu_backend(threads, Compute::f32), ""});
  if (kernels::cpu_facts().bf16) list.push_back({cpu_backend(threads, Compute::bf16), ""});
  const std::vector<kernels::CudaDeviceFacts> gpus = kernels::cuda_devices().devices;
  const auto gpu = std::ranges::find_if(gpus, &kernels::CudaDeviceFacts::usable);
  if (gpu != gpus.end())
    list.push_back(
        {kernels::make_cuda_backend({.engine = kernels::CudaEngine::baseline, .device = gpu->index}),
         "cuda-baseline/"});
  return list;
}

}  // namespace

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  const auto backend = cpu_backend(1, kernels::CpuOptions::Compute::f32);
  for (const kernels::OpEntry* op : backend->registry().ops()) names.emplace_back(op->name());
  return names;
}

std::uint64_t check_ops(const CheckOptions& options, const std::function<void(const CheckRow&)>& row,
                        const std::stop_token& stop) {
  const std::uint64_t seed = options.seed != 0 ? options.seed : std::random_device{}();
  bool found = options.op.empty();
  for (const auto& [backend, prefix] : checked_backends(options.threads)) {
    backend->set_stop_token(stop);
    for (const kernels::OpEntry* op : backend->registry().ops()) {
      if (!options.op.empty() && op->name() != options.op) continue;
      found = true;
      if (stop.stop_requested()) throw Cancelled();
      for (const kernels::CheckResult& result : op->check(*backend, seed)) {
        row({result.op, prefix + result.variant, result.problem, result.error, result.tolerance,
             result.passed, result.message});
      }
    }
  }
  if (!found) {
    std::string names;
    for (const std::string& name : op_names()) names += (names.empty() ? "" : ", ") + name;
    throw Error("There is no op named " + options.op + "; the ops are " + names + ".");
  }
  return seed;
}

}  // namespace tilescribe
