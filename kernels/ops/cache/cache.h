// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// Positions [first, first + count) of a slot of one cache, and the slot of another that takes them.
struct CachePart {
  std::int32_t from = 0, to = 0;  // slots
  std::int32_t first = 0, count = 0;
};

/// Keys and values from one cache to another of a different type: rounded to E4M3 (at most ±448), or widened
/// from it, which is exact.
struct ConvertCache {
  static constexpr std::string_view op_name = "convert_cache";
  struct Problem {
    std::int64_t positions = 0;  // of all parts
    std::int64_t kv_heads = 0, head_dim = 0;
    bool rounds = false;  // to E4M3; otherwise from it
    DType activation = DType::f32;
    bool operator==(const Problem&) const = default;
  };

  KvView to, from;  // as many heads of the same length; one is in the activation type, one in E4M3
  std::span<const CachePart> parts;
  bool rounds = false;

  Problem problem() const;
};

Cost cost(const ConvertCache::Problem& problem);
std::string describe(const ConvertCache::Problem& problem);

/// A cache in the activation type with a slot for each of some sequences, beside one in E4M3. So kernels that
/// know no E4M3 run prompts.
class PackedCache {
 public:
  PackedCache(const KvView& cache, std::span<const Sequence> sequences, DType type, Runner& runner);

  KvView view() const { return {k_, v_}; }
  Rows rows() const { return {.sequences = sequences_}; }

  void widen(Runner& runner) const;  // all positions of the sequences, from the cache
  void round(Runner& runner) const;  // the sequences' own positions, to the cache

 private:
  KvView cache_;
  std::vector<Sequence> sequences_;
  std::vector<std::int32_t> slots_;  // of the sequences in the cache
  Tensor k_, v_;
};

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
