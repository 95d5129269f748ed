// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescribe::weights {

/// How a checkpoint names its tensors.
enum class NameLayout {
  current,   // as published since 2025-12-27, or with newer transformers' leading `model.`: decided for each
             // name
  original,  // before 2025-12-27: names of the model's own code, RoPE pairs interleaved in the encoder
};

/// Any name that starts with `audio_encoder.` means the original layout.
inline bool shows_original_layout(std::string_view stored_name) {
  return stored_name.starts_with("audio_encoder.");
}

/// The published name (see expected_tensors) of a tensor that a checkpoint stores under `stored_name`. For an
/// unknown name, returns some name that expected_tensors does not contain. Returns nothing if the model never
/// used the tensor.
/// Source: the key map in transformers' convert_glmasr_weights_to_hf.py.
std::optional<std::string> published_name(std::string_view stored_name, NameLayout layout);

/// Whether this tensor holds the encoder's queries or keys, whose rows the original layout stores in another
/// order.
bool is_encoder_query_or_key(std::string_view published_name);

/// The shape of the encoder's attention, as far as the order of rows depends on it.
struct RotaryHeads {
  std::size_t heads = 0;
  std::size_t head_dim = 0;
  std::size_t rotary_dim = 0;  // even, at most head_dim
};

/// Copies the rows of a query or key projection (weight [heads·head_dim, in] or bias [heads·head_dim]) from
/// the order for interleaved RoPE to the order for half-split RoPE. In every head, the even rows of the
/// rotary part come first, then its odd rows, then the rest unchanged. `from` and `to` have the same number
/// of bytes, a multiple of heads·head_dim, and do not overlap.
void interleaved_to_half_split(std::span<const std::byte> from, std::span<std::byte> to, RotaryHeads shape);

}  // namespace tilescribe::weights
