// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/error.h"
#include "kernels/ops/linear/gemm_sm90_launch.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <>
void launch<Kind::gated>(const Arguments<Kind::gated>& args, int columns, int blocks, cudaStream_t stream) {
  switch (columns) {
    case 128:
      return launch_columns<128>(args, blocks, stream);
    case 192:
      return launch_columns<192>(args, blocks, stream);
    case 256:
      return launch_columns<256>(args, blocks, stream);
    default:
      throw Error("gemm_sm90 has no tile of " + std::to_string(columns) + " columns for this epilogue.");
  }
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
