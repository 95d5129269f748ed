// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_swapped_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch_swapped<Kind::gated>(const SwappedArguments<Kind::gated>& args, GemmTile tile,
                                 CudaStream& stream) {
  launch_one_of<Swapped<Kind::gated, 3, 200>>(args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
