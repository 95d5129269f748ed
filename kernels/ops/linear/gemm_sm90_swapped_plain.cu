// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_swapped_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch_swapped<Kind::plain>(const SwappedArguments<Kind::plain>& args, GemmTile tile,
                                 CudaStream& stream) {
  launch_one_of<Swapped<Kind::plain, 1, 104>, Swapped<Kind::plain, 2, 56>, Swapped<Kind::plain, 2, 80>>(
      args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
