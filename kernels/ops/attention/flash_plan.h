// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/device/gpu.h"

/// Which of the flash kernels (flash.h) take a problem. Host code without CUDA, so that it is tested on any
/// machine.
namespace tilescribe::kernels {

struct FlashSizes {
  std::int64_t heads = 0, kv_heads = 0, head_dim = 0;
};

/// Query heads that divide evenly among the key/value heads, of 32, 64 or 128 values each.
bool flash_sm80_takes(const FlashSizes& sizes);

/// On a GPU with wgmma and TMA: heads of 64 or 128 values, and a power of two up to 64 as the number of query
/// heads per key/value head.
bool flash_sm90_takes(const FlashSizes& sizes, const Gpu& gpu);

}  // namespace tilescribe::kernels
