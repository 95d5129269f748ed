// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"

namespace tilescribe::kernels {

#pragma GCC visibility push(default)  // contracts are used outside this library

/// Softmax attention of each row over its sequence's cached keys (Vaswani et al. 2017) with grouped heads
/// (Ainslie et al. 2023: query head h reads key/value head h·kv_heads/heads) and scale 1/√head_dim. A causal
/// row sees the keys up to its own position. Otherwise every row sees all keys [0, position + rows).
struct Attend {
  static constexpr std::string_view op_name = "attend";
  struct Problem {
    std::int64_t rows = 0, heads = 0, kv_heads = 0, head_dim = 0;
    std::int64_t keys = 0;     // summed over rows
    std::int64_t longest = 0;  // rows of the longest sequence
    bool causal = false;
    DType activation = DType::f32;
    std::int64_t context = 0;  // cached keys of the first sequence before its first row
    RowsOf rows_of = RowsOf::sequences;
    bool float8_cache = false;
    bool operator==(const Problem&) const = default;
  };

  TensorView out;     // [rows, heads·head_dim], activation type
  ConstTensorView q;  // [rows, heads·head_dim], activation type
  KvView kv;
  Rows rows;
  bool causal = false;  // a step's rows are, whatever it says
  std::int64_t heads = 0;

  Problem problem() const;
};

Cost cost(const Attend::Problem& problem);
std::string describe(const Attend::Problem& problem);

/// Row-wise softmax in place, in float32. Each row covers its first `keys` values; the rest becomes 0.
struct Softmax {
  static constexpr std::string_view op_name = "softmax";
  struct Problem {
    std::int64_t rows = 0, width = 0;
    bool causal = false;
    bool operator==(const Problem&) const = default;
  };

  TensorView x;                 // [rows, width], f32
  std::int64_t first_keys = 0;  // keys of row 0; 0: the whole width
  bool causal = false;          // each further row has one key more

  Problem problem() const { return {x.shape[0], x.shape[1], causal}; }
  std::int64_t keys(std::int64_t row) const {
    const std::int64_t wanted = (first_keys > 0 ? first_keys : x.shape[1]) + (causal ? row : 0);
    return wanted < x.shape[1] ? wanted : x.shape[1];
  }
};

Cost cost(const Softmax::Problem& problem);
std::string describe(const Softmax::Problem& problem);

/// Sizes of one head's two matrix products.
struct HeadProductProblem {
  std::int64_t rows = 0, keys = 0, head_dim = 0;
  DType activation = DType::f32;
  bool operator==(const HeadProductProblem&) const = default;
};
Cost cost(const HeadProductProblem& problem);
std::string describe(const HeadProductProblem& problem);

/// scores[r, j] = scale · q[r]·k[j] for one head.
struct AttentionScores {
  static constexpr std::string_view op_name = "attention_scores";
  struct Problem : HeadProductProblem {};

  TensorView scores;  // [rows, keys], f32
  ConstTensorView q;  // [rows, heads·head_dim], activation type
  ConstTensorView k;  // [keys, head_dim], activation type
  std::int64_t head = 0;
  float scale = 1.0f;

  Problem problem() const { return {{scores.shape[0], scores.shape[1], k.shape[1], k.dtype}}; }
};

/// out[r] = Σ_j weights[r, j]·v[j] for one head.
struct AttentionOutput {
  static constexpr std::string_view op_name = "attention_output";
  struct Problem : HeadProductProblem {};

  TensorView out;           // [rows, heads·head_dim], activation type; only this head's columns are written
  ConstTensorView weights;  // [rows, keys], f32
  ConstTensorView v;        // [keys, head_dim], activation type
  std::int64_t head = 0;

  Problem problem() const { return {{weights.shape[0], weights.shape[1], v.shape[1], v.dtype}}; }
};

/// Attend composed of attention_scores, softmax and attention_output, one head of one sequence at a time.
void attend_default(const Attend& op, Runner& runner);
bool attend_default_takes(const Attend::Problem& problem, const Device& device);  // sequences on the host

#pragma GCC visibility pop

}  // namespace tilescribe::kernels
