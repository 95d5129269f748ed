// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// The most that a model's files may say: far beyond any model of these families, and so small that a product
/// of a few sizes can't overflow. SECURITY.md lists the limits of everything that is read.
namespace tilescribe::weights::limits {

// of config.json and generation_config.json
inline constexpr std::int64_t width = 1 << 16;  // also bins of a mel spectrogram, and heads of GPT-2
inline constexpr std::int64_t ffn = 1 << 18;
inline constexpr std::int64_t layers = 512;
inline constexpr std::int64_t heads = 1024;
// Of a whole config, since a model whose sizes are all allowed may still be thousands of times too large.
// Each is about twenty times what GLM-ASR-Nano-2512 has, or more.
inline constexpr std::int64_t heads_width = 1 << 16;    // values of all heads of a layer: 2,048
inline constexpr std::int64_t cached_values = 1 << 19;  // keys and values of a token in all layers: 28,672
inline constexpr std::int64_t all_heads = 1 << 16;      // heads of all layers: 448, and 640 of the encoder
inline constexpr std::int64_t vocab = 1 << 22;
inline constexpr std::int64_t positions = 1 << 24;
inline constexpr std::int64_t gpt_positions = 1 << 20;
inline constexpr std::size_t config_bytes = 1 << 20;

inline constexpr int config_depth = 32;                     // lists and objects in one another
inline constexpr std::size_t json_values = 1 << 20;         // of a JSON file: an index has one a tensor
inline constexpr std::size_t stated_bytes = 4096;           // a value of the metadata that we read
inline constexpr std::size_t index_bytes = 64 << 20;        // model.safetensors.index.json
inline constexpr std::uint64_t header_bytes = 100'000'000;  // of a safetensors file: the format's own limit
inline constexpr std::size_t dimensions = 8;                // of a tensor

// of a .pt
inline constexpr std::uint64_t pickle_bytes = 16 << 20;    // without the tensors' values
inline constexpr std::size_t pickle_values = 1 << 20;      // made, on the stack, or in the memo
inline constexpr std::int64_t storage_values = 1LL << 40;  // of one storage

}  // namespace tilescribe::weights::limits
