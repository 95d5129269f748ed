// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/skinny_launch.cuh"

namespace tilescribe::kernels {

/// As for bf16 (skinny_linear.cu), with the same shared memory: a stage holds half as much, so there are more
/// of them, or each is twice as long.
template <DType stored_>
struct EightBitKernels {
  static constexpr DType stored = stored_;
  using OneTileNorm = SkinnyConfig<1, 1, 2, 1, 16, true, 1, 1, stored>;
  using OneTile = SkinnyConfig<1, 1, 2, 1, 8, true, 1, 1, stored>;
  using OneTileStreamed = SkinnyConfig<2, 1, 2, 1, 5, false, 1, 1, stored>;
  using TwoTiles = SkinnyConfig<2, 2, 2, 1, 4, false, 1, 1, stored>;
  using TwoTilesNarrow = SkinnyConfig<1, 2, 2, 1, 5, false, 1, 1, stored>;
  using FourTiles = SkinnyConfig<2, 4, 1, 1, 4, false, 1, 1, stored>;
  using FourTilesNarrow = SkinnyConfig<1, 4, 1, 1, 4, false, 1, 1, stored>;
  using FourTilesShared = SkinnyConfig<1, 4, 2, 2, 4, false, 2, 2, stored>;
  using EightTiles = SkinnyConfig<1, 8, 1, 2, 4, false, 2, 2, stored>;
  using EightTilesWide = SkinnyConfig<2, 8, 1, 2, 4, false, 1, 1, stored>;
  using SmallOneTileNorm = SkinnyConfig<1, 1, 2, 1, 6, true, 1, 1, stored>;
  using SmallOneTile = SkinnyConfig<1, 1, 2, 1, 4, false, 1, 1, stored>;
  using SmallFourTiles = SkinnyConfig<1, 4, 1, 1, 2, false, 1, 1, stored>;
};

}  // namespace tilescribe::kernels
