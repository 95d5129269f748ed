// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/backend/host_weight.h"
#include "kernels/backend/reference/reference_backend.h"
#include "kernels/ops/all_tile_variants.h"
#include "kernels/tile/run_on_host.h"

namespace tilescribe::kernels {

/// A weight in host memory as a GPU engine holds it: vectors and biases in float32, all else in the
/// activation type.
class TileHostWeight final : public Weight {
 public:
  TileHostWeight(WeightRole role, WidenedWeight wide, DType dtype)
      : Weight(role, {wide.out, wide.in, !wide.bias.empty()},
               role == WeightRole::vector ? DType::f32 : dtype),
        wide_(std::move(wide)) {
    if (this->dtype() != DType::bf16) return;
    for (const float value : wide_.values) narrow_.push_back(to_bfloat16(value));
  }
  const void* data() const {
    return narrow_.empty() ? static_cast<const void*>(wide_.values.data()) : narrow_.data();
  }
  const float* bias() const { return wide_.bias.empty() ? nullptr : wide_.bias.data(); }
  std::size_t data_bytes() const { return narrow_.empty() ? wide_.values.size() * 4 : narrow_.size() * 2; }
  std::size_t bytes() const override { return data_bytes() + wide_.bias.size() * 4; }

 private:
  WidenedWeight wide_;
  std::vector<BFloat16> narrow_;
};

/// The tile kernels' variants on host memory, every access held against what was allocated.
class TileHostBackend final : public Backend {
 public:
  static constexpr const char* backend_name = "tile-host";

  explicit TileHostBackend(tile::Precision precision);

  std::string_view name() const override { return backend_name; }
  DType activation_dtype() const override {
    return precision == tile::Precision::bf16 ? DType::bf16 : DType::f32;
  }
  bool rounds_to_tf32() const override { return precision == tile::Precision::tf32; }
  bool has_float8_cache() const override { return activation_dtype() == DType::bf16; }
  const Registry& registry() const override { return registry_; }
  std::shared_ptr<Memory> allocate(std::size_t bytes) override {
    std::shared_ptr<Memory> memory = host_->allocate(bytes);
    allowed_.emplace_back(memory->data(), bytes);
    return memory;
  }
  void upload(const TensorView& to, const void* from) override { host_->upload(to, from); }
  void download(void* to, const ConstTensorView& from) override { host_->download(to, from); }
  void fill_zero(const TensorView& to) override { host_->fill_zero(to); }
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override {
    auto weight = std::make_shared<TileHostWeight>(role, widen(role, parts), activation_dtype());
    weights_.push_back(weight);
    return weight;
  }
  void synchronize() override {}

  /// What the kernels may touch: memory and weights of the op that is being checked.
  void allow_all(tile::HostMemoryGuard& guard) const {
    for (const auto& [data, bytes] : allowed_) guard.allow(data, bytes, true);
    for (const auto& held : weights_) {
      const auto weight = held.lock();
      if (weight == nullptr) continue;
      guard.allow(weight->data(), weight->data_bytes(), false);
      guard.allow(weight->bias(), weight->bytes() - weight->data_bytes(), false);
    }
  }
  /// Forgets memory that has gone.
  void forget() {
    allowed_.clear();
    weights_.clear();
  }

  const tile::Precision precision;

 private:
  std::unique_ptr<Backend> host_ = make_reference_backend();
  std::vector<std::pair<const void*, std::size_t>> allowed_;
  std::vector<std::weak_ptr<const TileHostWeight>> weights_;
  Registry registry_;
};

/// The target of kernels/ops/tile_variants.h.
struct TileHostTarget {
  template <class Kernel>
  static void run(const typename Kernel::Args& args, Runner& runner, const char*) {
    tile::HostMemoryGuard guard;
    static_cast<TileHostBackend&>(runner).allow_all(guard);
    tile::run_on_host<Kernel>(args);
  }
  static const void* data(const Weight* weight) { return static_cast<const TileHostWeight*>(weight)->data(); }
  static const float* bias(const Weight* weight) {
    return static_cast<const TileHostWeight*>(weight)->bias();
  }
  static tile::Precision float32_products(const Device& device) {
    return static_cast<const TileHostBackend&>(device).precision;
  }
  static bool has_wgmma(const Device&) { return true; }  // so that all shapes of a product are checked
  template <class T>
  static void describe(tile::Factor<const T>& factor, Runner&) {
    factor.mapped = 1;  // so that what needs a map is checked, too; nothing on the host looks for it
  }
};

inline TileHostBackend::TileHostBackend(tile::Precision how) : precision(how) {
  tile::register_tile_variants<TileHostTarget>(registry_, backend_name);
}

}  // namespace tilescribe::kernels
