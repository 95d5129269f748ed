// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/eight_bit_weight.h"

#include <cstring>
#include <vector>

#include "kernels/backend/int8_rows.h"
#include "kernels/ops/linear/eight_bit_layout.h"

namespace tilescribe::kernels {

void pack_eight_bit_rows(std::span<const WeightPart> parts, const WeightLayout& layout, std::int64_t first,
                    std::int64_t count, std::byte* to, float* scales) {
  const auto width = static_cast<std::size_t>(layout.in);
  const auto bytes = static_cast<std::size_t>(eight_bit_row_bytes(layout.in));
  std::vector<float> values(width);
  std::vector<std::int8_t> whole(bytes);  // with the zeros at its end
  for (std::int64_t r = 0; r < count; ++r) {
    scales[r] = quantize_row(parts, first + r, values, std::span(whole).first(width));
    std::byte* const row = to + static_cast<std::size_t>(r) * bytes;
    for (std::size_t piece = 0; piece < bytes; piece += 4) {
      // Four values stay together, but for the two in the middle.
      const std::int8_t four[4] = {whole[piece], whole[piece + 2], whole[piece + 1], whole[piece + 3]};
      std::memcpy(row + eight_bit_place(static_cast<std::int64_t>(piece)), four, sizeof(four));
    }
  }
}

}  // namespace tilescribe::kernels
