// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/linear/gemm_sm90_swapped_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch_swapped<Kind::qkv>(const SwappedArguments<Kind::qkv>& args, GemmTile tile, CudaStream& stream) {
  launch_one_of<Swapped<Kind::qkv, 2, 80>>(args, tile, stream);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
