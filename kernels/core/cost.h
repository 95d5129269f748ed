// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilescribe::kernels {

/// What an op must do at least, counted from its contract. A variant can be slower, never cheaper.
struct Cost {
  std::int64_t flops = 0;  // floating-point operations; a multiply-add counts as two
  std::int64_t bytes = 0;  // bytes that must move between memory and processor: inputs once, outputs once

  constexpr Cost operator+(const Cost& other) const { return {flops + other.flops, bytes + other.bytes}; }
};

}  // namespace tilescribe::kernels
