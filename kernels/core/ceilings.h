// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::kernels {

/// What a device reaches on the simplest work there is, measured: what an op's rates are compared with. 0
/// where it was not measured.
struct Ceilings {
  double read_gb_s = 0.0;    // reading memory far larger than the caches, 10⁹ bytes a second
  double copy_gb_s = 0.0;    // copying within it, bytes read and bytes written together
  double f32_tflop_s = 0.0;  // large matrix products by operand type, accumulated in float32
  double tf32_tflop_s = 0.0;
  double bf16_tflop_s = 0.0;
  double fp8_tflop_s = 0.0;  // E4M3, summed with what precision the tensor cores have
};

}  // namespace tilescribe::kernels
