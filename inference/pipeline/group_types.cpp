// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/group_types.h"

#include <string>

#include "inference/api/engine_names.h"
#include "inference/pipeline/engine.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using kernels::DType;

bool computes_in(Engine engine, LayerGroup group, Compute compute) {
  switch (engine) {
    case Engine::cpu:
      return compute == Compute::f32 || compute == Compute::bf16;
    case Engine::cuda_baseline:
      return compute == Compute::f32 || compute == Compute::tf32;
    case Engine::cuda:  // the projector has products of float32
      return compute == Compute::bf16 || (compute == Compute::f32 && group == LayerGroup::projector);
    case Engine::automatic:
    case Engine::remote:
      break;
  }
  return false;
}

layers::GroupType group_type(const EngineOptions& options, Engine engine, LayerGroup group) {
  const auto& [compute, weights] = options.groups[static_cast<std::size_t>(group)];
  layers::GroupType type;
  if (compute != Compute::automatic) {
    if (!computes_in(engine, group, compute))
      throw Error("The engine {1} can't compute the {2} in {3}.", name_of(engine_names, engine),
                  name_of(layer_group_names, group), name_of(compute_names, compute));
    if (engine == Engine::cpu && compute == Compute::bf16 && !kernels::cpu_facts().bf16)
      throw Error("Computing in bf16 needs a CPU with AVX512-BF16 and oneDNN, and {1}",
                  kernels::cpu_facts().bf16_reason);
    type.arithmetic.activation = compute == Compute::bf16 ? DType::bf16 : DType::f32;
    if (engine == Engine::cuda_baseline) type.arithmetic.rounds_to_tf32 = compute == Compute::tf32;
  }
  refuse_storage(engine, weights);
  type.storage = storage_of(weights);
  return type;
}

}  // namespace

model::ModelTypes model_types(const EngineOptions& options, Engine engine) {
  const bool float8_cache = options.kv_cache == KvCacheType::fp8;
  if (float8_cache && engine != Engine::cuda)
    throw Error("The engine {1} keeps keys and values in its own arithmetic; for fp8 take cuda.",
                name_of(engine_names, engine));
  return {.encoder = group_type(options, engine, LayerGroup::encoder),
          .projector = group_type(options, engine, LayerGroup::projector),
          .text = group_type(options, engine, LayerGroup::text),
          .head = group_type(options, engine, LayerGroup::head),
          .float8_cache = float8_cache};
}

}  // namespace tilescribe
