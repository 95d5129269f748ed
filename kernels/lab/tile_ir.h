// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/lab/exercises.h"
#include "kernels/tile/block.h"

namespace tilescribe::kernels::lab {

/// How a kernel in CUDA Tile IR is started. The text beside its bytecode says so, in lines "NAME: VALUE":
///
///     exercise: linear
///     entry: linear
///     aligned entry: linear_aligned        (optional)
///     parameters: y x weight bias          (optional: all, in the order of exercise.h)
///     tile: 64 x 64                        (rows and columns of the result per block; or rows alone)
struct TileIrKernel {
  const Exercise* exercise = nullptr;
  std::string entry;
  std::string aligned_entry;  // where addresses are multiples of 16 bytes and strides of 4; empty: none
  std::vector<std::string> parameters;
  int rows = 0, columns = 0;  // columns 0: whole rows
};

/// Reads such a text. Throws Error that names the file, and the line if one is wrong.
TILESCRIBE_EXPORT TileIrKernel read_tile_ir(std::string_view text, const std::string& file);

/// A launch: blocks along x are rows of tiles, along y columns of tiles. Each value is a parameter in the
/// first bytes of its place. By cuTile's calling convention 1 a matrix is five of them, an address and 32-bit
/// integers: address, rows, columns, stride, 1; a vector is three: address, size, 1.
struct TileIrLaunch {
  std::string entry;
  tile::Grid grid;
  std::vector<std::uint64_t> values;
};

/// The launch for arguments of the exercise's struct. Throws Error if something does not fit 32 bits, or a
/// grid.
TILESCRIBE_EXPORT TileIrLaunch launch_of(const TileIrKernel& kernel, const void* args);

}  // namespace tilescribe::kernels::lab
