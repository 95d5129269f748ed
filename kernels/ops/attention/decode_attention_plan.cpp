// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/decode_attention_plan.h"

#include <cmath>

namespace tilescribe::kernels {
namespace {

constexpr Config in_workspace{"workspace", 0};
constexpr Config in_clusters[] = {
    {"no cluster", 1}, {"cluster of 2", 2}, {"cluster of 4", 4}, {"cluster of 8", 8}};

bool takes(const DecodeAttentionSizes& s) {
  const bool heads = s.kv_heads >= 1 && s.heads % s.kv_heads == 0 && s.heads <= 8 * s.kv_heads;
  const bool width = s.head_dim == 32 || s.head_dim == 64 || s.head_dim == 128;
  return heads && width && s.rows >= 1 && s.most_keys >= 1 && s.rows * s.kv_heads <= most_decode_counters;
}

}  // namespace

float decode_score_scale(int head_dim) {
  return std::log2(std::exp(1.0f)) / std::sqrt(static_cast<float>(head_dim));
}

Configs decode_attention_configs(const DecodeAttentionSizes& sizes, const Gpu& gpu) {
  if (!takes(sizes)) return {};
  if (gpu.compute_major >= 9) {
    for (const Config& cluster : in_clusters) {
      if (cluster.index >= decode_chunks(sizes.most_keys)) return {cluster, in_workspace};
    }
  }
  return {in_workspace};
}

std::size_t decode_attention_workspace(const DecodeAttentionSizes& sizes) {
  constexpr std::size_t counters = most_decode_counters * sizeof(std::int32_t);
  const auto pieces = static_cast<std::size_t>(sizes.rows * sizes.heads * decode_chunks(sizes.most_keys));
  const auto sum_and_weights = static_cast<std::size_t>(sizes.head_dim) * sizeof(float) + 2 * sizeof(float);
  return counters + pieces * sum_and_weights;
}

}  // namespace tilescribe::kernels
