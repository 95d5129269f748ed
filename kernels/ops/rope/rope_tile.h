// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/sequence_rows.h"

namespace tilescribe::kernels::tile {

/// The angles of rotary position embedding (Su et al. 2021): value j of row r is rotated by
/// position(r)·theta^(−2j/dim). In double, because a float32 angle is off by 1e-4 at position 1500.
struct RopeAnglesKernel {
  using Angles = Tile<float, 4, 32>;  // (row, value of the first half)
  struct Args {
    Matrix<float> cosines, sines;  // [rows, rotary_dim/2]
    double theta;
    int longest;  // rows of the longest sequence
    SequenceList sequences;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) {
    return {tiles(a.longest, Angles::rows), tiles(a.cosines.cols, Angles::cols), a.sequences.count};
  }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const SequenceRows sequence = a.sequences.at(block.z);
    const int first = block.x * Angles::rows, value = block.y * Angles::cols;
    if (first >= sequence.rows) return;
    const auto frequency = map_at(
        [&](int, int col, double) {
          return pow(a.theta, -static_cast<double>(value + col) / static_cast<double>(a.cosines.cols));
        },
        filled<PerColumn<Angles, double>>(0.0));
    const auto position =
        map_at([&](int row, int, double) { return static_cast<double>(sequence.position + first + row); },
               filled<PerRow<Angles, double>>(0.0));
    const auto angle = position * frequency;
    const auto rows_of = [&](const Matrix<float>& m) {
      return Matrix<float>{m.at(sequence.first_row, 0), sequence.rows, m.cols, m.stride};
    };
    store(rows_of(a.cosines), map([](double x) { return static_cast<float>(cos(x)); }, angle), first, value);
    store(rows_of(a.sines), map([](double x) { return static_cast<float>(sin(x)); }, angle), first, value);
  }
};

/// RopeAppend: rotates queries; appends rotated keys, and values, to the cache. Of a head's first rotary_dim
/// values, j is rotated with j + rotary_dim/2; the rest stays. One row per block. T: float or Bf16. Cached: T
/// or Float8.
template <class T, class Cached = T>
struct RopeAppendKernel {
  using Heads = Tile<float, 8, 64>;  // (head, value)
  struct Args {
    Matrix<T> q;                         // [rows, heads·head_dim]
    Cached *k, *v;                       // [slots, kv_heads, capacity, head_dim]
    Matrix<const float> qkv;             // [rows, (heads + 2·kv_heads)·head_dim]
    Matrix<const float> cosines, sines;  // [rows, rotary_dim/2]
    int heads, kv_heads, head_dim;
    Index capacity;
    int longest;  // rows of the longest sequence
    SequenceList sequences;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.longest, a.sequences.count}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const SequenceRows sequence = a.sequences.at(block.y);
    if (block.x >= sequence.rows) return;
    const int row = sequence.first_row + block.x, position = sequence.position + block.x;
    // The row as matrices (head, value); in the cache, heads are not contiguous.
    const auto in_row = [&](int first_head, int count) {
      return Matrix<const float>{a.qkv.at(row, first_head * a.head_dim), count, a.head_dim, a.head_dim};
    };
    const auto in_cache = [&](Cached* cache) {
      const Index first = Index{sequence.slot} * a.kv_heads * a.capacity + position;
      return Matrix<Cached>{cache + first * a.head_dim, a.kv_heads, a.head_dim, a.capacity * a.head_dim};
    };
    rotate(Matrix<T>{a.q.at(row, 0), a.heads, a.head_dim, a.head_dim}, in_row(0, a.heads), a, row);
    rotate(in_cache(a.k), in_row(a.heads, a.kv_heads), a, row);
    copy(in_cache(a.v), in_row(a.heads + a.kv_heads, a.kv_heads));
  }

 private:
  template <class To>
  static TILE_DEVICE void rotate(const Matrix<To>& to, const Matrix<const float>& from, const Args& a,
                                 int row) {
    const int half = a.cosines.cols, rest = a.head_dim - 2 * half;
    for (int value = 0; value < half; value += Heads::cols) {
      const auto cosine = load<PerColumn<Heads>>(a.cosines, row, value);
      const auto sine = load<PerColumn<Heads>>(a.sines, row, value);
      for (int head = 0; head < from.rows; head += Heads::rows) {
        const auto low = load<Heads>(from.columns(0, half), head, value);
        const auto high = load<Heads>(from.columns(half, half), head, value);
        store(to.columns(0, half), low * cosine - high * sine, head, value);
        store(to.columns(half, half), high * cosine + low * sine, head, value);
      }
    }
    copy(to.columns(2 * half, rest), from.columns(2 * half, rest));
  }

  template <class To>
  static TILE_DEVICE void copy(const Matrix<To>& to, const Matrix<const float>& from) {
    for (int head = 0; head < from.rows; head += Heads::rows) {
      for (int value = 0; value < from.cols; value += Heads::cols)
        store(to, load<Heads>(from, head, value), head, value);
    }
  }
};

}  // namespace tilescribe::kernels::tile
