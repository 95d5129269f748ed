// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/reference/reference_backend.h"
#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/layer_norm/layer_norm.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/log_mel/log_mel.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/rms_norm/rms_norm.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {

/// The reference backend with a registry that a test fills: variants are registered for "reference".
class TestBackend final : public Backend {
 public:
  std::string_view name() const override { return "reference"; }
  DType activation_dtype() const override { return DType::f32; }
  bool rounds_to_tf32() const override { return tf32; }
  const Registry& registry() const override { return registry_; }
  std::shared_ptr<Memory> allocate(std::size_t bytes) override { return host_->allocate(bytes); }
  void upload(const TensorView& to, const void* from) override { host_->upload(to, from); }
  void download(void* to, const ConstTensorView& from) override { host_->download(to, from); }
  void fill_zero(const TensorView& to) override { host_->fill_zero(to); }
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override {
    return host_->prepare(role, parts);
  }
  std::unique_ptr<Recording> record(std::function<void()> step) override {
    return host_->record(std::move(step));
  }
  void synchronize() override { host_->synchronize(); }

  /// Registers a variant that takes every problem.
  template <class T>
  void add(const std::string& variant, void (*launch)(const T&, Runner&)) {
    registry_.add<T>(
        {variant, "reference", [](const typename T::Problem&, const Device&) { return true; }, launch});
  }
  Registry& variants() { return registry_; }

  bool tf32 = false;  // as if products rounded their operands

 private:
  std::unique_ptr<Backend> host_ = make_reference_backend();
  Registry registry_;
};

template <class T>
void run_reference(const T& op, Runner&) {
  reference(op);
}

/// Every simple op by its reference, every composite op by its default composition of those.
inline void add_references(TestBackend& backend) {
  backend.add<LayerNorm>("reference", run_reference<LayerNorm>);
  backend.add<RmsNorm>("reference", run_reference<RmsNorm>);
  backend.add<Linear>("reference", run_reference<Linear>);
  backend.add<Gelu>("reference", run_reference<Gelu>);
  backend.add<GatedSilu>("reference", run_reference<GatedSilu>);
  backend.add<Add>("reference", run_reference<Add>);
  backend.add<ConvGelu>("reference", run_reference<ConvGelu>);
  backend.add<RopeAppend>("reference", run_reference<RopeAppend>);
  backend.add<Softmax>("reference", run_reference<Softmax>);
  backend.add<AttentionScores>("reference", run_reference<AttentionScores>);
  backend.add<AttentionOutput>("reference", run_reference<AttentionOutput>);
  backend.add<Embed>("reference", run_reference<Embed>);
  backend.add<Argmax>("reference", run_reference<Argmax>);
  backend.add<ArgmaxStop>("reference", run_reference<ArgmaxStop>);
  backend.add<MelPower>("reference", run_reference<MelPower>);
  backend.add<MelLog>("reference", run_reference<MelLog>);
  backend.add<LinearGelu>("default", linear_gelu_default);
  backend.add<LinearResidual>("default", linear_residual_default);
  backend.add<NormQkvRopeAppend>("default", norm_qkv_rope_append_default);
  // A step's rows stand on the device, where the host that composes can't see them.
  backend.variants().add<Attend>({"default", "reference",
                                  [](const Attend::Problem& problem, const Device&) { return !problem.step; },
                                  attend_default});
  backend.add<NormMlp>("default", norm_mlp_default);
  backend.add<NormGatedMlp>("default", norm_gated_mlp_default);
  backend.add<NormLogits>("default", norm_logits_default);
}

}  // namespace tilescribe::kernels
