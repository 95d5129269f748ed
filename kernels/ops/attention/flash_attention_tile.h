// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/mma.h"
#include "kernels/tile/online_softmax.h"
#include "kernels/tile/sequence_rows.h"

namespace tilescribe::kernels::tile {

/// Attend without a score matrix (Dao et al. 2022). A block has Queries rows of one head and processes their
/// keys tile by tile. It rescales its sums whenever a larger score comes. For head sizes up to HeadDim. T:
/// float, or Bf16 for Precision::bf16.
template <Precision precision, class T, int Queries, int Keys, int HeadDim>
struct FlashAttentionKernel {
  static constexpr int row_warps = Queries % 64 == 0 ? 4 : 1;  // 4: a row's softmax stays within a warp
  using Scores = Accumulator<Queries, Keys, row_warps>;        // (query, key)
  using Out = Accumulator<Queries, HeadDim, row_warps>;        // (query, dimension of a value)
  struct Args {
    Matrix<T> out;      // [rows, heads·head_dim]
    Matrix<const T> q;  // [rows, heads·head_dim]
    const T *k, *v;     // [slots, kv_heads, capacity, head_dim]
    int heads, kv_heads, head_dim;
    Index capacity;
    int longest;  // rows of the longest sequence
    bool causal;
    SequenceList sequences;

    /// The rows of one head that belong to a sequence.
    template <class M>
    TILE_DEVICE M of_head(const M& m, const SequenceRows& s, int head) const {
      return {m.at(s.first_row, head * head_dim), s.rows, head_dim, m.stride};
    }
    /// The first `keys` keys (or values) that a sequence has cached for a head.
    TILE_DEVICE Matrix<const T> cached(const T* cache, const SequenceRows& s, int head, int keys) const {
      const Index first = (Index{s.slot} * kv_heads + head * kv_heads / heads) * capacity;
      return {cache + first * head_dim, keys, head_dim, head_dim};
    }
  };
  struct Shared {
    Staged<Operand<precision>, Queries, HeadDim> q;     // (query, dimension)
    Staged<Operand<precision>, Keys, HeadDim> k, v;     // (key, dimension)
    Staged<Operand<precision>, Queries, Keys> weights;  // (query, key)
  };

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.longest, Queries), a.heads, a.sequences.count};
  }

  static TILE_DEVICE void run(Block block, Shared& shared, const Args& a) {
    const SequenceRows sequence = a.sequences.at(block.z);
    const int first = block.x * Queries;
    if (first >= sequence.rows) return;
    // Row r sees the keys below `context + r + 1`, or all of them.
    const int context = sequence.position + first, all = sequence.position + sequence.rows;
    const int keys = a.causal ? min(context + Queries, all) : all;
    const auto k = a.cached(a.k, sequence, block.y, keys), v = a.cached(a.v, sequence, block.y, keys);
    const float scale = log2_e / sqrt(static_cast<float>(a.head_dim));

    stage(shared.q, a.of_head(a.q, sequence, block.y), first, 0);
    OnlineSoftmax<Scores> softmax;
    auto out = filled<Out>(0.0f);
    for (int key = 0; key < keys; key += Keys) {
      stage(shared.k, k, key, 0);
      stage(shared.v, v, key, 0);
      auto scores = filled<Scores>(0.0f);
      mma<precision>(scores, shared.q, transposed(shared.k));
      scores = map_at(
          [&](int row, int col, float score) {
            const int seen = a.causal ? min(context + row + 1, keys) : keys;
            return key + col < seen ? score * scale : -infinity;
          },
          scores);
      out *= softmax.next(scores);
      stage(shared.weights, scores);
      mma<precision>(out, shared.weights, shared.v);
    }
    store(a.of_head(a.out, sequence, block.y), out / softmax.sum, first, 0);
  }
};

}  // namespace tilescribe::kernels::tile
