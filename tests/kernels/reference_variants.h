// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/reference/reference_backend.h"
#include "kernels/ops/all_ops.h"

namespace tilescribe::kernels {

/// The reference backend with a registry that a test fills: variants are registered for "reference".
class TestBackend : public Backend {
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
  void synchronize() override { host_->synchronize(); }

  /// Registers a variant that takes every problem.
  template <class T>
  void add(const std::string& variant, void (*launch)(const T&, Runner&)) {
    registry_.add<T>(
        {variant, "reference", Message("Planted by a test."), always<typename T::Problem>, launch});
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

template <class... Ops>
void add_references(TestBackend& backend, OpList<Ops...>) {
  (backend.add<Ops>("reference", run_reference<Ops>), ...);
}

/// Every composite op by its default composition, and behind that every op by its reference.
inline void add_references(TestBackend& backend) {
  backend.add<LinearGelu>("default", linear_gelu_default);
  backend.add<LinearResidual>("default", linear_residual_default);
  backend.add<NormQkvRopeAppend>("default", norm_qkv_rope_append_default);
  // A step's rows stand on the device, where the host that composes can't see them.
  backend.variants().add<Attend>(
      {"default", "reference", composed(),
       +[](const Attend::Problem& p, const Device&) { return p.rows_of == RowsOf::sequences; },
       attend_default});
  backend.add<NormMlp>("default", norm_mlp_default);
  backend.add<NormGatedMlp>("default", norm_gated_mlp_default);
  backend.add<NormLogits>("default", norm_logits_default);
  add_references(backend, AllOps{});
}

}  // namespace tilescribe::kernels
