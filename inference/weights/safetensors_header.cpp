// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/safetensors_header.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t max_header_bytes = 100'000'000;  // the format's own limit
constexpr std::size_t max_rank = 8;

/// A string from the file, made suitable for a sentence: short and without control characters.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 120;
  std::string result(text.substr(0, longest));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text.size() > longest ? result + "…" : result;
}

/// Processes the header's JSON during parsing. A document tree would use memory that a hostile header
/// controls (deep nesting, endless arrays) and would hide duplicate names.
class HeaderReader {
 public:
  HeaderReader(SafetensorsHeader& header, std::string_view where) : header_(header), where_(where) {}

  // The interface for nlohmann::json::sax_parse.
  bool null() { return unexpected("null"); }
  bool boolean(bool) { return unexpected("a truth value"); }
  bool number_integer(std::int64_t value) { return unexpected("the number " + std::to_string(value)); }
  bool number_float(double, const std::string& text) { return unexpected("the number " + shown(text)); }
  bool binary(const std::vector<std::uint8_t>&) { return unexpected("binary data"); }

  bool number_unsigned(std::uint64_t value) {
    if (state_ != State::shape && state_ != State::offsets) unexpected("the number " + std::to_string(value));
    if (state_ == State::shape) {
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        fail("the tensor " + shown(tensor_.name) + " has a dimension of " + std::to_string(value));
      }
      if (tensor_.shape.size() == max_rank) {
        fail("the tensor " + shown(tensor_.name) + " has more than " + std::to_string(max_rank) +
             " dimensions");
      }
      tensor_.shape.push_back(static_cast<std::int64_t>(value));
    } else {
      if (offsets_ == 2) fail("the tensor " + shown(tensor_.name) + " has more than two data_offsets");
      (offsets_++ == 0 ? tensor_.begin : tensor_.end) = value;
    }
    return true;
  }

  bool string(std::string& value) {
    if (state_ == State::metadata) {
      header_.metadata[key_] = value;
    } else if (state_ == State::tensor && key_ == "dtype") {
      tensor_.dtype = value;
    } else {
      unexpected("the text \"" + shown(value) + "\"");
    }
    return true;
  }

  bool start_object(std::size_t) {
    if (state_ == State::start) {
      state_ = State::root;
    } else if (state_ == State::root && key_ == "__metadata__") {
      state_ = State::metadata;
    } else if (state_ == State::root) {
      state_ = State::tensor;
      tensor_.name = key_;
      fields_.clear();
      offsets_ = 0;
    } else {
      unexpected("an object");
    }
    return true;
  }

  bool key(std::string& name) {
    if (state_ == State::root && !names_.insert(name).second) {
      fail("the name " + shown(name) + " appears twice");
    }
    if (state_ == State::tensor) {
      if (name != "dtype" && name != "shape" && name != "data_offsets") {
        fail("the tensor " + shown(tensor_.name) + " has the unknown field " + shown(name));
      }
      if (!fields_.insert(name).second) {
        fail("the tensor " + shown(tensor_.name) + " has the field " + name + " twice");
      }
    }
    key_ = name;
    return true;
  }

  bool end_object() {
    if (state_ == State::tensor) {
      if (fields_.size() != 3 || offsets_ != 2) {
        fail("the tensor " + shown(tensor_.name) + " lacks its dtype, its shape or its two data_offsets");
      }
      header_.tensors.push_back(tensor_);
      tensor_ = {};
    }
    state_ = state_ == State::root ? State::end : State::root;
    return true;
  }

  bool start_array(std::size_t) {
    if (state_ == State::tensor && key_ == "shape") {
      state_ = State::shape;
    } else if (state_ == State::tensor && key_ == "data_offsets") {
      state_ = State::offsets;
    } else {
      unexpected("a list");
    }
    return true;
  }

  bool end_array() {
    state_ = State::tensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    throw Error("The header of " + std::string(where_) + " is not valid JSON (at byte " +
                    std::to_string(length_bytes + position) + ").",
                error.what());
  }

 private:
  enum class State { start, root, metadata, tensor, shape, offsets, end };

  [[noreturn]] void fail(const std::string& what) const {
    throw Error("The header of " + std::string(where_) + " is not that of a safetensors file: " + what + ".");
  }

  [[noreturn]] bool unexpected(const std::string& what) const {
    const std::string place = state_ == State::start ? "its start" : "the value of " + shown(key_);
    fail(what + " stands where it may not, at " + place +
         (tensor_.name.empty() ? "" : " of " + shown(tensor_.name)));
  }

  SafetensorsHeader& header_;
  std::string_view where_;
  State state_ = State::start;
  std::string key_;  // the last one read
  SafetensorsEntry tensor_;
  std::set<std::string> fields_;  // fields of tensor_ seen so far
  int offsets_ = 0;               // data_offsets of tensor_ read so far
  std::set<std::string> names_;
};

/// Bytes that a shape needs; nothing if that exceeds 64 bits.
std::optional<std::uint64_t> byte_size(const SafetensorsEntry& tensor, std::size_t element) {
  std::uint64_t bytes = element;
  for (const std::int64_t dim : tensor.shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dim), &bytes)) return std::nullopt;
  }
  return bytes;
}

void check_size(const SafetensorsEntry& tensor, const std::string& where) {
  const std::string subject = "The tensor " + shown(tensor.name) + " in " + where;
  const std::optional<std::size_t> element = safetensors_element_size(tensor.dtype);
  if (!element) throw Error(subject + " has the unknown dtype " + shown(tensor.dtype) + ".");
  if (tensor.begin > tensor.end) {
    throw Error(subject + " begins at byte " + std::to_string(tensor.begin) +
                " of the data and ends before, at " + std::to_string(tensor.end) + ".");
  }
  const std::optional<std::uint64_t> expected = byte_size(tensor, *element);
  if (!expected) throw Error(subject + " has a shape larger than any file.");
  if (*expected != tensor.end - tensor.begin) {
    throw Error(subject + " should have " + std::to_string(*expected) +
                " bytes by its shape and dtype, but has " + std::to_string(tensor.end - tensor.begin) +
                " by its offsets.");
  }
}

}  // namespace

std::optional<std::size_t> safetensors_element_size(std::string_view dtype) {
  static constexpr std::array<std::pair<std::string_view, std::size_t>, 15> sizes{{{"F64", 8},
                                                                                   {"F32", 4},
                                                                                   {"F16", 2},
                                                                                   {"BF16", 2},
                                                                                   {"F8_E4M3", 1},
                                                                                   {"F8_E5M2", 1},
                                                                                   {"I64", 8},
                                                                                   {"I32", 4},
                                                                                   {"I16", 2},
                                                                                   {"I8", 1},
                                                                                   {"U64", 8},
                                                                                   {"U32", 4},
                                                                                   {"U16", 2},
                                                                                   {"U8", 1},
                                                                                   {"BOOL", 1}}};
  for (const auto& [name, size] : sizes) {
    if (name == dtype) return size;
  }
  return std::nullopt;
}

SafetensorsHeader parse_safetensors_header(std::span<const std::byte> file, std::string_view where) {
  const std::string name(where);
  if (file.size() < length_bytes) {
    throw Error("A safetensors file of at least 8 bytes was expected, but " + name + " has " +
                std::to_string(file.size()) + ".");
  }
  constexpr std::string_view lfs_pointer = "version https://git-lfs";
  if (file.size() >= lfs_pointer.size() &&
      std::equal(lfs_pointer.begin(), lfs_pointer.end(), reinterpret_cast<const char*>(file.data()))) {
    throw Error("The file " + name +
                " is a Git LFS pointer, not the weights: run `git lfs pull` in its folder.");
  }
  std::uint64_t header_bytes = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    header_bytes |= static_cast<std::uint64_t>(file[i]) << (8 * i);
  }
  if (header_bytes == 0 || header_bytes > max_header_bytes) {
    throw Error("The file " + name + " is not a safetensors file: its header should have 1 to " +
                std::to_string(max_header_bytes) + " bytes, but claims " + std::to_string(header_bytes) +
                ".");
  }
  if (header_bytes > file.size() - length_bytes) {
    throw Error("The file " + name + " is cut off: its header ends at byte " +
                std::to_string(length_bytes + header_bytes) + ", but the file has " +
                std::to_string(file.size()) + " bytes.");
  }

  SafetensorsHeader header;
  HeaderReader reader(header, where);
  const auto* json = reinterpret_cast<const char*>(file.data()) + length_bytes;
  nlohmann::json::sax_parse(json, json + header_bytes, &reader);

  const std::uint64_t data_begin = length_bytes + header_bytes;
  const std::uint64_t data_bytes = file.size() - data_begin;
  std::uint64_t described = 0;
  for (const SafetensorsEntry& tensor : header.tensors) {
    check_size(tensor, name);
    described = std::max(described, tensor.end);
  }
  if (described > data_bytes) {
    throw Error("The file " + name + " is cut off: its tensors need " + std::to_string(described) +
                " bytes after the header, but " + std::to_string(data_bytes) + " are there.");
  }
  std::sort(header.tensors.begin(), header.tensors.end(),
            [](const auto& a, const auto& b) { return std::tie(a.begin, a.end) < std::tie(b.begin, b.end); });
  const SafetensorsEntry* before = nullptr;  // the last non-empty tensor
  for (SafetensorsEntry& tensor : header.tensors) {
    if (tensor.begin != tensor.end) {
      if (before != nullptr && tensor.begin + data_begin < before->end) {
        throw Error("The tensors " + shown(before->name) + " and " + shown(tensor.name) + " overlap in " +
                    name + ".");
      }
      before = &tensor;
    }
    tensor.begin += data_begin;
    tensor.end += data_begin;
  }
  return header;
}

}  // namespace tilescribe::weights
