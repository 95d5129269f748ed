// SPDX-License-Identifier: Apache-2.0
#include "inference/api/lab.h"

#include <random>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

std::unique_ptr<kernels::Backend> cpu_backend(int threads, kernels::CpuOptions::Compute compute) {
  return kernels::make_cpu_backend({.compute = compute, .threads = threads, .background = false});
}

}  // namespace

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  const auto backend = cpu_backend(1, kernels::CpuOptions::Compute::f32);
  for (const kernels::OpEntry* op : backend->registry().ops()) names.emplace_back(op->name());
  return names;
}

std::uint64_t check_ops(const CheckOptions& options, const std::function<void(const CheckRow&)>& row,
                        std::stop_token stop) {
  using CpuCompute = kernels::CpuOptions::Compute;
  const std::uint64_t seed = options.seed != 0 ? options.seed : std::random_device{}();
  bool found = options.op.empty();
  std::vector<CpuCompute> modes{CpuCompute::f32};
  if (kernels::cpu_facts().bf16) modes.push_back(CpuCompute::bf16);
  for (const CpuCompute mode : modes) {
    const auto backend = cpu_backend(options.threads, mode);
    backend->set_stop_token(stop);
    for (const kernels::OpEntry* op : backend->registry().ops()) {
      if (!options.op.empty() && op->name() != options.op) continue;
      found = true;
      if (stop.stop_requested()) throw Cancelled();
      for (const kernels::CheckResult& result : op->check(*backend, seed)) {
        row({result.op, result.variant, result.problem, result.error, result.tolerance, result.passed,
             result.message});
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
