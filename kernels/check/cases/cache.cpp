// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/cache/cache.h"

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {

std::vector<ConvertCache::Problem> check_problems(Op<ConvertCache>) {
  std::vector<ConvertCache::Problem> list;
  for (const bool rounds : {true, false}) {
    list.push_back({1, 1, 16, rounds});
    list.push_back({9, 2, 33, rounds});
    list.push_back({70, 3, 64, rounds});
    list.push_back({390, 4, 128, rounds});
  }
  return list;
}

/// Two parts, or of one position one, into slots in another order; the caches have different capacities.
ConvertCache build_case(const ConvertCache::Problem& p, CaseBuilder& builder) {
  const auto all = static_cast<std::int32_t>(p.positions), most = all / 3;
  std::vector<CachePart> parts{{.from = 1, .to = 0, .first = 3, .count = all - most}};
  if (most > 0) parts.push_back({.from = 0, .to = 2, .first = 0, .count = most});
  ConvertCache op;
  op.rounds = p.rounds;
  const Shape from{2, p.kv_heads, p.positions + 4, p.head_dim},
      to{3, p.kv_heads, p.positions + 7, p.head_dim};
  for (const auto& [read, written] : {std::pair(&op.from.k, &op.to.k), std::pair(&op.from.v, &op.to.v)}) {
    *read = builder.cache(from, std::vector{p.positions + 4, p.positions + 4}, !p.rounds);
    *written = builder.updated_cache(to, p.rounds);
  }
  op.parts = builder.kept(std::move(parts));
  return op;
}

std::vector<ConvertCache::Problem> bench_problems(Op<ConvertCache>, const Batching&) {
  return {{decoder::prompt, decoder::kv_heads, decoder::head_dim, true, DType::bf16},
          {decoder::prompt, decoder::kv_heads, decoder::head_dim, false, DType::bf16}};
}

}  // namespace tilescribe::kernels
