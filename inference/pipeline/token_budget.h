// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace tilescribe {

/// The most tokens for this many seconds: as many as a user asked for, if that is above 0. Fast speech needs
/// about 8 per second; names and numbers need more.
inline std::int64_t token_budget(double seconds, int asked = 0) {
  if (asked > 0) return asked;
  return 32 + static_cast<std::int64_t>(std::ceil(15.0 * seconds));
}

}  // namespace tilescribe
