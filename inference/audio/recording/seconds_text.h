// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/core/message.h"

namespace tilescribe::audio {

/// A duration, as notices show it: "0.5 s".
inline Message seconds_text(double value) {
  return Message("{1} s", Real{value, 1});
}

}  // namespace tilescribe::audio
