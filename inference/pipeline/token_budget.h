// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace tilescribe {

/// The most tokens for this many seconds. Fast speech needs about 8 per second; names and numbers need more.
inline std::int64_t token_budget(double seconds) {
  return 32 + static_cast<std::int64_t>(std::ceil(15.0 * seconds));
}

}  // namespace tilescribe
