// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tilescribe::audio {

/// A sample from -1 to 1 in steps of 1/32768, the nearest of them; what is louder is cut off.
inline std::int16_t to_16_bits(float sample) {
  return static_cast<std::int16_t>(std::lrint(std::clamp(sample * 32768.0f, -32768.0f, 32767.0f)));
}

}  // namespace tilescribe::audio
