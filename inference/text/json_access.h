// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "kernels/core/error.h"
#include "kernels/core/message.h"

namespace tilescribe::text {

/// A file's bytes. Throws Error with the path and the reason if it can't be read, or has more than
/// `most_bytes`.
std::string read_file(const std::filesystem::path& path,
                      std::size_t most_bytes = std::numeric_limits<std::size_t>::max());

/// How deep lists and objects may be nested. Ours never go deeper, and copying or writing a value recurses
/// once per level.
inline constexpr std::size_t json_depth = 64;
/// Members of an object whose order is kept: each is compared with all before it.
inline constexpr std::size_t json_ordered_members = 256;

/// Values of a document, counted by its brackets and commas: as many as this, or one for so many bytes of it,
/// which a transcript of any length stays below. A value takes up to 160 bytes besides its text, so
/// 12,000,000 take less than 2 GB, and a larger document up to twenty times its size.
inline constexpr std::size_t json_values = 12'000'000, json_value_bytes = 8;

/// What is wrong with the shape of a JSON document, or nothing. Brackets and commas are counted; whether it
/// is one at all is left to the parser.
std::optional<Message> shape_complaint(std::string_view text, std::size_t most_members);

/// As Json::parse, also of what others made. Throws Error, too, for a document that lies deeper than
/// json_depth, has too many values or, if it is ordered, an object with more than json_ordered_members.
template <class Json = nlohmann::json>
Json parse_foreign(std::string_view text) {
  constexpr bool is_ordered = std::is_same_v<Json, nlohmann::ordered_json>;
  if (auto complaint = shape_complaint(text, is_ordered ? json_ordered_members : text.size()))
    throw Error(std::move(*complaint));
  return Json::parse(text);
}

/// The same of all that is left of a stream.
template <class Json = nlohmann::json>
Json parse_foreign(std::istream& in) {
  return parse_foreign<Json>(std::string(std::istreambuf_iterator<char>(in), {}));
}

/// The JSON document. Throws Error that names `where` and the byte at which parsing fails.
nlohmann::json parse_json(std::string_view text, const std::string& where);

/// A string as messages show it: quoted, escaped, cut after about 40 bytes.
std::string in_quotes(std::string_view utf8);

/// A whole number that the type can hold; nothing for any other value, also for a number with a fraction or
/// an exponent. get() would convert those.
template <std::integral Whole, class Json>
std::optional<Whole> whole_number(const Json& value) {
  const auto fitting = [](auto number) {
    return std::in_range<Whole>(number) ? std::optional(static_cast<Whole>(number)) : std::nullopt;
  };
  if (value.is_number_unsigned()) return fitting(value.template get<std::uint64_t>());
  if (value.is_number_integer()) return fitting(value.template get<std::int64_t>());
  return std::nullopt;
}

/// "an object", "a string", …
Message kind_of(const nlohmann::json& value);

/// A value in a document with the path to it, so that an error can name the place.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, std::string name, const std::string& where)
      : value_(&value), name_(std::move(name)), where_(&where) {}

  const nlohmann::json& value() const { return *value_; }
  bool is_null() const { return value_->is_null(); }

  /// The member of an object; null if there is none. Throws Error if this is not an object.
  JsonPlace member(const std::string& key) const;
  /// The element of an array that has this index.
  JsonPlace element(std::size_t index) const;

  /// These throw Error if the value is of another kind (for null, `flag` returns `otherwise`).
  const nlohmann::json::object_t& object() const;
  const nlohmann::json::array_t& array() const;
  const std::string& string() const;
  bool flag(bool otherwise) const;

  /// Throws Error: "Expected NAME in WHERE to be `expected`, found `found`."
  [[noreturn]] void refuse(const Message& expected, const Message& found) const;
  [[noreturn]] void refuse(const Message& expected) const { refuse(expected, kind_of(*value_)); }

 private:
  const nlohmann::json* value_;
  std::string name_;          // e.g. "model.vocab"; empty at the root
  const std::string* where_;  // the file
};

}  // namespace tilescribe::text
