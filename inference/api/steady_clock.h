// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tilescribe {

/// Seconds on a clock that never goes back.
inline double steady_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tilescribe
