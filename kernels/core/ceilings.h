// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::kernels {

/// Measured limits of a device on the simplest work, to compare an op's rates with. 0: not measured.
struct Ceilings {
  double read_gb_s = 0.0;    // reading memory far larger than the caches, 10⁹ bytes per second
  double copy_gb_s = 0.0;    // copying within it, bytes read plus bytes written
  double f32_tflop_s = 0.0;  // large matrix products by operand type, accumulated in float32
  double tf32_tflop_s = 0.0;
  double bf16_tflop_s = 0.0;
  double fp8_tflop_s = 0.0;  // E4M3, accumulated as precisely as the tensor cores can
};

}  // namespace tilescribe::kernels
