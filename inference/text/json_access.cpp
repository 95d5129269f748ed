// SPDX-License-Identifier: Apache-2.0
#include "inference/text/json_access.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "inference/text/utf8.h"
#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

const nlohmann::json null_value;

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t most_bytes) {
  const auto refuse = [&path](const Message& found) {
    throw Error("Expected a readable file at {1}, found {2}.", path.string(), found);
  };
  std::error_code status;
  const auto type = std::filesystem::status(path, status).type();
  if (type == std::filesystem::file_type::not_found) refuse(Message("none"));
  if (type == std::filesystem::file_type::none)
    refuse(Message("one that cannot be reached: {1}", status.message()));
  if (type == std::filesystem::file_type::directory) refuse(Message("a folder"));
  if (type != std::filesystem::file_type::regular) refuse(Message("a device, a pipe or a socket"));
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(Message("one that cannot be opened: {1}", std::generic_category().message(errno)));
  std::error_code unknown;  // then reading says why
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (!unknown && size > most_bytes)
    throw Error("At most {1} bytes were expected in {2}, but it has {3}.", most_bytes, path.string(), size);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) refuse(Message("a read error"));
  return bytes;
}

std::optional<Message> shape_complaint(std::string_view text, std::size_t most_members) {
  struct Open {
    bool is_object;
    std::size_t commas;
  };
  std::array<Open, json_depth> open;
  std::size_t depth = 0;
  std::size_t values = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        while (++at < text.size() && text[at] != '"')
          if (text[at] == '\\') ++at;
        break;
      case '{':
      case '[':
        if (depth == json_depth)
          return Message(
              "Expected lists and objects of JSON at most {1} deep in one another, found deeper ones.",
              json_depth);
        open.at(depth++) = {text[at] == '{', 0};
        ++values;
        break;
      case ',':
        ++values;
        if (depth > 0 && open.at(depth - 1).is_object && ++open.at(depth - 1).commas >= most_members)
          return Message("Expected objects of at most {1} members in JSON, found a larger one.",
                         most_members);
        break;
      case '}':
      case ']':
        if (depth > 0) --depth;
        break;
      default:
        break;
    }
  }
  const std::size_t most = std::max(json_values, text.size() / json_value_bytes);
  if (values > most) return Message("Expected at most {1} values in JSON, found more.", most);
  return std::nullopt;
}

nlohmann::json parse_json(std::string_view text, const std::string& where) {
  try {
    return parse_foreign(text);
  } catch (const Error& error) {
    throw Error("{1}: {2}", where, error.message());
  } catch (const nlohmann::json::out_of_range& error) {
    throw Error(Message("Expected numbers that fit a double in {1}, found a larger one.", where),
                error.what());
  } catch (const nlohmann::json::parse_error& error) {
    throw Error(Message("Expected a complete JSON document in {1}, but parsing fails at byte {2} of {3}.",
                        where, error.byte, text.size()),
                error.what());
  }
}

std::string in_quotes(std::string_view utf8) {
  constexpr std::size_t shown = 40;
  const bool cut = utf8.size() > shown;
  const std::string text = replace_invalid_utf8(utf8.substr(0, shown));
  return nlohmann::json(text).dump() + (cut ? "…" : "");
}

Message kind_of(const nlohmann::json& value) {
  switch (value.type()) {
    case nlohmann::json::value_t::null:
      return Message("nothing");
    case nlohmann::json::value_t::object:
      return Message("an object");
    case nlohmann::json::value_t::array:
      return Message("an array of {1}", value.size());
    case nlohmann::json::value_t::string:
      return Message("the string {1}", in_quotes(value.get_ref<const std::string&>()));
    default:
      return Message::verbatim(value.dump());  // numbers, true, false
  }
}

JsonPlace JsonPlace::member(const std::string& key) const {
  const auto& members = object();
  const auto found = members.find(key);
  return {found == members.end() ? null_value : found->second, name_.empty() ? key : name_ + "." + key,
          *where_};
}

JsonPlace JsonPlace::element(std::size_t index) const {
  return {array().at(index), name_ + "[" + std::to_string(index) + "]", *where_};
}

const nlohmann::json::object_t& JsonPlace::object() const {
  if (!value_->is_object()) refuse(Message("an object"));
  return value_->get_ref<const nlohmann::json::object_t&>();
}

const nlohmann::json::array_t& JsonPlace::array() const {
  if (!value_->is_array()) refuse(Message("an array"));
  return value_->get_ref<const nlohmann::json::array_t&>();
}

const std::string& JsonPlace::string() const {
  if (!value_->is_string()) refuse(Message("a string"));
  return value_->get_ref<const std::string&>();
}

bool JsonPlace::flag(bool otherwise) const {
  if (value_->is_null()) return otherwise;
  if (!value_->is_boolean()) refuse(Message("true or false"));
  return value_->get<bool>();
}

void JsonPlace::refuse(const Message& expected, const Message& found) const {
  throw Error("Expected {1} in {2} to be {3}, found {4}.",
              name_.empty() ? Message("the document") : Message::verbatim(name_), *where_, expected, found);
}

}  // namespace tilescribe::text
