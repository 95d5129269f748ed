// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "inference/layers/kv_cache.h"
#include "inference/layers/weight_loader.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::layers {

/// A norm over each row.
struct Norm {
  kernels::NormKind kind = kernels::NormKind::layer;
  kernels::WeightHandle gain, bias;
  float eps = 1e-5f;

  Norm() = default;
  /// From NAME.weight; a LayerNorm also from NAME.bias.
  Norm(WeightLoader& loader, kernels::NormKind kind, const std::string& name, float eps);
  kernels::Norm view() const { return {kind, gain.get(), bias.get(), eps}; }
};

/// y = x·Wᵀ + b, or y = GELU(x·Wᵀ + b).
struct Linear {
  kernels::WeightHandle weight;
  bool gelu = false;
  kernels::DType out = kernels::DType::f32;

  /// x [rows, in] → [rows, out].
  kernels::Tensor operator()(kernels::Backend& backend, const kernels::ConstTensorView& x) const;
};

/// The attention heads of a stack.
struct Heads {
  std::int64_t count = 0;
  std::int64_t kv = 0;                // divides count
  std::int64_t width = 0;             // of one head
  kernels::RopeParameters rope = {};  // rotary_dim 0: no rotation
  bool causal = true;
};

/// x += output(attention(norm(x))).
struct Attention {
  Norm norm;
  kernels::WeightHandle qkv, output;  // qkv: queries, keys and values, stacked

  /// x [rows, width], f32, in place; q and attended [rows, heads·width], activation type, are scratch.
  void operator()(kernels::Backend& backend, const Heads& heads, const kernels::TensorView& x,
                  const kernels::TensorView& q, const kernels::TensorView& attended,
                  const kernels::KvView& kv, const kernels::Rows& rows) const;
};

/// x += down(activation(up(norm(x)))). With gated_silu, `up` holds gate and up.
struct Mlp {
  enum class Activation { gelu, gelu_tanh, gated_silu };  // gelu_tanh: as GPT-2 approximates it
  Norm norm;
  kernels::WeightHandle up, down;
  Activation activation = Activation::gelu;

  /// x [rows, width], f32, in place; `type` is that between its ops.
  void operator()(kernels::Backend& backend, const kernels::TensorView& x, const kernels::Rows& rows,
                  kernels::DType type) const;
};

/// Transformer blocks with the norms in front (pre-norm).
struct Stack {
  struct Block {
    Attention attention;
    Mlp mlp;
  };
  Heads heads;
  std::vector<Block> blocks;
  Arithmetic arithmetic = {};

  std::int64_t layers() const { return static_cast<std::int64_t>(blocks.size()); }
  /// A cache of one layer or of layers(). Throws Error with figures when it does not fit.
  KvCache make_cache(kernels::Backend& backend, kernels::DType type, std::int64_t layers, std::int64_t slots,
                     std::int64_t capacity) const {
    return {backend, type, layers, {slots, heads.kv, capacity, heads.width}};
  }
  /// Is shown a layer's queries [rows, heads·width] and its cache, which holds the keys of the rows.
  using Witness =
      std::function<void(std::int64_t layer, const kernels::ConstTensorView& q, const kernels::KvView& kv)>;
  /// Is told how many blocks x has gone through.
  using Passed = std::function<void(std::int64_t blocks)>;
  /// x [rows, width], f32, goes through all blocks in place.
  void operator()(kernels::Backend& backend, const KvCache& cache, const kernels::TensorView& x,
                  const kernels::Rows& rows, const Witness& witness = {}, const Passed& passed = {}) const;
  /// Device memory that a row takes while it goes through, counted generously, in bytes: the residual stream,
  /// queries, attended and normed rows, and the widest product.
  std::int64_t row_bytes() const;

 private:
  /// Whether one op took a step's rows through all blocks (DecodeBlocks).
  bool steps_as_one(kernels::Backend& backend, const KvCache& cache, const kernels::TensorView& x,
                    const kernels::Rows& rows) const;
};

}  // namespace tilescribe::layers
