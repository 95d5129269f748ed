// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/device/stream.h"
#include "kernels/device/types.h"
#include "kernels/ops/blocks/persistent_plan.h"

namespace tilescribe::kernels {

/// A decode step of one row through all blocks of a decoder as one kernel, with a block of threads on each
/// multiprocessor. Each streams its share of all weights through a ring in shared memory, far ahead of what
/// it multiplies; so memory is busy while the blocks wait for each other's results. The bits are those of
/// the kernels that run one after another (skinny_linear, decode_attention).
struct PersistentBlocks {
  struct Block {
    const float* attention_gain = nullptr;  // [width]
    const float* mlp_gain = nullptr;        // [width]
    float attention_eps = 0.0f, mlp_eps = 0.0f;
    const __nv_bfloat16* qkv = nullptr;      // [(heads + 2·kv_heads)·128, width]
    const __nv_bfloat16* output = nullptr;   // [width, heads·128]
    const __nv_bfloat16* gate_up = nullptr;  // [2·hidden, width]
    const __nv_bfloat16* down = nullptr;     // [width, hidden]
    void* keys = nullptr;                    // bf16 or E4M3 [slots, kv_heads, capacity, 128]
    void* values = nullptr;                  // like keys
  };
  Block blocks[persistent_most_blocks];
  int count = 0;
  int width = 0, hidden = 0, heads = 0, kv_heads = 0, rotary_dim = 0;
  int most_keys = 0;          // limit for this launch, and for a graph that contains it
  std::int64_t capacity = 0;  // keys per slot of the cache
  bool float8_cache = false;  // keys and values are in E4M3
  float* x = nullptr;         // [width], updated
  const std::int32_t* slot = nullptr;
  const std::int32_t* position = nullptr;  // negative: idle
  const float2* cos_sin = nullptr;         // [positions, rotary_dim/2]
  void* workspace = nullptr;               // persistent_workspace() bytes

  BlocksSizes sizes() const {
    return {1, count, width, hidden, heads, kv_heads, persistent_head_dim, rotary_dim};
  }
};

/// Throws Error for sizes that the plan does not take.
void launch_persistent_blocks(const PersistentBlocks& op, CudaStream& stream);

}  // namespace tilescribe::kernels
