// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <cuda_bf16.h>

#include "kernels/device/math.cuh"
#include "kernels/device/mma.cuh"
#include "kernels/device/reduce.cuh"

// Register tiles of the flash kernels. A warp has 16 rows. In accumulators of both mma.sync and wgmma, lane l
// has rows l / 4 and l / 4 + 8, and of every 8 columns the two from 2 · (l % 4) on: tile[4·j + 2·r + e] is
// row l / 4 + 8·r, column 8·j + 2·(l % 4) + e.

namespace tilescribe::kernels {

/// Softmax of the lane's two rows, one tile of keys at a time (Milakov and Gimelshein 2018).
struct OnlineSoftmax {
  float largest[2] = {-INFINITY, -INFINITY};  // largest score so far, before scaling
  float sum[2] = {0.0f, 0.0f};  // of this lane's exponentials; the quad's sums are added at the end

  /// Turns a tile of scores (row, key) into exponentials in place. `shrink`: factor for earlier exponentials
  /// and products with them. The first tile must have a visible key for each row.
  template <int Values>
  __device__ void step(float (&scores)[Values], float scale_log2, float (&shrink)[2]) {
    float offset[2];
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      float top = scores[2 * r];
#pragma unroll
      for (int i = 0; i < Values; i += 4) top = fmaxf(top, fmaxf(scores[i + 2 * r], scores[i + 2 * r + 1]));
      top = fmaxf(quad_max(top), largest[r]);
      shrink[r] = ptx::exp2_fast((largest[r] - top) * scale_log2);
      largest[r] = top;
      offset[r] = top * scale_log2;
      sum[r] *= shrink[r];
    }
#pragma unroll
    for (int i = 0; i < Values; i += 4) {
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        scores[i + e] = ptx::exp2_fast(fmaf(scores[i + e], scale_log2, -offset[e / 2]));
        sum[e / 2] += scores[i + e];
      }
    }
  }
};

/// Hides the keys from `limit` on. `first_key` is the key of column 0.
template <int Values>
__device__ void mask_scores(float (&scores)[Values], int first_key, const int (&limit)[2], int lane) {
#pragma unroll
  for (int i = 0; i < Values; ++i) {
    const int key = first_key + i / 4 * 8 + lane % 4 * 2 + i % 2;
    if (key >= limit[i / 2 % 2]) scores[i] = -INFINITY;
  }
}

template <int Values>
__device__ void scale_rows(float (&tile)[Values], const float (&by)[2]) {
#pragma unroll
  for (int i = 0; i < Values; ++i) tile[i] *= by[i / 2 % 2];
}

/// Packs accumulators (row, key) as left operands of the next product: four registers per 16 keys.
template <int Values>
__device__ void pack_left_operand(std::uint32_t (&packed)[Values / 8][4], const float (&tile)[Values]) {
#pragma unroll
  for (int i = 0; i < Values / 2; ++i) packed[i / 4][i % 4] = pack_bf16(tile[2 * i], tile[2 * i + 1]);
}

/// Transposes a 4×4 matrix in each quad: before, lane t holds row t, afterwards column t.
__device__ inline void transpose_quad(std::uint32_t (&x)[4], int lane) {
#pragma unroll
  for (int bit = 1; bit <= 2; bit *= 2) {
    const bool upper = (lane & bit) != 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if ((i & bit) != 0) continue;
      const std::uint32_t other = __shfl_xor_sync(~0u, upper ? x[i] : x[i | bit], bit);
      (upper ? x[i] : x[i | bit]) = other;
    }
  }
}

/// Writes the lane's two rows of a tile (row, dimension), times `by`, as bf16 to row[0] and row[1]. Null rows
/// are skipped. Every lane of the warp must call it.
template <int HeadDim>
__device__ void store_rows(const float (&tile)[HeadDim / 2], const float (&by)[2],
                           __nv_bfloat16* const (&row)[2], int lane) {
#pragma unroll
  for (int r = 0; r < 2; ++r) {
#pragma unroll
    for (int j = 0; j < HeadDim / 8; j += 4) {
      std::uint32_t piece[4];  // (8 dimensions each, this lane's two of them)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float* pair = &tile[4 * (j + i) + 2 * r];
        piece[i] = pack_bf16(pair[0] * by[r], pair[1] * by[r]);
      }
      transpose_quad(piece, lane);  // now 8 adjacent dimensions in one lane
      if (row[r] != nullptr)
        reinterpret_cast<uint4*>(row[r])[j + lane % 4] = make_uint4(piece[0], piece[1], piece[2], piece[3]);
    }
  }
}

}  // namespace tilescribe::kernels
