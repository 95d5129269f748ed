// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/ops/linear/gemm_sm90.cuh"

namespace tilescribe::kernels::gemm_sm90_detail {

template <int Columns, bool alternate, DType operands, Kind kind>
void launch_instance(const Arguments<kind>& args, CudaStream& stream) {
  const int blocks = std::min(args.tiles, stream.gpu().multiprocessors);
  kernels::launch(stream,
                  {.name = "gemm_sm90",
                   .grid = dim3(static_cast<unsigned>(blocks)),
                   .threads = threads,
                   .shared_bytes = Layout<Columns>::shared_bytes,
                   .order = {Begins::with_constants, Releases::at_once}},
                  gemm_sm90_kernel<Columns, kind, alternate, operands>, args);
}

/// Launches the instance for a tile; false if these are not its columns.
template <int Columns, DType operands, Kind kind>
bool launch_columns(const Arguments<kind>& args, GemmTile tile, CudaStream& stream) {
  if (tile.columns != Columns) return false;
  if constexpr (Columns <= 128) {
    if (tile.alternate) {
      launch_instance<Columns, true, operands>(args, stream);
      return true;
    }
  }
  launch_instance<Columns, false, operands>(args, stream);
  return true;
}

/// Launches the instance for a tile of one of these widths.
template <DType operands, int... columns, Kind kind>
void launch_one_of(const Arguments<kind>& args, GemmTile tile, CudaStream& stream) {
  if (!(... || launch_columns<columns, operands>(args, tile, stream)))
    throw Error("gemm_sm90 has no tile of {1} columns for this epilogue.", tile.columns);
}

}  // namespace tilescribe::kernels::gemm_sm90_detail
