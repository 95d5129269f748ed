// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/core/dtype.h"

/// Which norms the kernels of norm_cuda.cu and norm_rounded.cu take. Host code without CUDA, so that it is
/// tested on any machine.
namespace tilescribe::kernels {

/// How many float4 of its row a lane of a warp keeps in registers: 4, 10 or 16. 0: no kernel takes the width.
int layer_norm_quads(std::int64_t width);

/// The width is read in pieces of 16 bytes, and written as bf16.
bool rms_norm_takes(std::int64_t width, DType out);

/// Which widths the norms that write E4M3 (norm_rounded.h) take: they keep a row in registers, and their rows
/// have no zeros at their ends.
bool layer_norm_rounds(std::int64_t width);
bool rms_norm_rounds(std::int64_t width);
inline constexpr int most_rounded_rms_width = 4096;

}  // namespace tilescribe::kernels
