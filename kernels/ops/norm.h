// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

enum class NormKind : std::uint8_t { layer, rms };

/// A norm's weights. RMS norms have no bias.
struct Norm {
  NormKind kind = NormKind::layer;
  const Weight* gain = nullptr;  // vector [width]
  const Weight* bias = nullptr;  // vector [width], layer norms only
  float eps = 1e-5f;
};

}  // namespace tilescribe::kernels
