// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/stream.h"
#include "kernels/device/types.h"

namespace tilescribe::kernels {

/// One new row a sequence attends to its cached keys [0, positions[r]] (Vaswani et al. 2017; grouped heads,
/// Ainslie et al. 2023), scale 1/√head_dim. The keys are split into chunks of a fixed length, each attended
/// by a block of its own (Flash-Decoding, Dao et al. 2023) and put together in ascending order by the last
/// one to end: a row's result has the same bits in any batch. An idle row (negative position) is left as it
/// is.
///
/// Reads positions, and the cache but for the row's own position, before its predecessor in the stream has
/// ended (Begins::with_settled): so of these the predecessor may write that one's key and value alone.
struct DecodeAttention {
  __nv_bfloat16* out = nullptr;             // [rows, heads·head_dim]
  const __nv_bfloat16* q = nullptr;         // [rows, heads·head_dim]
  const __nv_bfloat16* keys = nullptr;      // [slots, kv_heads, capacity, head_dim]
  const __nv_bfloat16* values = nullptr;    // likewise
  const std::int32_t* slots = nullptr;      // [rows], the row's sequence in the cache
  const std::int32_t* positions = nullptr;  // [rows], its last key's place; all below most_keys
  int rows = 0, heads = 0, kv_heads = 0;    // at most 8 heads a key/value head
  int head_dim = 0;                         // 32, 64 or 128
  int most_keys = 0;                        // what the launch, and a graph made of it, is good for
  std::int64_t capacity = 0;                // keys that the cache has room for
  void* workspace = nullptr;  // decode_attention_workspace() bytes, zeroed once before the first use
};

/// Bytes of workspace for up to `rows` rows of up to `most_keys` keys; launches of fewer may use it too.
std::size_t decode_attention_workspace(int rows, int heads, int head_dim, int most_keys);

/// Throws Error for sizes that it does not take, and behind a kernel that releases it at once.
void launch_decode_attention(const DecodeAttention& op, CudaStream& stream);

}  // namespace tilescribe::kernels
