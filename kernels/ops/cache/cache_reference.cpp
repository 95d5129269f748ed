// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "kernels/ops/cache/cache.h"
#include "kernels/ops/reference_support.h"

namespace tilescribe::kernels {

// Its caches are float32, whatever they stand for.
void reference(const ConvertCache& op) {
  using reference_support::cached;
  const std::int64_t heads = op.to.kv_heads(), width = op.to.head_dim();
  for (const auto& [to, from] : std::array{std::pair(op.to.k, op.from.k), std::pair(op.to.v, op.from.v)}) {
    for (const CachePart& part : op.parts) {
      for (std::int64_t head = 0; head < heads; ++head) {
        for (std::int64_t i = 0; i < part.count; ++i) {
          std::transform(cached(from, part.from, head, part.first + i),
                         cached(from, part.from, head, part.first + i) + width,
                         cached(to, part.to, head, part.first + i), [&](float value) {
                           return op.rounds ? to_float(to_float8(to_float(to_bfloat16(value)))) : value;
                         });
        }
      }
    }
  }
}

}  // namespace tilescribe::kernels
