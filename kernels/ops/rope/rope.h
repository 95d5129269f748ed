// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/norm/norm.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used across the library's border

/// Rotary position embedding (Su et al. 2021) as Llama pairs it: in the first rotary_dim values of a head,
/// value j turns with value j + rotary_dim/2 by the angle position·theta^(−2j/rotary_dim); the rest stays.
struct RopeParameters {
  std::int64_t rotary_dim = 0;  // even, at most head_dim
  float theta = 10000.0f;
};

/// Sizes of the step from the residual stream to queries, keys and values.
struct QkvProblem {
  std::int64_t rows = 0, width = 0, heads = 0, kv_heads = 0, head_dim = 0;
  DType activation = DType::f32;
  bool step = false;            // a decode step: rows that stand on the device
  std::int64_t rotary_dim = 0;  // 0, where a check or a benchmark lists sizes: as the model turns such heads
  std::int64_t weight_bytes = 0;  // of the matrix that an op has
};

/// qkv rows → rotated queries, and rotated keys and values appended to the cache.
struct RopeAppend {
  static constexpr std::string_view op_name = "rope_append";
  struct Problem : QkvProblem {};

  TensorView q;         // [rows, heads·head_dim], activation type
  KvView kv;            // written at each sequence's slot and positions
  ConstTensorView qkv;  // [rows, (heads + 2·kv_heads)·head_dim], f32: queries, keys, values
  std::span<const Sequence> sequences;
  RopeParameters rope;
  std::int64_t heads = 0;
  StepRows step = {};  // instead of sequences

  Problem problem() const {
    return {{q.shape[0], 0, heads, kv.kv_heads(), kv.head_dim(), q.dtype, !step.empty(), rope.rotary_dim}};
  }
};
Cost cost(const RopeAppend::Problem& problem);
std::string describe(const RopeAppend::Problem& problem);
void reference(const RopeAppend& op);
std::vector<RopeAppend::Problem> check_problems(Op<RopeAppend>);
std::vector<RopeAppend::Problem> bench_problems(Op<RopeAppend>, const Batching& batching);
RopeAppend build_case(const RopeAppend::Problem& problem, CaseBuilder& builder);

/// Norm, merged query/key/value product, rotation and cache write. Default: layer_norm or rms_norm, linear,
/// rope_append.
struct NormQkvRopeAppend {
  static constexpr std::string_view op_name = "norm_qkv_rope_append";
  struct Problem : QkvProblem {
    NormKind norm = NormKind::layer;
  };

  TensorView q;       // [rows, heads·head_dim], activation type
  KvView kv;          // written at each sequence's slot and positions
  ConstTensorView x;  // [rows, width], f32
  Norm norm;
  const Weight* qkv = nullptr;  // matrix of stacked parts
  std::span<const Sequence> sequences;
  RopeParameters rope;
  std::int64_t heads = 0;
  StepRows step = {};  // instead of sequences

  Problem problem() const {
    return {{x.shape[0], x.shape[1], heads, kv.kv_heads(), kv.head_dim(), q.dtype, !step.empty(),
             rope.rotary_dim, stored_bytes({qkv})},
            norm.kind};
  }
};
Cost cost(const NormQkvRopeAppend::Problem& problem);
std::string describe(const NormQkvRopeAppend::Problem& problem);
void reference(const NormQkvRopeAppend& op);
std::vector<NormQkvRopeAppend::Problem> check_problems(Op<NormQkvRopeAppend>);
std::vector<NormQkvRopeAppend::Problem> bench_problems(Op<NormQkvRopeAppend>, const Batching& batching);
NormQkvRopeAppend build_case(const NormQkvRopeAppend::Problem& problem, CaseBuilder& builder);
void norm_qkv_rope_append_default(const NormQkvRopeAppend& op, Runner& runner);

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
