// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/blocks/persistent_plan.h"

#include <algorithm>

#include "kernels/ops/attention/decode_attention_plan.h"
#include "kernels/ops/linear/skinny_config.h"

namespace tilescribe::kernels {
namespace {

// Slices of k are whole steps of the ring, and all of the same length.
constexpr std::int64_t whole_k = std::int64_t{skinny_slices} * skinny_slice_unit;

bool takes(const BlocksSizes& s) {
  const bool heads = s.head_dim == persistent_head_dim && s.kv_heads >= 1 && s.heads % s.kv_heads == 0 &&
                     s.heads <= persistent_group * s.kv_heads;
  const bool rotation = s.rotary_dim >= 0 && s.rotary_dim % 16 == 0 && s.rotary_dim <= s.head_dim;
  return heads && rotation && s.rows == 1 && s.blocks >= 1 && s.blocks <= persistent_most_blocks &&
         s.width >= whole_k && s.width <= persistent_most_width && s.width % whole_k == 0 &&
         s.hidden >= whole_k && s.hidden % whole_k == 0 && s.heads * s.head_dim % whole_k == 0;
}

}  // namespace

PersistentLayout persistent_layout(const BlocksSizes& s) {
  constexpr std::size_t partials = 2 * skinny_slices * 32 * 16;
  constexpr std::size_t attention = persistent_group * persistent_head_dim * 4 * 4  // four warps' sums
                                    + decode_chunk_keys * 8 * 4 + 4 * 8 * 8;        // DecodeWeights
  const std::int64_t longest = std::max({s.width, s.hidden, s.heads * s.head_dim});
  PersistentLayout layout;
  layout.partials = static_cast<std::size_t>(persistent_stages) * skinny_slices * 16 * persistent_stage_k * 2;
  layout.rotation = layout.partials + partials;
  layout.attention = layout.rotation + static_cast<std::size_t>(s.rotary_dim) * 4;
  layout.x = layout.attention + attention;
  layout.bytes = layout.x + static_cast<std::size_t>(longest) * 2;
  return layout;
}

Configs persistent_configs(const BlocksSizes& sizes, const Gpu& gpu) {
  constexpr std::size_t fixed_bytes = 1024;  // of shared memory, beside the dynamic
  const bool fits = persistent_layout(sizes).bytes + fixed_bytes <= gpu.shared_bytes;
  return takes(sizes) && gpu.wgmma && fits ? Configs{Config()} : Configs{};
}

PersistentWorkspace persistent_workspace(const BlocksSizes& s, std::int64_t capacity) {
  constexpr std::size_t packet = 8, unit = 256;
  const auto chunks = static_cast<std::size_t>(decode_chunks(capacity));
  const auto heads = static_cast<std::size_t>(s.heads), kv_heads = static_cast<std::size_t>(s.kv_heads);
  const auto dim = static_cast<std::size_t>(s.head_dim);
  PersistentWorkspace at;
  at.bytes = unit;  // the counters
  const auto place = [&at](std::size_t bytes) {
    const std::size_t begin = at.bytes;
    at.bytes += (bytes + unit - 1) / unit * unit;
    return begin;
  };
  at.finished = place(chunks * kv_heads * sizeof(std::uint32_t));
  at.sums = place(chunks * heads * dim * sizeof(float));
  at.weights = place(chunks * heads * 4 * sizeof(float));
  at.queries = place((heads + 2 * kv_heads) * dim / 2 * packet);
  at.x = place(2 * static_cast<std::size_t>(s.width) * packet);
  at.gated = place(static_cast<std::size_t>(s.hidden) / 2 * packet);
  return at;
}

}  // namespace tilescribe::kernels
