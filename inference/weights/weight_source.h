// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/core/tensor_view.h"

namespace tilescribe::weights {

/// One weight in host memory, dense and row-major.
struct SourceTensor {
  kernels::DType dtype = kernels::DType::f32;  // f32, f16 or bf16
  std::vector<std::int64_t> shape;
  const std::byte* data = nullptr;    // aligned for the dtype
  std::shared_ptr<const void> owner;  // keeps `data` alive; drop it once the tensor is packed

  std::int64_t elements() const;
  /// Valid as long as `owner`. Throws Error for a rank above 4.
  kernels::ConstTensorView view() const;
};

/// Where a model's weights come from: a checkpoint, or a random generator. Names are the published ones (see
/// expected_tensors). Can be used from several threads.
class WeightSource {
 public:
  WeightSource() = default;
  WeightSource(const WeightSource&) = delete;
  WeightSource& operator=(const WeightSource&) = delete;
  virtual ~WeightSource() = default;

  virtual bool has(std::string_view name) const = 0;

  /// Throws Error if there is no such tensor.
  virtual SourceTensor tensor(std::string_view name) const = 0;

  /// Says that the tensor has been packed, so its pages may leave memory. It can be requested again, but is
  /// then read again. Unknown names are ignored. Throws Error if its file became shorter or could not be read
  /// meanwhile: then the packed tensor is useless.
  virtual void release(std::string_view name) const = 0;

  /// Elements of all tensors; a tensor used for two purposes counts once.
  virtual std::int64_t parameters() const = 0;
};

}  // namespace tilescribe::weights
