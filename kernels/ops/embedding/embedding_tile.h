// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/tile/block.h"
#include "kernels/tile/memory.h"

namespace tilescribe::kernels::tile {

/// Embed: rows of the table by id, and the audio rows from row audio_first on. One row per block. An id
/// outside the table, which the contract excludes, gives NaN. T: the table's type, float or Bf16. Adding: to
/// what is in out; a negative id then adds nothing.
template <class T, bool Adding>
struct EmbedKernel {
  using Piece = Tile<float, 1, 512>;  // part of a row
  struct Args {
    Matrix<float> out;          // [rows, width]
    Matrix<const int> ids;      // [1, rows]
    Matrix<const T> table;      // [vocabulary, width]
    Matrix<const float> audio;  // [audio_rows, width]
    int audio_first;
  };

  static TILE_ANYWHERE Grid grid(const Args& a) { return {a.out.rows}; }

  static TILE_DEVICE void run(Block block, const Args& a) {
    const int audio_row = block.x - a.audio_first;
    if (audio_row >= 0 && audio_row < a.audio.rows) {
      copy(a.out, block.x, a.audio, audio_row);
      return;
    }
    const int id = read(a.ids.at(0, block.x));
    if (!Adding || id >= 0) copy(a.out, block.x, a.table, id);
  }

 private:
  template <class From>
  static TILE_DEVICE void copy(const Matrix<float>& out, int row, const Matrix<From>& from, int from_row) {
    for (int col = 0; col < out.cols; col += Piece::cols) {
      const auto piece = load<Piece>(from, from_row, col, not_a_number);
      if constexpr (Adding) {
        store(out, load<Piece>(out, row, col) + piece, row, col);
      } else {
        store(out, piece, row, col);
      }
    }
  }
};

}  // namespace tilescribe::kernels::tile
