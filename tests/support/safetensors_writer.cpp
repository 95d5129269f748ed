// SPDX-License-Identifier: Apache-2.0
#include "tests/support/safetensors_writer.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "kernels/core/dtype.h"

namespace tilescribe::tests {
namespace {

template <class T>
void append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

std::uint16_t half_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  if ((bits & 0x7fffffffu) == 0) return static_cast<std::uint16_t>(sign);
  // 13 fraction bits go; the exponent's bias falls from 127 to 15.
  const std::uint32_t rounded = (bits & 0x7fffffffu) + 0xfffu + ((bits >> 13) & 1u);
  const std::uint32_t half = (rounded >> 13) - (112u << 10);
  if (half < 0x400u || half >= 0x7c00u) throw std::runtime_error("no normal half: " + std::to_string(value));
  return static_cast<std::uint16_t>(sign | half);
}

std::string list(const std::vector<std::int64_t>& values) {
  std::string text = "[";
  for (const std::int64_t value : values) {
    if (text.size() > 1) text += ',';
    text += std::to_string(value);
  }
  text += ']';
  return text;
}

}  // namespace

WrittenTensor float_tensor(const std::string& dtype, std::vector<std::int64_t> shape,
                           const std::vector<float>& values) {
  WrittenTensor tensor{dtype, std::move(shape), {}};
  for (const float value : values) {
    if (dtype == "F32") {
      append(tensor.data, value);
    } else if (dtype == "BF16") {
      append(tensor.data, kernels::to_bfloat16(value).bits);
    } else if (dtype == "F16") {
      append(tensor.data, half_bits(value));
    } else {
      throw std::runtime_error("no floating-point dtype: " + dtype);
    }
  }
  return tensor;
}

WrittenTensor i64_tensor(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values) {
  WrittenTensor tensor{"I64", std::move(shape), {}};
  for (const std::int64_t value : values) append(tensor.data, value);
  return tensor;
}

std::string safetensors_bytes(const WrittenTensors& tensors, std::size_t misalignment) {
  std::string header = R"({"__metadata__":{"format":"pt"})";
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    const std::size_t begin = data.size();
    data += tensor.data;
    header += ",\"" + name + R"(":{"dtype":")" + tensor.dtype + R"(","shape":)" + list(tensor.shape) +
              R"(,"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(data.size()) + "]}";
  }
  header += "}";
  while (header.size() % 8 != misalignment % 8) header += ' ';
  return safetensors_bytes(header, data);
}

std::string safetensors_bytes(std::string_view header, std::string_view data) {
  std::string file;
  append(file, static_cast<std::uint64_t>(header.size()));
  return file.append(header).append(data);
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw std::runtime_error("could not write " + file.string());
}

}  // namespace tilescribe::tests
