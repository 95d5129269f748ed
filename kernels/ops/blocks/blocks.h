// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// A decoder's block: its weights and its cache.
struct DecodeBlock {
  Norm attention_norm;              // rms
  const Weight* qkv = nullptr;      // matrix of stacked parts: queries, keys, values
  const Weight* output = nullptr;   // matrix [width, heads·head_dim]
  Norm mlp_norm;                    // rms
  const Weight* gate_up = nullptr;  // gate_up [2·hidden, width]
  const Weight* down = nullptr;     // matrix [width, hidden]
  KvView kv;                        // written at each row's slot and position
};

/// A decode step through all blocks of a decoder: for each, norm_qkv_rope_append, attend, linear_residual and
/// norm_gated_mlp, which are the default composition. All blocks have the same sizes.
struct DecodeBlocks {
  static constexpr std::string_view op_name = "decode_blocks";
  struct Problem {
    std::int64_t rows = 0, blocks = 0, width = 0, hidden = 0, heads = 0, kv_heads = 0, head_dim = 0;
    std::int64_t context = 0;  // keys that a row attends to before its own, at most
    DType activation = DType::f32;
    std::int64_t rotary_dim = 0;  // in lists for checks and benchmarks 0: all of a head
    StoredWeights weights = {};
    bool biased = false;        // any matrix
    bool shared_slots = false;  // as in StepRows
    bool float8_cache = false;
    bool operator==(const Problem&) const = default;
  };

  TensorView x;  // [rows, width], f32, read and written; of an idle row it means nothing afterwards
  std::span<const DecodeBlock> blocks;  // at least one
  Rows rows;                            // of a step
  RopeParameters rope;
  std::int64_t heads = 0;
  DType activation = DType::f32;

  Problem problem() const;
};
Cost cost(const DecodeBlocks::Problem& problem);
std::string describe(const DecodeBlocks::Problem& problem);
void decode_blocks_default(const DecodeBlocks& op, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
