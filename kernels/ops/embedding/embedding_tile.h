// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"
#include "kernels/tile/reduce.h"

namespace tilescribe::kernels::tile {

/// Embed: rows of the table by id; a placeholder takes the audio row whose number is that of the placeholders
/// before it. A row a block. What the contract excludes (an id outside the table, a placeholder too many)
/// gives NaN: a kernel can't refuse. T: the table's type, float or Bf16.
template <class T>
struct EmbedKernel {
  using Ids = Tile<int, 1, 512>;
  using Piece = Tile<float, 1, 512>;  // of a row
  struct Args {
    Matrix<float> out;          // [rows, width]
    Matrix<const int> ids;      // [1, rows]
    Matrix<const T> table;      // [vocabulary, width]
    Matrix<const float> audio;  // [audio_rows, width]
    int audio_id;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.out.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int id = read(a.ids.at(0, block.x));
    if (id != a.audio_id) {
      copy(a.out, block.x, a.table, id);
      return;
    }
    auto before = filled<Ids>(0);
    for (int row = 0; row < block.x; row += Ids::cols) {
      before += map([&](int other) { return other == a.audio_id ? 1 : 0; },
                    load<Ids>(a.ids.columns(0, block.x), 0, row, a.audio_id - 1));
    }
    copy(a.out, block.x, a.audio, only(sum_rows(before)));
  }

 private:
  template <class From>
  static TILE_DEVICE void copy(const Matrix<float>& out, int row, const Matrix<From>& from, int from_row) {
    for (int col = 0; col < out.cols; col += Piece::cols)
      store(out, load<Piece>(from, from_row, col, not_a_number), row, col);
  }
};

}  // namespace tilescribe::kernels::tile
