// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch<Kind::gated, DType::bf16>(const Arguments<Kind::gated>& args, GemmTile tile, CudaStream& stream) {
  launch_one_of<DType::bf16, 128, 192, 256>(args, tile, stream);
}
template <>
void launch<Kind::gated, DType::f8>(const Arguments<Kind::gated>& args, GemmTile tile, CudaStream& stream) {
  launch_one_of<DType::f8, 128, 192, 256>(args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
