// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_swapped_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch_swapped<DType::bf16>(const SwappedArguments<Kind::gated>& args, GemmTile tile,
                                 CudaStream& stream) {
  launch_swapped_one_of<Swapped<DType::bf16, Kind::gated, 3, 200>>(args, tile, stream);
}
template <>
void launch_swapped<DType::f8>(const SwappedArguments<Kind::gated>& args, GemmTile tile, CudaStream& stream) {
  launch_swapped_one_of<Swapped<DType::f8, Kind::gated, 3, 200>>(args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
