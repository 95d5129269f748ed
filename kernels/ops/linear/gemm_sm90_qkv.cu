// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch<Kind::qkv, DType::bf16>(const Arguments<Kind::qkv>& args, GemmTile tile, CudaStream& stream) {
  launch_one_of<DType::bf16, 64, 128, 192, 256>(args, tile, stream);
}
template <>
void launch<Kind::qkv, DType::f8>(const Arguments<Kind::qkv>& args, GemmTile tile, CudaStream& stream) {
  launch_one_of<DType::f8, 64, 128, 192, 256>(args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
