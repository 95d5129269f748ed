// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/packed_matrix.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/core/thread_pool.h"

namespace tilescribe::kernels {
namespace {

float value_at(const void* source, DType type, std::int64_t index) {
  switch (type) {
    case DType::f32:
      return static_cast<const float*>(source)[index];
    case DType::f16:
      return to_float(static_cast<const Float16*>(source)[index]);
    case DType::bf16:
      return to_float(static_cast<const BFloat16*>(source)[index]);
    default:
      throw Error("A weight must be f32, f16 or bf16, not {1}.", name(type));
  }
}

std::uint16_t bits_at(const void* source, DType type, std::int64_t index) {
  if (type == DType::bf16) return static_cast<const std::uint16_t*>(source)[index];
  return to_bfloat16(value_at(source, type, index)).bits;
}

const std::byte* advance(const void* source, DType type, std::int64_t elements) {
  return static_cast<const std::byte*>(source) + static_cast<std::size_t>(elements) * size_of(type);
}

struct Sizes {
  std::int64_t out = 0, in = 0;
  bool bias = false;
};

[[noreturn]] void refuse(const Message& what) {
  throw Error("A weight cannot be packed: {1}.", what);
}

// Rows and columns of the stacked parts. A convolution [out, in, taps] is a matrix [out, taps·in].
Sizes sizes_of(WeightRole role, std::span<const WeightPart> parts) {
  Sizes sizes;
  if (parts.empty()) refuse(Message("it has no parts"));
  if (role == WeightRole::gate_up && parts.size() != 2) refuse(Message("gate and up are two parts"));
  for (const WeightPart& part : parts) {
    const Shape& shape = part.weight.shape;
    const int rank = role == WeightRole::convolution ? 3 : 2;
    if (shape.rank() != rank) refuse(Message("a part has rank {1}, not {2}", shape.rank(), rank));
    const std::int64_t in = rank == 3 ? shape[1] * shape[2] : shape[1];
    if (sizes.in != 0 && in != sizes.in) refuse(Message("its parts have different widths"));
    sizes.in = in;
    sizes.out += shape[0];
    if (!part.bias.empty()) {
      if (part.bias.elements() != shape[0])
        refuse(Message("a bias has another length than its matrix has rows"));
      sizes.bias = true;
    }
  }
  return sizes;
}

// [out, in, taps] → [out, taps·in], so consecutive frames of a time-major input are contiguous.
std::vector<float> tap_major(const ConstTensorView& weight) {
  const std::int64_t out = weight.shape[0], in = weight.shape[1], taps = weight.shape[2];
  std::vector<float> values(static_cast<std::size_t>(weight.elements()));
  for (std::int64_t o = 0; o < out; ++o) {
    for (std::int64_t c = 0; c < in; ++c) {
      for (std::int64_t t = 0; t < taps; ++t) {
        values[static_cast<std::size_t>((o * taps + t) * in + c)] =
            value_at(weight.data, weight.dtype, (o * in + c) * taps + t);
      }
    }
  }
  return values;
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
    : Weight(role, sizes_of(role, parts).out, sizes_of(role, parts).in, sizes_of(role, parts).bias),
      panel_type_(panel_type),
      panels_(PanelLayout::bytes(panel_type, out(), in())) {
  // Each part's rows, and where they begin in the stack.
  struct Rows {
    const void* data;
    DType type;
    std::int64_t begin, end;
    std::vector<float> owned;
  };
  std::vector<Rows> stack;
  std::int64_t begin = 0;
  for (const WeightPart& part : parts) {
    Rows rows{part.weight.data, part.weight.dtype, begin, begin + part.weight.shape[0], {}};
    if (role == WeightRole::convolution) {
      rows.owned = tap_major(part.weight);
      rows.data = rows.owned.data();
      rows.type = DType::f32;
    }
    begin = rows.end;
    stack.push_back(std::move(rows));
  }

  const std::int64_t count = PanelLayout::panels(out());
  const std::size_t panel_bytes = panels_.size() / static_cast<std::size_t>(count);
  pool.parallel_for(
      count,
      [&](std::int64_t p, int) {
        const std::int64_t first = p * PanelLayout::width;
        const std::int64_t last = std::min(out(), first + PanelLayout::width);
        std::byte* panel = panels_.data() + static_cast<std::size_t>(p) * panel_bytes;
        for (const Rows& rows : stack) {
          if (rows.begin <= first && last <= rows.end) {  // the whole panel is in one part
            pack_panel(rows.data, rows.type, in(), first - rows.begin, last - rows.begin, in(), panel_type_,
                       panel);
            return;
          }
        }
        // The panel spans several parts: gather its rows first.
        std::vector<float> gathered(static_cast<std::size_t>((last - first) * in()));
        for (const Rows& rows : stack) {
          for (std::int64_t r = std::max(first, rows.begin); r < std::min(last, rows.end); ++r) {
            for (std::int64_t i = 0; i < in(); ++i) {
              gathered[static_cast<std::size_t>((r - first) * in() + i)] =
                  value_at(rows.data, rows.type, (r - rows.begin) * in() + i);
            }
          }
        }
        pack_panel(gathered.data(), DType::f32, in(), 0, last - first, in(), panel_type_, panel);
      },
      stop);

  if (!has_bias()) return;
  bias_ = AlignedBuffer(static_cast<std::size_t>(out()) * sizeof(float));
  std::fill_n(bias_.as<float>(), out(), 0.0f);
  begin = 0;
  for (const WeightPart& part : parts) {
    for (std::int64_t i = 0; i < part.bias.elements() && !part.bias.empty(); ++i) {
      bias_.as<float>()[begin + i] = value_at(part.bias.data, part.bias.dtype, i);
    }
    begin += part.weight.shape[0];
  }
}

HostTable::HostTable(WeightRole role, const ConstTensorView& source)
    : Weight(role, role == WeightRole::vector ? 1 : source.shape[0],
             role == WeightRole::vector ? source.elements() : source.shape[1], false),
      type_(role == WeightRole::table && source.dtype == DType::bf16 ? DType::bf16 : DType::f32),
      values_(static_cast<std::size_t>(source.elements()) * size_of(type_)) {
  if (role == WeightRole::table && source.shape.rank() != 2) refuse(Message("a table has two dimensions"));
  if (type_ == source.dtype) {
    std::memcpy(values_.data(), source.data, values_.size());
    return;
  }
  for (std::int64_t i = 0; i < source.elements(); ++i)
    values_.as<float>()[i] = value_at(source.data, source.dtype, i);
}

}  // namespace tilescribe::kernels
