// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/error.h"
#include "kernels/ops/linear/gemm_sm90_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch<Kind::gated>(const Arguments<Kind::gated>& args, GemmTile tile, CudaStream& stream) {
  const bool launched = launch_columns<128>(args, tile, stream) || launch_columns<192>(args, tile, stream) ||
                        launch_columns<256>(args, tile, stream);
  if (!launched) throw Error("gemm_sm90 has no tile of {1} columns for this epilogue.", tile.columns);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
