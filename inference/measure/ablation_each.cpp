// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "inference/api/ablation.h"
#include "inference/api/engine_names.h"

namespace tilescribe {
namespace {

/// The arithmetic and the storage that a group of layers can have on an engine, besides what it has.
struct Choices {
  std::vector<Compute> compute;
  std::vector<Weights> weights;
};

Choices choices(const EngineNow& now, LayerGroup group) {
  const bool projector = group == LayerGroup::projector;
  switch (now.engine) {
    case Engine::cpu:
      // The projector computes in f32 unless told otherwise.
      if (now.compute == Compute::bf16) return {{projector ? Compute::bf16 : Compute::f32}, {Weights::int8}};
      if (now.has_bf16) return {{Compute::bf16}, {Weights::bf16, Weights::int8}};
      return {{}, {Weights::bf16, Weights::int8}};
    case Engine::cuda_baseline:
      return {{now.compute == Compute::f32 ? Compute::tf32 : Compute::f32}, {}};
    case Engine::cuda:
      return {projector ? std::vector{Compute::bf16} : std::vector<Compute>(), {Weights::int8, Weights::fp8}};
    case Engine::automatic:
    case Engine::remote:
      break;
  }
  return {};
}

}  // namespace

std::string each_switch(const EngineNow& now) {
  std::string sets = "as it is:\n";
  const auto add = [&sets](const std::string& name, const std::string& switches) {
    sets += name + ": " + switches + '\n';
  };
  std::vector<Weights> stored;
  for (const auto& [group, name] : layer_group_names) {
    const Choices all = choices(now, group);
    const std::string called(name);
    for (const Compute compute : all.compute) {
      const std::string type(name_of(compute_names, compute));
      add(std::string(called).append(" in ").append(type),
          std::string("compute.").append(called).append("=").append(type));
    }
    for (const Weights weights : all.weights) {
      const std::string type(name_of(weights_names, weights));
      add(std::string(called).append(", ").append(type).append(" weights"),
          std::string("weights.").append(called).append("=").append(type));
    }
    stored = all.weights;
  }
  for (const Weights weights : stored) {
    const std::string type(name_of(weights_names, weights));
    add("all, " + type + " weights", "weights=" + type);
  }
  if (now.engine == Engine::cpu && now.compute == Compute::bf16) add("all in f32", "compute=f32");
  for (const std::string& op : now.fused) add("no fused " + op, "fusion." + op + "=off");
  if (!now.fused.empty()) add("nothing fused", "fusion=off");
  return sets;
}

EngineOptions in_float32(EngineOptions options, Engine engine) {
  options.engine = engine == Engine::cpu ? Engine::cpu : Engine::cuda_baseline;
  options.compute = Compute::f32;
  options.weights = Weights::automatic;
  options.linear_library = LinearLibrary::own;
  options.groups = {};
  options.variants.clear();
  return options;
}

}  // namespace tilescribe
