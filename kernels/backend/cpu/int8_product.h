// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "kernels/backend/cpu/block_product.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/cpu/int8_matrix.h"

namespace tilescribe::kernels {

/// x [m, in], dense, times a weight in int8, tile by tile on the backend's threads. The weight is widened to
/// the type of x piece by piece, multiplied by the kernels of block_product.h, and each column is scaled at
/// the end. An element's bits depend on its row of x and its column alone. `finish` gets each tile while it
/// is in the cache.
void multiply_int8(CpuBackend& cpu, const ConstTensorView& x, const Int8Matrix& weight,
                   const std::function<void(const ProductTile&)>& finish);

/// Products of a few rows in bf16 with a panel [k][64] in int8, widened in registers once for every 8 rows:
/// the same bits as avx512_bf16_blocks with the widened panel. `panels` of the product is unused. Only where
/// those run.
constexpr std::int64_t most_int8_rows = 16;  // from there on, widening once in memory is faster
void multiply_int8_rows(const BlockProduct& product, const std::int8_t* panel);

}  // namespace tilescribe::kernels
