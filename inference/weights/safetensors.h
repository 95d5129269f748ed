// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inference/weights/mapped_file.h"
#include "inference/weights/safetensors_header.h"

namespace tilescribe::weights {

/// A memory-mapped safetensors file: weights, and golden files of any dtype. Immutable, so threads may share
/// it.
class SafetensorsFile {
 public:
  /// Throws Error if the file can't be read or its header is wrong (see parse_safetensors_header).
  explicit SafetensorsFile(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return map_.path(); }
  const std::vector<SafetensorsEntry>& tensors() const { return header_.tensors; }
  const std::map<std::string, std::string>& metadata() const { return header_.metadata; }

  bool has(std::string_view name) const { return index_.contains(name); }

  /// The methods below throw Error if there is no tensor with that name.
  const SafetensorsEntry& entry(std::string_view name) const;

  /// The tensor's bytes inside the map, valid as long as this object. They are not always aligned for their
  /// dtype: copy them with memcpy, or check first. Holds zeros where the file can't be read any more; check()
  /// reports that.
  std::span<const std::byte> bytes(std::string_view name) const;

  /// The tensor's values, converted. Throws Error if the dtype is not a floating-point one (F64, F32, F16,
  /// BF16).
  std::vector<float> floats(std::string_view name) const;

  /// The tensor's values, converted. Throws Error if the dtype is not an integer, and for a U64 beyond 2⁶³-1.
  std::vector<std::int64_t> integers(std::string_view name) const;

  /// Lets the tensor's pages leave memory. Reading them again fetches them from the file.
  void release(std::string_view name) const { map_.release(bytes(name)); }

  /// Throws Error if the file became shorter or could not be read since it was opened.
  void check() const { map_.check(); }

 private:
  MappedFile map_;
  SafetensorsHeader header_;
  std::map<std::string, std::size_t, std::less<>> index_;  // name → index in header_.tensors
};

}  // namespace tilescribe::weights
