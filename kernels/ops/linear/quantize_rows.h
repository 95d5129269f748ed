// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/device/stream.h"
#include "kernels/device/types.h"

namespace tilescribe::kernels {

/// Rows in E4M3 as a weight's are (eight_bit_layout.h): each divided by the smallest power of two that keeps
/// it within ±448. A row's result depends on that row alone.
struct QuantizeRows {
  const __nv_bfloat16* x = nullptr;  // [rows, k], dense; k is a multiple of 8
  void* rounded = nullptr;           // [rows, eight_bit_row_bytes(k)]
  float* scales = nullptr;           // [rows]
  std::int64_t rows = 0;
  int k = 0;
};
void launch_quantize_rows(const QuantizeRows& op, CudaStream& stream);

}  // namespace tilescribe::kernels
