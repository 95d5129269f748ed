// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/cache/cache.h"

#include <algorithm>

#include "kernels/ops/problem_text.h"

namespace tilescribe::kernels {

ConvertCache::Problem ConvertCache::problem() const {
  Problem p{.kv_heads = to.kv_heads(),
            .head_dim = to.head_dim(),
            .rounds = rounds,
            .activation = rounds ? from.k.dtype : to.k.dtype};
  for (const CachePart& part : parts) p.positions += part.count;
  return p;
}

Cost cost(const ConvertCache::Problem& p) {
  const std::int64_t values = 2 * p.positions * p.kv_heads * p.head_dim;
  return {.flops = values, .bytes = values * (1 + static_cast<std::int64_t>(size_of(p.activation)))};
}

std::string describe(const ConvertCache::Problem& p) {
  return ProblemText{{"positions", p.positions}, {"kv_heads", p.kv_heads}, {"head_dim", p.head_dim}}
      .word(p.rounds ? "rounds" : "widens")
      .type(p.activation);
}

PackedCache::PackedCache(const KvView& cache, std::span<const Sequence> sequences, DType type, Runner& runner)
    : cache_(cache), sequences_(sequences.begin(), sequences.end()) {
  std::int64_t longest = 0;
  for (Sequence& sequence : sequences_) {
    slots_.push_back(sequence.slot);
    sequence.slot = static_cast<std::int32_t>(slots_.size()) - 1;
    longest = std::max(longest, std::int64_t{sequence.position} + sequence.rows);
  }
  const Shape shape{static_cast<std::int64_t>(slots_.size()), cache.kv_heads(), longest, cache.head_dim()};
  k_ = runner.tensor(type, shape);
  v_ = runner.tensor(type, shape);
}

void PackedCache::widen(Runner& runner) const {
  std::vector<CachePart> parts;
  parts.reserve(sequences_.size());
  for (const Sequence& s : sequences_) {
    parts.push_back({.from = slots_[static_cast<std::size_t>(s.slot)],
                     .to = s.slot,
                     .first = 0,
                     .count = s.position + s.rows});
  }
  runner.run(ConvertCache{.to = view(), .from = cache_, .parts = parts, .rounds = false});
}

void PackedCache::round(Runner& runner) const {
  std::vector<CachePart> parts;
  parts.reserve(sequences_.size());
  for (const Sequence& s : sequences_) {
    parts.push_back({.from = s.slot,
                     .to = slots_[static_cast<std::size_t>(s.slot)],
                     .first = s.position,
                     .count = s.rows});
  }
  runner.run(ConvertCache{.to = cache_, .from = view(), .parts = parts, .rounds = true});
}

}  // namespace tilescribe::kernels
