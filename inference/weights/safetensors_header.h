// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::weights {

/// One tensor, as a safetensors header describes it.
struct SafetensorsEntry {
  std::string name;
  std::string dtype;                // as in the file: "F32", "BF16", "I64" …
  std::vector<std::int64_t> shape;  // row-major; empty for a scalar
  std::uint64_t begin = 0;          // bytes from the start of the file
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> tensors;        // in the order of their data
  std::map<std::string, std::string> metadata;  // the header's __metadata__
};

/// Bytes of one element of a safetensors dtype; nothing for an unknown one.
std::optional<std::size_t> safetensors_element_size(std::string_view dtype);

/// Reads and checks the header of a safetensors file: a little-endian u64 header length, that many bytes of
/// JSON {name: {dtype, shape, data_offsets}}, then the data (https://github.com/huggingface/safetensors,
/// "Format"). Afterwards, every entry lies inside the file, has exactly the bytes of its shape and dtype, and
/// overlaps no other. `file` is the whole file, `where` its name for errors. Throws Error.
SafetensorsHeader parse_safetensors_header(std::span<const std::byte> file, std::string_view where);

}  // namespace tilescribe::weights
