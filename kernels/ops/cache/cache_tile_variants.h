// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/ops/cache/cache.h"
#include "kernels/ops/cache/cache_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

template <class Target, class From, class To>
void run_convert_cache(const ConvertCache& op, const SequenceList& parts, int longest, Runner& runner) {
  Target::template run<ConvertCacheKernel<From, To>>(
      {op.from.k.as<From>(), op.from.v.as<From>(), op.to.k.as<To>(), op.to.v.as<To>(),
       static_cast<int>(op.to.kv_heads()), static_cast<int>(op.to.head_dim()), op.from.capacity(),
       op.to.capacity(), longest, parts},
      runner, "convert_cache");
}

template <class Target>
void launch_convert_cache(const ConvertCache& op, Runner& runner) {
  std::vector<Sequence> parts;
  for (const CachePart& part : op.parts)
    parts.push_back({.slot = part.to, .first_row = part.from, .rows = part.count, .position = part.first});
  for_sequences({.sequences = parts}, [&](const SequenceList& list, int longest) {
    if (op.rounds)
      run_convert_cache<Target, Bf16, Float8>(op, list, longest, runner);
    else
      run_convert_cache<Target, Float8, Bf16>(op, list, longest, runner);
  });
}

inline bool convert_cache_takes(const ConvertCache::Problem& p, const Device& device) {
  return device.has_float8_cache() && p.activation == DType::bf16;
}

template <class Target>
void register_cache(Registry& registry, const char* engine) {
  registry.add<ConvertCache>({"tile", engine, in_tiles(), convert_cache_takes, launch_convert_cache<Target>});
}

}  // namespace tilescribe::kernels::tile
