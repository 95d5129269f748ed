// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/eight_bit_weight.h"

#include <cstring>
#include <vector>

#include "kernels/backend/eight_bit_rows.h"
#include "kernels/ops/linear/eight_bit_layout.h"

namespace tilescribe::kernels {
namespace {

/// A row's bytes with the zeros at its end, in the order in which a GPU has them.
void arrange_row(std::span<const std::byte> row, std::byte* to) {
  for (std::size_t piece = 0; piece < row.size(); piece += 4) {
    // Four values stay together, but for the two in the middle.
    const std::byte four[4] = {row[piece], row[piece + 2], row[piece + 1], row[piece + 3]};
    std::memcpy(to + eight_bit_place(static_cast<std::int64_t>(piece)), four, sizeof(four));
  }
}

}  // namespace

void pack_eight_bit_rows(std::span<const WeightPart> parts, const WeightLayout& layout, DType stored,
                         std::int64_t first, std::int64_t count, std::byte* to, float* scales) {
  const auto width = static_cast<std::size_t>(layout.in);
  const auto bytes = static_cast<std::size_t>(eight_bit_row_bytes(layout.in));
  std::vector<float> values(width);
  const auto pack = [&]<class Value>(std::vector<Value> row, auto round) {
    for (std::int64_t r = 0; r < count; ++r) {
      scales[r] = round(parts, first + r, values, std::span(row).first(width));
      arrange_row(std::as_bytes(std::span(row)), to + static_cast<std::size_t>(r) * bytes);
    }
  };
  if (stored == DType::f8)
    pack(std::vector<Float8>(bytes), round_row);
  else
    pack(std::vector<std::int8_t>(bytes), quantize_row);
}

}  // namespace tilescribe::kernels
