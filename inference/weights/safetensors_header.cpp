// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/safetensors_header.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

#include "inference/weights/limits.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

constexpr std::uint64_t length_bytes = 8;

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
  bool null() { return unexpected(Message("null")); }
  bool boolean(bool) { return unexpected(Message("a truth value")); }
  bool number_integer(std::int64_t value) { return unexpected(Message("the number {1}", value)); }
  bool number_float(double, const std::string& text) {
    return unexpected(Message("the number {1}", shown(text)));
  }
  bool binary(const std::vector<std::uint8_t>&) { return unexpected(Message("binary data")); }

  bool number_unsigned(std::uint64_t value) {
    if (state_ != State::shape && state_ != State::offsets) unexpected(Message("the number {1}", value));
    if (state_ == State::shape) {
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        fail(Message("the tensor {1} has a dimension of {2}", shown(tensor_.name), value));
      }
      if (tensor_.shape.size() == limits::dimensions) {
        fail(Message("the tensor {1} has more than {2} dimensions", shown(tensor_.name), limits::dimensions));
      }
      tensor_.shape.push_back(static_cast<std::int64_t>(value));
    } else {
      if (offsets_ == 2) fail(Message("the tensor {1} has more than two data_offsets", shown(tensor_.name)));
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
      unexpected(Message("the text \"{1}\"", shown(value)));
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
      unexpected(Message("an object"));
    }
    return true;
  }

  bool key(std::string& name) {
    if (state_ == State::root && !names_.insert(name).second) {
      fail(Message("the name {1} appears twice", shown(name)));
    }
    if (state_ == State::tensor) {
      if (name != "dtype" && name != "shape" && name != "data_offsets") {
        fail(Message("the tensor {1} has the unknown field {2}", shown(tensor_.name), shown(name)));
      }
      if (!fields_.insert(name).second) {
        fail(Message("the tensor {1} has the field {2} twice", shown(tensor_.name), name));
      }
    }
    key_ = name;
    return true;
  }

  bool end_object() {
    if (state_ == State::tensor) {
      if (fields_.size() != 3 || offsets_ != 2) {
        fail(Message("the tensor {1} lacks its dtype, its shape or its two data_offsets",
                     shown(tensor_.name)));
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
      unexpected(Message("a list"));
    }
    return true;
  }

  bool end_array() {
    state_ = State::tensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    throw Error(
        Message("The header of {1} is not valid JSON (at byte {2}).", where_, length_bytes + position),
        error.what());
  }

 private:
  enum class State { start, root, metadata, tensor, shape, offsets, end };

  [[noreturn]] void fail(const Message& what) const {
    throw Error("The header of {1} is not that of a safetensors file: {2}.", where_, what);
  }

  [[noreturn]] bool unexpected(const Message& what) const {
    const Message place =
        state_ == State::start ? Message("its start") : Message("the value of {1}", shown(key_));
    if (!tensor_.name.empty())
      fail(Message("{1} stands where it may not, at {2} of {3}", what, place, shown(tensor_.name)));
    fail(Message("{1} stands where it may not, at {2}", what, place));
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
  const Message subject("The tensor {1} in {2}", shown(tensor.name), where);
  const std::optional<std::size_t> element = safetensors_element_size(tensor.dtype);
  if (!element) throw Error("{1} has the unknown dtype {2}.", subject, shown(tensor.dtype));
  if (tensor.begin > tensor.end) {
    throw Error("{1} begins at byte {2} of the data and ends before, at {3}.", subject, tensor.begin,
                tensor.end);
  }
  const std::optional<std::uint64_t> expected = byte_size(tensor, *element);
  if (!expected) throw Error("{1} has a shape larger than any file.", subject);
  if (*expected != tensor.end - tensor.begin) {
    throw Error("{1} should have {2} bytes by its shape and dtype, but has {3} by its offsets.", subject,
                *expected, tensor.end - tensor.begin);
  }
}

}  // namespace

std::optional<std::size_t> safetensors_element_size(std::string_view dtype) {
  const auto is_one_of = [&](auto... names) { return ((dtype == names) || ...); };
  if (is_one_of("F64", "I64", "U64")) return 8;
  if (is_one_of("F32", "I32", "U32")) return 4;
  if (is_one_of("F16", "BF16", "I16", "U16")) return 2;
  if (is_one_of("F8_E4M3", "F8_E5M2", "I8", "U8", "BOOL")) return 1;
  return std::nullopt;
}

SafetensorsHeader parse_safetensors_header(std::span<const std::byte> file, std::string_view where) {
  const std::string name(where);
  if (file.size() < length_bytes) {
    throw Error("A safetensors file of at least 8 bytes was expected, but {1} has {2}.", name, file.size());
  }
  constexpr std::string_view lfs_pointer = "version https://git-lfs";
  if (file.size() >= lfs_pointer.size() &&
      std::equal(lfs_pointer.begin(), lfs_pointer.end(), reinterpret_cast<const char*>(file.data()))) {
    throw Error("The file {1} is a Git LFS pointer, not the weights: run `git lfs pull` in its folder.",
                name);
  }
  std::uint64_t header_bytes = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    header_bytes |= static_cast<std::uint64_t>(file[i]) << (8 * i);
  }
  if (header_bytes == 0 || header_bytes > limits::header_bytes) {
    throw Error(
        "The file {1} is not a safetensors file: its header should have 1 to {2} bytes, but claims {3}.",
        name, limits::header_bytes, header_bytes);
  }
  if (header_bytes > file.size() - length_bytes) {
    throw Error("The file {1} is cut off: its header ends at byte {2}, but the file has {3} bytes.", name,
                length_bytes + header_bytes, file.size());
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
    throw Error("The file {1} is cut off: its tensors need {2} bytes after the header, but {3} are there.",
                name, described, data_bytes);
  }
  std::sort(header.tensors.begin(), header.tensors.end(),
            [](const auto& a, const auto& b) { return std::tie(a.begin, a.end) < std::tie(b.begin, b.end); });
  const SafetensorsEntry* before = nullptr;  // the last non-empty tensor
  for (SafetensorsEntry& tensor : header.tensors) {
    if (tensor.begin != tensor.end) {
      if (before != nullptr && tensor.begin + data_begin < before->end) {
        throw Error("The tensors {1} and {2} overlap in {3}.", shown(before->name), shown(tensor.name), name);
      }
      before = &tensor;
    }
    tensor.begin += data_begin;
    tensor.end += data_begin;
  }
  return header;
}

}  // namespace tilescribe::weights
