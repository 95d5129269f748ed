// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/packed_matrix.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/backend/host_weight.h"
#include "kernels/core/thread_pool.h"

namespace tilescribe::kernels {
namespace {

float value_at(const void* source, DType type, std::int64_t index) {
  if (type == DType::f32) return static_cast<const float*>(source)[index];
  if (type == DType::bf16) return to_float(static_cast<const BFloat16*>(source)[index]);
  return to_float(static_cast<const Float16*>(source)[index]);
}
std::uint16_t bits_at(const void* source, DType type, std::int64_t index) {
  if (type == DType::bf16) return static_cast<const std::uint16_t*>(source)[index];
  return to_bfloat16(value_at(source, type, index)).bits;
}

const std::byte* advance(const void* source, DType type, std::int64_t elements) {
  return static_cast<const std::byte*>(source) + static_cast<std::size_t>(elements) * size_of(type);
}

}  // namespace

void pack_panel(const void* source, DType type, std::int64_t row_stride, std::int64_t first, std::int64_t n,
                std::int64_t k, DType panel_type, void* panel) {
  constexpr std::int64_t width = PanelLayout::width;
  const std::int64_t rows = std::clamp<std::int64_t>(n - first, 0, width);
  const std::int64_t padded = PanelLayout::padded_k(panel_type, k);
  std::memset(panel, 0, static_cast<std::size_t>(width * padded) * size_of(panel_type));
  // One block of k at a time for all rows: its part of the panel stays in the L1 cache.
  constexpr std::int64_t block = 64;
  for (std::int64_t k0 = 0; k0 < k; k0 += block) {
    const std::int64_t k1 = std::min(k, k0 + block);
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::byte* row = advance(source, type, (first + r) * row_stride);
      if (panel_type == DType::f32) {
        auto* to = static_cast<float*>(panel) + r;
        for (std::int64_t i = k0; i < k1; ++i) to[i * width] = value_at(row, type, i);
      } else if (type == DType::bf16) {
        auto* to = static_cast<std::uint32_t*>(panel) + r;
        const auto* from = reinterpret_cast<const std::uint16_t*>(row);
        std::int64_t i = k0;
        for (; i + 1 < k1; i += 2)
          to[i / 2 * width] = from[i] | static_cast<std::uint32_t>(from[i + 1]) << 16;
        if (i < k1) to[i / 2 * width] = from[i];
      } else {
        auto* to = static_cast<std::uint16_t*>(panel) + 2 * r;
        for (std::int64_t i = k0; i < k1; ++i) to[i / 2 * 2 * width + i % 2] = bits_at(row, type, i);
      }
    }
  }
}

void pack_panel_transposed(const void* source, DType type, std::int64_t row_stride, std::int64_t first,
                           std::int64_t n, std::int64_t k, DType panel_type, void* panel) {
  constexpr std::int64_t width = PanelLayout::width;
  const std::int64_t columns = std::clamp<std::int64_t>(n - first, 0, width);
  const std::int64_t padded = PanelLayout::padded_k(panel_type, k);
  std::memset(panel, 0, static_cast<std::size_t>(width * padded) * size_of(panel_type));
  for (std::int64_t i = 0; i < k; ++i) {
    const std::byte* row = advance(source, type, i * row_stride + first);
    if (panel_type == DType::f32) {
      auto* to = static_cast<float*>(panel) + i * width;
      for (std::int64_t c = 0; c < columns; ++c) to[c] = value_at(row, type, c);
    } else {
      auto* to = static_cast<std::uint16_t*>(panel) + i / 2 * 2 * width + i % 2;
      for (std::int64_t c = 0; c < columns; ++c) to[2 * c] = bits_at(row, type, c);
    }
  }
}

PackedMatrix::PackedMatrix(WeightRole role, std::span<const WeightPart> parts, DType panel_type,
                           ThreadPool& pool, const std::stop_token& stop)
    : Weight(role, weight_layout(role, parts), panel_type),
      panels_(PanelLayout::bytes(panel_type, out(), in())) {
  // Each part's rows, and where they begin in the stack.
  struct Source {
    const void* data;
    DType type;
    std::int64_t begin, end;
  };
  std::vector<float> convolution;  // with consecutive frames of a time-major input in one row
  std::vector<Source> stack;
  std::int64_t begin = 0;
  for (const WeightPart& part : parts) {
    stack.push_back({part.weight.data, part.weight.dtype, begin, begin + part.weight.shape[0]});
    begin = stack.back().end;
  }
  if (role == WeightRole::convolution) {
    convolution = widen(role, parts).values;
    stack = {{convolution.data(), DType::f32, 0, out()}};
  }

  const std::int64_t count = PanelLayout::panels(out());
  const std::size_t panel_bytes = panels_.size() / static_cast<std::size_t>(count);
  pool.parallel_for(
      count,
      [&](std::int64_t p, int) {
        const std::int64_t first = p * PanelLayout::width;
        const std::int64_t last = std::min(out(), first + PanelLayout::width);
        std::byte* panel = panels_.data() + static_cast<std::size_t>(p) * panel_bytes;
        for (const Source& rows : stack) {
          if (rows.begin <= first && last <= rows.end) {  // the whole panel is in one part
            pack_panel(rows.data, rows.type, in(), first - rows.begin, last - rows.begin, in(), panel_type,
                       panel);
            return;
          }
        }
        // The panel spans several parts: gather its rows first.
        std::vector<float> gathered(static_cast<std::size_t>((last - first) * in()));
        for (std::int64_t r = first; r < last; ++r)
          widen_values(stacked_row(parts, r), gathered.data() + (r - first) * in());
        pack_panel(gathered.data(), DType::f32, in(), 0, last - first, in(), panel_type, panel);
      },
      stop);

  if (has_bias()) bias_ = widen_bias(parts);
}

HostTable::HostTable(WeightRole role, std::span<const WeightPart> parts)
    : Weight(role, weight_layout(role, parts),
             role == WeightRole::table && parts[0].weight.dtype == DType::bf16 ? DType::bf16 : DType::f32),
      values_(static_cast<std::size_t>(out() * in()) * size_of(dtype())) {
  const ConstTensorView& source = parts[0].weight;
  if (dtype() == source.dtype) {
    std::memcpy(values_.data(), source.data, values_.size());
    return;
  }
  widen_values(source, values_.as<float>());
}

}  // namespace tilescribe::kernels
