// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/skinny_eight_bit.cuh"

namespace tilescribe::kernels {

void launch_skinny_int8(const SkinnyArguments& op, SkinnyKernel kernel, CudaStream& stream) {
  launch_skinny_kernel<EightBitKernels<DType::i8>>(op, kernel, stream);
}

}  // namespace tilescribe::kernels
