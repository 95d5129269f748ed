// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

namespace tilescribe::audio {

/// A duration, as notices show it: "0.5 s".
inline std::string seconds_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", value);
  return text;
}

}  // namespace tilescribe::audio
