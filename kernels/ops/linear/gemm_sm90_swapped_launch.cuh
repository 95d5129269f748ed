// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/ops/linear/gemm_sm90_swapped.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

/// Launches the instance for a tile; false if it is another's.
template <class S>
bool launch_swapped_as(const SwappedArguments<S::kind>& args, GemmTile tile, CudaStream& stream) {
  if (tile.columns != S::w_rows || tile.rows != S::rows) return false;
  const int blocks = std::min(args.tiles, stream.gpu().multiprocessors);
  kernels::launch(stream,
                  {.name = "gemm_sm90_swapped",
                   .grid = dim3(static_cast<unsigned>(blocks)),
                   .threads = S::threads,
                   .shared_bytes = S::shared_bytes,
                   .order = {Begins::with_constants, Releases::at_once}},
                  gemm_sm90_swapped<S>, args);
  return true;
}

template <class... Instances, class Arguments>
void launch_swapped_one_of(const Arguments& args, GemmTile tile, CudaStream& stream) {
  if (!(... || launch_swapped_as<Instances>(args, tile, stream)))
    throw Error("gemm_sm90 has no tile of {1} columns for this epilogue.", tile.columns);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
