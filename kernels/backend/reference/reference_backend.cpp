// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/reference/reference_backend.h"

#include <cstring>
#include <utility>

#include "kernels/backend/host_weight.h"
#include "kernels/core/aligned_buffer.h"

namespace tilescribe::kernels {
namespace {

class HostMemory final : public Memory {
 public:
  explicit HostMemory(std::size_t bytes) : buffer_(bytes) {}
  void* data() const override { return buffer_.data(); }

 private:
  AlignedBuffer buffer_;
};

class ReferenceBackend final : public Backend {
 public:
  std::string_view name() const override { return "reference"; }
  DType activation_dtype() const override { return DType::f32; }
  const Registry& registry() const override { return registry_; }

  std::shared_ptr<Memory> allocate(std::size_t bytes) override { return std::make_shared<HostMemory>(bytes); }
  void upload(const TensorView& to, const void* from) override {
    if (to.bytes() != 0) std::memcpy(to.data, from, to.bytes());
  }
  void download(void* to, const ConstTensorView& from) override {
    if (from.bytes() != 0) std::memcpy(to, from.data, from.bytes());
  }
  void fill_zero(const TensorView& to) override {
    if (to.bytes() != 0) std::memset(to.data, 0, to.bytes());
  }

  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override {
    return std::make_shared<HostWeight>(role, widen(role, parts));
  }
  void synchronize() override {}

 private:
  Registry registry_;
};

}  // namespace

std::unique_ptr<Backend> make_reference_backend() {
  return std::make_unique<ReferenceBackend>();
}

}  // namespace tilescribe::kernels
