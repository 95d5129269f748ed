// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/config.h"
#include "kernels/device/gpu.h"

/// How persistent_blocks divides a decode step. Host code without CUDA, so that it is tested on any machine.
namespace tilescribe::kernels {

struct BlocksSizes {
  std::int64_t rows = 0, blocks = 0, width = 0, hidden = 0, heads = 0, kv_heads = 0, head_dim = 0;
  std::int64_t rotary_dim = 0;
};

inline constexpr int persistent_most_blocks = 64;  // of a decoder; their addresses are a kernel's parameter
inline constexpr int persistent_head_dim = 128;
inline constexpr int persistent_group = 4;          // query heads per key/value head, at most
inline constexpr int persistent_most_width = 2048;  // so many values of each row are normed in registers
inline constexpr int persistent_stage_k = 256;      // values of a slice of k in a stage, at most

inline constexpr int persistent_stages = 3;  // of the ring of weights

/// The only one, if the kernel takes these sizes.
Configs persistent_configs(const BlocksSizes& sizes, const Gpu& gpu);

/// Dynamic shared memory of its blocks, and what lies where in it.
struct PersistentLayout {
  std::size_t partials = 0;   // float4 (buffer, warp, lane): sums of a tile
  std::size_t rotation = 0;   // float2 [rotary_dim/2]
  std::size_t attention = 0;  // a chunk's sums and weights
  std::size_t x = 0;          // bf16 [k], what is multiplied
  std::size_t bytes = 0;
};
PersistentLayout persistent_layout(const BlocksSizes& sizes);

/// The workspace, zeroed before the first use with these sizes; where its parts begin, and its bytes.
struct PersistentWorkspace {
  std::size_t finished = 0, sums = 0, weights = 0, queries = 0, x = 0, gated = 0;
  std::size_t bytes = 0;
};
PersistentWorkspace persistent_workspace(const BlocksSizes& sizes, std::int64_t capacity);

}  // namespace tilescribe::kernels
