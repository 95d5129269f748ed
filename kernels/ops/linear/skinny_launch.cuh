// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "kernels/ops/linear/product_plan.h"
#include "kernels/ops/linear/skinny_kernel.cuh"
#include "kernels/ops/linear/skinny_wgmma.h"

/// The kernels of skinny_linear for one type of weights: a Set names a SkinnyConfig for each.
namespace tilescribe::kernels {

/// Rows [first, first + count) of the same product.
inline SkinnyArguments rows_of(SkinnyArguments op, int first, int count) {
  op.rows = count;
  op.x += static_cast<std::ptrdiff_t>(first) * op.k;
  if (op.epilogue == Epilogue::qkv_rope) {
    op.qkv.q += static_cast<std::ptrdiff_t>(first) * op.qkv.heads * op.qkv.head_dim;
    op.qkv.slots += first;
    op.qkv.positions += first;
    return op;
  }
  const bool f32 = op.epilogue == Epilogue::store_f32 || op.epilogue == Epilogue::residual_f32;
  const std::ptrdiff_t width = op.epilogue == Epilogue::gated_silu_bf16 ? op.n / 2 : op.n;
  op.y = static_cast<std::uint8_t*>(op.y) + first * width * (f32 ? 4 : 2);
  return op;
}

/// Of at most 32 rows at a time.
template <class Set>
void launch_small_four_tiles(const SkinnyArguments& op, CudaStream& stream) {
  constexpr int small_rows = 32;
  for (int first = 0; first < op.rows; first += small_rows) {
    launch_skinny_config<typename Set::SmallFourTiles>(
        rows_of(op, first, std::min(small_rows, op.rows - first)), stream);
  }
}

template <class Set>
void launch_skinny_kernel(const SkinnyArguments& op, SkinnyKernel kernel, CudaStream& stream) {
  switch (kernel) {
    case SkinnyKernel::one_tile_norm:
      return launch_skinny_config<typename Set::OneTileNorm>(op, stream);
    case SkinnyKernel::one_tile:
      return launch_skinny_config<typename Set::OneTile>(op, stream);
    case SkinnyKernel::one_tile_streamed:
      return launch_skinny_config<typename Set::OneTileStreamed>(op, stream);
    case SkinnyKernel::two_tiles:
      return launch_skinny_config<typename Set::TwoTiles>(op, stream);
    case SkinnyKernel::two_tiles_narrow:
      return launch_skinny_config<typename Set::TwoTilesNarrow>(op, stream);
    case SkinnyKernel::four_tiles:
      return launch_skinny_config<typename Set::FourTiles>(op, stream);
    case SkinnyKernel::four_tiles_narrow:
      return launch_skinny_config<typename Set::FourTilesNarrow>(op, stream);
    case SkinnyKernel::eight_tiles:
      return launch_skinny_config<typename Set::EightTiles>(op, stream);
    case SkinnyKernel::eight_tiles_wide:
      return launch_skinny_config<typename Set::EightTilesWide>(op, stream);
    case SkinnyKernel::small_one_tile_norm:
      return launch_skinny_config<typename Set::SmallOneTileNorm>(op, stream);
    case SkinnyKernel::small_one_tile:
      return launch_skinny_config<typename Set::SmallOneTile>(op, stream);
    case SkinnyKernel::small_four_tiles:
      return launch_small_four_tiles<Set>(op, stream);
    case SkinnyKernel::four_tiles_shared:
      return launch_skinny_config<typename Set::FourTilesShared>(op, stream);
    case SkinnyKernel::wgmma_32:
      return launch_skinny_wgmma<32, Set::stored>(op, stream);
    case SkinnyKernel::wgmma_64:
      return launch_skinny_wgmma<64, Set::stored>(op, stream);
  }
}

/// With weights in int8 (skinny_int8.cu).
void launch_skinny_int8(const SkinnyArguments& op, SkinnyKernel kernel, CudaStream& stream);
/// In E4M3 (skinny_float8.cu).
void launch_skinny_float8(const SkinnyArguments& op, SkinnyKernel kernel, CudaStream& stream);

}  // namespace tilescribe::kernels
