// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/flash_plan.h"

#include <bit>

namespace tilescribe::kernels {

bool flash_sm80_takes(const FlashSizes& s) {
  const bool heads = s.heads > 0 && s.kv_heads > 0 && s.heads % s.kv_heads == 0;
  return heads && (s.head_dim == 32 || s.head_dim == 64 || s.head_dim == 128);
}

bool flash_sm90_takes(const FlashSizes& s, const Gpu& gpu) {
  if (!gpu.wgmma || !flash_sm80_takes(s) || s.head_dim == 32) return false;
  const auto group = static_cast<std::uint64_t>(s.heads / s.kv_heads);
  return group <= 64 && std::has_single_bit(group);
}

}  // namespace tilescribe::kernels
