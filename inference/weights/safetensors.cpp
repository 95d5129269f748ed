// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/safetensors.h"

#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "kernels/core/dtype.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors data is little-endian");

template <class Stored, class Convert>
auto converted(std::span<const std::byte> bytes, Convert convert) {
  std::vector<decltype(convert(Stored()))> values(bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));  // may be unaligned
    values[i] = convert(stored);
  }
  return values;
}

std::optional<std::vector<float>> floats_of(std::string_view dtype, std::span<const std::byte> data) {
  using namespace kernels;
  const auto cast = [](auto value) { return static_cast<float>(value); };
  const auto widen = [](auto value) { return to_float(value); };
  if (dtype == "F32") return converted<float>(data, cast);
  if (dtype == "F64") return converted<double>(data, cast);
  if (dtype == "F16") return converted<Float16>(data, widen);
  if (dtype == "BF16") return converted<BFloat16>(data, widen);
  return std::nullopt;
}

template <class Where>
std::optional<std::vector<std::int64_t>> integers_of(std::string_view dtype, std::span<const std::byte> data,
                                                     Where where) {
  const auto cast = [](auto value) { return static_cast<std::int64_t>(value); };
  if (dtype == "I64") return converted<std::int64_t>(data, cast);
  if (dtype == "I32") return converted<std::int32_t>(data, cast);
  if (dtype == "I16") return converted<std::int16_t>(data, cast);
  if (dtype == "I8") return converted<std::int8_t>(data, cast);
  if (dtype == "U32") return converted<std::uint32_t>(data, cast);
  if (dtype == "U16") return converted<std::uint16_t>(data, cast);
  if (dtype == "U8" || dtype == "BOOL") return converted<std::uint8_t>(data, cast);
  if (dtype == "U64") {
    return converted<std::uint64_t>(data, [&](std::uint64_t value) {
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        throw Error("Numbers below 2^63 were expected in {1}, but it holds {2}.", where(), value);
      }
      return static_cast<std::int64_t>(value);
    });
  }
  return std::nullopt;
}

SafetensorsHeader read_header(const MappedFile& map) {
  try {
    return parse_safetensors_header(map.bytes(), map.path().string());
  } catch (const Error&) {
    map.check();  // it may have a better explanation
    throw;
  }
}

std::string at(const SafetensorsFile& file, std::string_view name) {
  return std::string(name) + " in " + file.path().string();
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path) : map_(path), header_(read_header(map_)) {
  for (std::size_t i = 0; i < header_.tensors.size(); ++i) index_.emplace(header_.tensors[i].name, i);
}

const SafetensorsEntry& SafetensorsFile::entry(std::string_view name) const {
  const auto found = index_.find(name);
  if (found == index_.end()) throw Error("The tensor {1} was expected but is missing.", at(*this, name));
  return header_.tensors[found->second];
}

std::span<const std::byte> SafetensorsFile::bytes(std::string_view name) const {
  const SafetensorsEntry& tensor = entry(name);
  return map_.bytes().subspan(tensor.begin, tensor.end - tensor.begin);
}

std::vector<float> SafetensorsFile::floats(std::string_view name) const {
  std::optional<std::vector<float>> values = floats_of(entry(name).dtype, bytes(name));
  if (!values) {
    throw Error("Floating-point numbers were expected in {1}, but it holds {2}.", at(*this, name),
                entry(name).dtype);
  }
  check();
  return *std::move(values);
}

std::vector<std::int64_t> SafetensorsFile::integers(std::string_view name) const {
  std::optional<std::vector<std::int64_t>> values =
      integers_of(entry(name).dtype, bytes(name), [&] { return at(*this, name); });
  if (!values) {
    throw Error("Integers were expected in {1}, but it holds {2}.", at(*this, name), entry(name).dtype);
  }
  check();
  return *std::move(values);
}

}  // namespace tilescribe::weights
