// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/device/stream.h"
#include "kernels/device/types.h"
#include "kernels/ops/attention/decode_attention_plan.h"

namespace tilescribe::kernels {

/// Each row attends to its slot's cached keys [0, positions[r]] (Vaswani et al. 2017; grouped heads,
/// Ainslie et al. 2023) with scale 1/√head_dim. The keys are split into chunks of a fixed length, one block
/// each (Flash-Decoding, Dao et al. 2023), and combined in ascending order. So a row's result has the same
/// bits in any batch. An idle row (negative position) is left as it is.
/// Reads positions, and the cache except for the row's own position, before its predecessor has ended
/// (Begins::with_settled). Of these, the predecessor may only write that position's key and value. If rows
/// share a slot, it writes those of other rows, too; then the cache is read after it has ended.
struct DecodeAttention {
  __nv_bfloat16* out = nullptr;             // [rows, heads·head_dim]
  const __nv_bfloat16* q = nullptr;         // [rows, heads·head_dim]
  const void* keys = nullptr;               // bf16 or E4M3 [slots, kv_heads, capacity, head_dim]
  const void* values = nullptr;             // like keys
  bool float8_cache = false;                // keys and values are in E4M3
  const std::int32_t* slots = nullptr;      // [rows], the row's slot in the cache
  const std::int32_t* positions = nullptr;  // [rows], position of its last key; below most_keys
  int rows = 0, heads = 0, kv_heads = 0;    // at most 8 heads per key/value head
  int head_dim = 0;                         // 32, 64 or 128
  bool shared_slots = false;                // several rows may have the same slot
  int most_keys = 0;                        // limit for this launch, and for a graph that contains it
  std::int64_t capacity = 0;                // keys per slot of the cache
  void* workspace = nullptr;                // decode_attention_workspace() bytes, zeroed before the first use

  DecodeAttentionSizes sizes() const { return {rows, heads, kv_heads, head_dim, most_keys}; }
};

/// Throws Error if the configuration is not one for these sizes, or if its predecessor releases it at once.
void launch_decode_attention(const DecodeAttention& op, const Config& config, CudaStream& stream);

}  // namespace tilescribe::kernels
