// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

namespace tilescribe {

/// Tokens that so many seconds of speech may become: fast speech needs about 8 a second, the rest is room for
/// names and numbers.
inline std::int64_t token_budget(double seconds) {
  return 32 + static_cast<std::int64_t>(std::ceil(15.0 * seconds));
}

}  // namespace tilescribe
