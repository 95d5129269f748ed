// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/config.h"
#include "kernels/device/gpu.h"

/// How decode_attention divides a step's keys. Host code without CUDA, so that it is tested on any machine.
namespace tilescribe::kernels {

struct DecodeAttentionSizes {
  std::int64_t rows = 0, heads = 0, kv_heads = 0, head_dim = 0;
  std::int64_t most_keys = 0;  // of any row
};

inline constexpr int decode_chunk_keys = 128;      // keys per block; a result's bits depend on it
inline constexpr int most_decode_cluster = 8;      // blocks per cluster that every GPU with clusters supports
inline constexpr int most_decode_counters = 8192;  // (row, key/value head) pairs, the same in every workspace

/// The chunks that hold so many keys.
constexpr std::int64_t decode_chunks(std::int64_t keys) {
  return (keys + decode_chunk_keys - 1) / decode_chunk_keys;
}

/// What a product of a query and a key is multiplied by, for powers of 2: log2(e)/√head_dim.
float decode_score_scale(int head_dim);

/// Where the chunks of a row meet: in the shared memory of a cluster of Config::index blocks, or, if that is
/// 0, in the workspace. Both add in the same order.
Configs decode_attention_configs(const DecodeAttentionSizes& sizes, const Gpu& gpu);

/// Bytes of workspace for these sizes. Smaller launches can use it too.
std::size_t decode_attention_workspace(const DecodeAttentionSizes& sizes);

}  // namespace tilescribe::kernels
