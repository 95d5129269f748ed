// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tilescribe::tests {

/// A tensor to be written: dtype as safetensors names it, row-major little-endian data.
struct WrittenTensor {
  std::string dtype;
  std::vector<std::int64_t> shape;
  std::string data;
};

using WrittenTensors = std::map<std::string, WrittenTensor>;

/// `dtype` is F32, F16 or BF16; values are rounded to nearest, ties to even (F16: normal numbers and zero
/// only).
WrittenTensor float_tensor(const std::string& dtype, std::vector<std::int64_t> shape,
                           const std::vector<float>& values);
WrittenTensor i64_tensor(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values);

/// A whole safetensors file, its data beginning at a multiple of 8 plus `misalignment` bytes.
std::string safetensors_bytes(const WrittenTensors& tensors, std::size_t misalignment = 0);

/// A safetensors file of any header text and data, right or wrong.
std::string safetensors_bytes(std::string_view header, std::string_view data);

/// Writes a file anew; throws std::runtime_error when that fails.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace tilescribe::tests
