// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cpu/block_product.h"

/// The products of bfloat16 that block_product.cpp offers. Without these instructions (or x86-64) `has_…` is
/// false, and the rest does nothing.
namespace tilescribe::kernels::bf16_gemm {

bool has_avx512();
void multiply_avx512(const BlockProduct& product);

/// AMX's tiles: `begin_amx` configures them for this thread, `end_amx` gives them back.
bool has_amx();
void begin_amx();
void end_amx();
void multiply_amx(const BlockProduct& product);

}  // namespace tilescribe::kernels::bf16_gemm
