// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_swapped_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch_swapped<DType::bf16>(const SwappedArguments<Kind::plain>& args, GemmTile tile,
                                 CudaStream& stream) {
  launch_swapped_one_of<Swapped<DType::bf16, Kind::plain, 1, 104>, Swapped<DType::bf16, Kind::plain, 2, 56>,
                        Swapped<DType::bf16, Kind::plain, 2, 80>>(args, tile, stream);
}
template <>
void launch_swapped<DType::f8>(const SwappedArguments<Kind::plain>& args, GemmTile tile, CudaStream& stream) {
  launch_swapped_one_of<Swapped<DType::f8, Kind::plain, 1, 104>, Swapped<DType::f8, Kind::plain, 2, 56>,
                        Swapped<DType::f8, Kind::plain, 2, 80>>(args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
