// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// Rotary position embedding (Su et al. 2021) with Llama's pairing: in the first rotary_dim values of a head,
/// value j is rotated with value j + rotary_dim/2 by the angle position·theta^(−2j/rotary_dim).
struct RopeParameters {
  std::int64_t rotary_dim = 0;  // even, at most head_dim
  float theta = 10000.0f;
};

/// Sizes from the residual stream to queries, keys and values.
struct QkvProblem {
  std::int64_t rows = 0, width = 0, heads = 0, kv_heads = 0, head_dim = 0;
  DType activation = DType::f32;
  RowsOf rows_of = RowsOf::sequences;
  std::int64_t rotary_dim = 0;  // in lists for checks and benchmarks 0: as in the model with this head_dim,
                                // and negative: no rotation
  StoredWeights weights = {};
  std::int64_t sequences = 0;  // that the rows belong to; 0 for a step, and in lists as for rotary_dim
  bool float8_cache = false;
  bool operator==(const QkvProblem&) const = default;
};

/// Turns qkv rows into rotated queries, and appends rotated keys, and values, to the cache.
struct RopeAppend {
  static constexpr std::string_view op_name = "rope_append";
  struct Problem : QkvProblem {};

  TensorView q;         // [rows, heads·head_dim], activation type
  KvView kv;            // written at each row's slot and position
  ConstTensorView qkv;  // [rows, (heads + 2·kv_heads)·head_dim], f32: queries, keys, values
  Rows rows;
  RopeParameters rope;
  std::int64_t heads = 0;

  Problem problem() const {
    QkvProblem p{q.shape[0], 0, heads, kv.kv_heads(), kv.head_dim(), q.dtype, rows.of(), rope.rotary_dim};
    p.float8_cache = kv.in_float8();
    return {p};
  }
};
Cost cost(const RopeAppend::Problem& problem);
std::string describe(const RopeAppend::Problem& problem);

/// Norm, merged QKV product, rotation and cache update. Default: layer_norm or rms_norm, linear, rope_append.
struct NormQkvRopeAppend {
  static constexpr std::string_view op_name = "norm_qkv_rope_append";
  struct Problem : QkvProblem {
    NormKind norm = NormKind::layer;
    bool operator==(const Problem&) const = default;
  };

  TensorView q;       // [rows, heads·head_dim], activation type
  KvView kv;          // written at each row's slot and position
  ConstTensorView x;  // [rows, width], f32
  Norm norm;
  const Weight* qkv = nullptr;  // matrix of stacked parts: queries, keys, values
  Rows rows;
  RopeParameters rope;
  std::int64_t heads = 0;

  Problem problem() const {
    return {{x.shape[0], x.shape[1], heads, kv.kv_heads(), kv.head_dim(), q.dtype, rows.of(), rope.rotary_dim,
             stored({qkv}), static_cast<std::int64_t>(rows.sequences.size()), kv.in_float8()},
            norm.kind};
  }
};
Cost cost(const NormQkvRopeAppend::Problem& problem);
std::string describe(const NormQkvRopeAppend::Problem& problem);
void norm_qkv_rope_append_default(const NormQkvRopeAppend& op, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
