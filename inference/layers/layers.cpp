// SPDX-License-Identifier: Apache-2.0
#include "inference/layers/layers.h"

#include "kernels/backend/scope.h"
#include "kernels/core/error.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/blocks/blocks.h"
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/mlp/mlp.h"

namespace tilescribe::layers {

using kernels::DType;
using kernels::Tensor;
using kernels::WeightRole;

Norm::Norm(WeightLoader& loader, kernels::NormKind norm, const std::string& name, float epsilon)
    : kind(norm), gain(loader.single(name + ".weight", WeightRole::vector)), eps(epsilon) {
  if (kind == kernels::NormKind::layer) bias = loader.single(name + ".bias", WeightRole::vector);
}

Tensor Linear::operator()(kernels::Backend& backend, const kernels::ConstTensorView& x) const {
  Tensor y = backend.tensor(out, {x.shape[0], weight->out()});
  if (gelu) {
    backend.run(kernels::LinearGelu{.y = y, .x = x, .weight = weight.get()});
  } else {
    backend.run(kernels::Linear{.y = y, .x = x, .weight = weight.get()});
  }
  return y;
}

void Attention::operator()(kernels::Backend& backend, const Heads& heads, const kernels::TensorView& x,
                           const kernels::TensorView& q, const kernels::TensorView& attended,
                           const kernels::KvView& kv, const kernels::Rows& rows) const {
  backend.run(kernels::NormQkvRopeAppend{.q = q,
                                         .kv = kv,
                                         .x = x,
                                         .norm = norm.view(),
                                         .qkv = qkv.get(),
                                         .rows = rows,
                                         .rope = heads.rope,
                                         .heads = heads.count});
  backend.run(kernels::Attend{
      .out = attended, .q = q, .kv = kv, .rows = rows, .causal = heads.causal, .heads = heads.count});
  backend.run(kernels::LinearResidual{.residual = x, .x = attended, .weight = output.get(), .rows = rows});
}

void Mlp::operator()(kernels::Backend& backend, const kernels::TensorView& x, const kernels::Rows& rows,
                     DType type) const {
  const auto expected =
      activation == Activation::gated_silu ? kernels::NormKind::rms : kernels::NormKind::layer;
  if (norm.kind != expected) {
    if (expected == kernels::NormKind::rms)
      throw Error("An MLP with gated SiLU stands behind an RMSNorm, not a LayerNorm.");
    throw Error("An MLP with GELU stands behind a LayerNorm, not an RMSNorm.");
  }
  switch (activation) {
    case Activation::gelu:
      return backend.run(kernels::NormMlp{
          .x = x, .norm = norm.view(), .fc1 = up.get(), .fc2 = down.get(), .activation = type, .rows = rows});
    case Activation::gelu_tanh: {
      const Tensor normed = backend.tensor(type, x.shape),
                   hidden = backend.tensor(type, {x.shape[0], up->out()});
      const Tensor inner = backend.tensor(DType::f32, hidden.view().shape);
      backend.run(kernels::LayerNorm{normed, x, norm.gain.get(), norm.bias.get(), norm.eps});
      backend.run(kernels::Linear{.y = inner, .x = normed, .weight = up.get(), .rows = rows});
      backend.run(kernels::Gelu{.y = hidden, .x = inner, .tanh = true});
      return backend.run(
          kernels::LinearResidual{.residual = x, .x = hidden, .weight = down.get(), .rows = rows});
    }
    case Activation::gated_silu:
      return backend.run(kernels::NormGatedMlp{.x = x,
                                               .norm = norm.view(),
                                               .gate_up = up.get(),
                                               .down = down.get(),
                                               .activation = type,
                                               .rows = rows});
  }
}

bool Stack::steps_as_one(kernels::Backend& backend, const KvCache& cache, const kernels::TensorView& x,
                         const kernels::Rows& rows) const {
  std::vector<kernels::DecodeBlock> list;
  for (const Block& block : blocks) {
    const auto& [attention, mlp] = block;
    if (attention.norm.kind != kernels::NormKind::rms || mlp.activation != Mlp::Activation::gated_silu)
      return false;
    list.push_back({.attention_norm = attention.norm.view(),
                    .qkv = attention.qkv.get(),
                    .output = attention.output.get(),
                    .mlp_norm = mlp.norm.view(),
                    .gate_up = mlp.up.get(),
                    .down = mlp.down.get(),
                    .kv = cache.layer(list.size())});
  }
  if (list.empty()) return false;
  const kernels::DecodeBlocks op{.x = x,
                                 .blocks = list,
                                 .rows = rows,
                                 .rope = heads.rope,
                                 .heads = heads.count,
                                 .activation = arithmetic.type(backend)};
  if (!backend.fuses<kernels::DecodeBlocks>(op.problem())) return false;
  backend.run(op);
  return true;
}

void Stack::operator()(kernels::Backend& backend, const KvCache& cache, const kernels::TensorView& x,
                       const kernels::Rows& rows, const Witness& witness, const Passed& passed) const {
  const InArithmetic own(backend, arithmetic);
  const DType type = arithmetic.type(backend);
  if (rows.of() == kernels::RowsOf::step && !witness && !passed && steps_as_one(backend, cache, x, rows))
    return;
  const Tensor q = backend.tensor(type, {x.shape[0], heads.count * heads.width});
  const Tensor attended = backend.tensor(type, {x.shape[0], heads.count * heads.width});
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const kernels::Scope scope(backend, static_cast<std::int64_t>(i));
    blocks[i].attention(backend, heads, x, q, attended, cache.layer(i), rows);
    if (witness) witness(static_cast<std::int64_t>(i), q, cache.layer(i));
    blocks[i].mlp(backend, x, rows, type);
    if (passed) passed(static_cast<std::int64_t>(i) + 1);
  }
}

std::int64_t Stack::row_bytes() const {
  if (blocks.empty()) return 0;
  constexpr std::int64_t value = sizeof(float), rows = 6;
  return value * (rows * blocks[0].attention.output->out() + blocks[0].mlp.up->out());
}

}  // namespace tilescribe::layers
