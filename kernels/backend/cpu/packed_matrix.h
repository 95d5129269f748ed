// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/aligned_buffer.h"

namespace tilescribe::kernels {

class ThreadPool;

/// Layout of the right-hand side of a matrix product: panels of 64 columns, each with its rows k one after
/// another. float32: [n/64][k][64], k padded to 16. bfloat16: [n/64][k/2][64][2] (pairs of rows interleaved),
/// k padded to 32. Padding is zero. These are oneDNN's BA16a64b and BA16a64b2a: both kernels read one copy.
struct PanelLayout {
  static constexpr std::int64_t width = 64;
  static constexpr std::int64_t padded_k(DType dtype, std::int64_t k) {
    const std::int64_t unit = dtype == DType::f32 ? 16 : 32;
    return (k + unit - 1) / unit * unit;
  }
  static constexpr std::int64_t panels(std::int64_t n) { return (n + width - 1) / width; }
  static constexpr std::size_t bytes(DType dtype, std::int64_t n, std::int64_t k) {
    return static_cast<std::size_t>(panels(n) * width * padded_k(dtype, k)) * size_of(dtype);
  }
};

/// Packs rows [first, first + 64) of a row-major [n, k] matrix (a weight; a head's keys) into one panel.
/// `type` is the source's. Rows from n on are zero.
void pack_panel(const void* source, DType type, std::int64_t row_stride, std::int64_t first, std::int64_t n,
                std::int64_t k, DType panel_type, void* panel);

/// Packs columns [first, first + 64) of a row-major [k, n] matrix (a head's values) into one panel.
void pack_panel_transposed(const void* source, DType type, std::int64_t row_stride, std::int64_t first,
                           std::int64_t n, std::int64_t k, DType panel_type, void* panel);

/// A weight matrix packed once, with its bias in float32.
class PackedMatrix final : public Weight {
 public:
  /// Stacks the parts along their rows. Throws Error if their shapes do not fit the role or each other.
  PackedMatrix(WeightRole role, std::span<const WeightPart> parts, DType panel_type, ThreadPool& pool,
               const std::stop_token& stop = {});

  std::int64_t padded_k() const { return PanelLayout::padded_k(dtype(), in()); }
  const std::byte* panel(std::int64_t index) const {
    return panels_.data() +
           static_cast<std::size_t>(index * PanelLayout::width * padded_k()) * size_of(dtype());
  }
  const float* bias() const { return has_bias() ? bias_.data() : nullptr; }
  std::size_t bytes() const override { return panels_.size() + bias_.size() * sizeof(float); }

 private:
  AlignedBuffer panels_;
  std::vector<float> bias_;
};

/// A lookup table as bf16 or float32, or a vector in float32.
class HostTable final : public Weight {
 public:
  /// Throws Error if it is not one part, or its shape does not fit the role.
  HostTable(WeightRole role, std::span<const WeightPart> parts);
  const std::byte* row(std::int64_t index) const {
    return values_.data() + static_cast<std::size_t>(index * in()) * size_of(dtype());
  }
  const float* vector() const { return values_.as<float>(); }
  std::size_t bytes() const override { return values_.size(); }

 private:
  AlignedBuffer values_;
};

}  // namespace tilescribe::kernels
