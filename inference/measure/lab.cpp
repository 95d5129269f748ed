// SPDX-License-Identifier: Apache-2.0
#include "inference/api/lab.h"

#include <algorithm>
#include <map>
#include <random>

#include "inference/api/engine_names.h"
#include "inference/api/transcriber.h"
#include "inference/pipeline/engine.h"
#include "inference/text/tokenizer.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/backend/registry.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr int hopper = 9;  // compute capability 9.0, which has its own kernels

// The engines to check: one per arithmetic, set of kernels and way of storing weights. An engine asked for by
// name is included even if it can't run; opening it then says why.
std::vector<EngineOptions> checked_engines(const EngineOptions& asked) {
  std::vector<EngineOptions> list;
  const auto add = [&](Engine engine, Compute compute, bool generic, Weights weights) {
    if (asked.engine == Engine::automatic && !stores_in(engine, weights)) return;
    if (asked.engine != Engine::automatic && asked.engine != engine) return;
    const bool cublas = asked.linear_library == LinearLibrary::cublas;
    if (asked.engine == Engine::automatic && cublas && engine != Engine::cuda_baseline) return;
    if (asked.compute != Compute::automatic && asked.compute != compute) return;
    EngineOptions& one = list.emplace_back(asked);
    one.engine = engine;
    one.compute = compute;
    one.generic_kernels = generic;
    one.weights = weights;
  };
  const bool bf16_asked = asked.engine == Engine::cpu && asked.compute == Compute::bf16;
  const bool bf16 = bf16_asked || kernels::cpu_facts().bf16;
  const auto add_cpu = [&](Weights weights) {
    add(Engine::cpu, Compute::f32, false, weights);
    if (bf16) add(Engine::cpu, Compute::bf16, false, weights);
  };
  add_cpu(asked.weights);
  if (asked.weights == Weights::automatic) add_cpu(Weights::int8);

  const std::vector<kernels::CudaDeviceFacts> gpus = kernels::cuda_devices().devices;
  const auto gpu = std::ranges::find(gpus, asked.gpu, &kernels::CudaDeviceFacts::index);
  const bool usable = gpu != gpus.end() && gpu->usable;
  const bool gpu_asked = asked.gpu > 0 || asked.generic_kernels || asked.engine == Engine::cuda ||
                         asked.engine == Engine::cuda_baseline ||
                         asked.linear_library == LinearLibrary::cublas;
  if (usable || gpu_asked) {
    add(Engine::cuda_baseline, Compute::f32, asked.generic_kernels, asked.weights);
    add(Engine::cuda_baseline, Compute::tf32, asked.generic_kernels, asked.weights);
    const auto add_tuned = [&](Weights weights) {
      add(Engine::cuda, Compute::bf16, asked.generic_kernels, weights);
      if (usable && gpu->major == hopper && !asked.generic_kernels)
        add(Engine::cuda, Compute::bf16, true, weights);
    };
    add_tuned(asked.weights);
    if (asked.weights == Weights::automatic) {
      add_tuned(Weights::int8);
      add_tuned(Weights::fp8);
    }
  }
  if (list.empty()) {
    throw Error("The engine {1} does not compute in {2} here.", name_of(engine_names, asked.engine),
                name_of(compute_names, asked.compute));
  }
  return list;
}

std::string prefix(const EngineOptions& engine) {
  return std::string(name_of(engine_names, engine.engine)) + " " +
         std::string(name_of(compute_names, engine.compute)) +
         (engine.weights == Weights::automatic ? ""
                                               : " " + std::string(name_of(weights_names, engine.weights))) +
         (engine.generic_kernels ? " sm_80/" : "/");
}

// Engines have the same variants in all arithmetics.
std::vector<EngineOptions> listed_engines(const EngineOptions& asked) {
  std::vector<EngineOptions> list = checked_engines(asked);
  list.erase(std::unique(list.begin(), list.end(),
                         [](const auto& a, const auto& b) { return a.engine == b.engine; }),
             list.end());
  return list;
}

/// The cases' matrices are exact in int8, so a variant of the engine cuda has the same bits with weights in
/// int8 as with those in bf16, which come first.
void compare_digests(std::map<std::string, std::uint64_t>& digests, const EngineOptions& engine,
                     const std::string& what, kernels::CheckResult& result) {
  const std::string key = what + (engine.generic_kernels ? " sm_80" : "");
  if (engine.weights == Weights::fp8) return;  // rounds what it multiplies
  if (engine.weights != Weights::int8) {
    digests[key] = result.digest;
    return;
  }
  const auto other = digests.find(key);
  if (other == digests.end() || other->second == result.digest || !result.passed) return;
  result.passed = false;
  result.message = Message("The bits differ from those with weights in bf16.");
}

text::Tokenizer tokenizer_of(const std::string& model) {
  const std::filesystem::path directory =
      model.empty() ? demo_model_directory() : std::filesystem::path(model);
  return text::Tokenizer::load(directory / "tokenizer.json");
}

}  // namespace

std::vector<VariantRow> list_variants(const CheckOptions& options) {
  std::vector<VariantRow> rows;
  for (const EngineOptions& engine : listed_engines(options.engine)) {
    const OpenedEngine opened = open_engine(engine, 0);
    const kernels::Backend& backend = *opened.backend;
    for (const kernels::OpEntry* op : backend.registry().ops()) {
      if (!options.op.empty() && op->name() != options.op) continue;
      for (const kernels::VariantLabel& variant : op->variants(backend.name()))
        rows.push_back(
            {std::string(op->name()), std::string(backend.name()) + "/" + variant.name, variant.why});
    }
  }
  std::ranges::stable_sort(rows, {}, &VariantRow::op);
  return rows;
}

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  for (const kernels::CheckedOp& op : kernels::checked_ops()) names.emplace_back(op.name);
  return names;
}

std::uint64_t check_ops(const CheckOptions& options, const std::function<void(const CheckRow&)>& row,
                        const std::stop_token& stop) {
  const std::uint64_t seed = options.seed != 0 ? options.seed : std::random_device{}();
  bool found = options.op.empty();
  std::map<std::string, std::uint64_t> digests;  // of what the engine cuda computed with weights in bf16
  for (const EngineOptions& engine : checked_engines(options.engine)) {
    const OpenedEngine opened = open_engine(engine, 0);
    kernels::Backend& backend = *opened.backend;
    backend.set_stop_token(stop);
    for (const kernels::CheckedOp& op : kernels::checked_ops()) {
      if (!options.op.empty() && op.name != options.op) continue;
      found = true;
      if (stop.stop_requested()) throw Cancelled();
      for (kernels::CheckResult result : op.check(backend, seed, options.variant)) {
        const std::string config = result.config.empty() ? "" : "/" + result.config;
        if (engine.engine == Engine::cuda)
          compare_digests(digests, engine, result.op + result.variant + config + result.problem, result);
        row({result.op, prefix(engine) + result.variant + config, result.problem, result.error,
             result.tolerance, result.passed, result.message});
      }
    }
  }
  if (!found) {
    throw Error("There is no op named {1}; the ops are {2}.", options.op, kernels::op_names_text());
  }
  return seed;
}

std::vector<int> tokenize(const std::string& model, const std::string& text) {
  return tokenizer_of(model).encode(text);
}

std::string detokenize(const std::string& model, const std::vector<int>& ids, bool skip_special) {
  return tokenizer_of(model).decode(ids, skip_special);
}

}  // namespace tilescribe
