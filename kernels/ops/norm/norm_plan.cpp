// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/norm/norm_plan.h"

#include "kernels/ops/linear/eight_bit_layout.h"

namespace tilescribe::kernels {

int layer_norm_quads(std::int64_t width) {
  if (width % 4 != 0) return 0;
  for (const int quads : {4, 10, 16}) {
    if (width <= 32 * 4 * quads) return quads;
  }
  return 0;
}

bool rms_norm_takes(std::int64_t width, DType out) {
  return out == DType::bf16 && width % 8 == 0;
}

bool layer_norm_rounds(std::int64_t width) {
  return width % eight_bit_unit == 0 && layer_norm_quads(width) > 0;
}

bool rms_norm_rounds(std::int64_t width) {
  return width % eight_bit_unit == 0 && width <= most_rounded_rms_width;
}

}  // namespace tilescribe::kernels
