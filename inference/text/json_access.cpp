// SPDX-License-Identifier: Apache-2.0
#include "inference/text/json_access.h"

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <system_error>

#include "inference/text/utf8.h"
#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

const nlohmann::json null_value;

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  const auto refuse = [&path](const std::string& found) {
    throw Error("Expected a readable file at " + path.string() + ", found " + found + ".");
  };
  std::error_code status;
  const auto type = std::filesystem::status(path, status).type();
  if (type == std::filesystem::file_type::not_found) refuse("none");
  if (type == std::filesystem::file_type::none) refuse("one that cannot be reached: " + status.message());
  if (type == std::filesystem::file_type::directory) refuse("a folder");
  if (type != std::filesystem::file_type::regular) refuse("a device, a pipe or a socket");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("one that cannot be opened: " + std::generic_category().message(errno));
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) refuse("a read error");
  return bytes;
}

nlohmann::json parse_json(std::string_view text, const std::string& where) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::out_of_range& error) {
    throw Error("Expected numbers that fit a double in " + where + ", found a larger one.", error.what());
  } catch (const nlohmann::json::parse_error& error) {
    throw Error("Expected a complete JSON document in " + where + ", but parsing fails at byte " +
                    std::to_string(error.byte) + " of " + std::to_string(text.size()) + ".",
                error.what());
  }
}

std::string in_quotes(std::string_view utf8) {
  constexpr std::size_t shown = 40;
  const bool cut = utf8.size() > shown;
  const std::string text = replace_invalid_utf8(utf8.substr(0, shown));
  return nlohmann::json(text).dump() + (cut ? "…" : "");
}

std::string kind_of(const nlohmann::json& value) {
  switch (value.type()) {
    case nlohmann::json::value_t::null:
      return "nothing";
    case nlohmann::json::value_t::object:
      return "an object";
    case nlohmann::json::value_t::array:
      return "an array of " + std::to_string(value.size());
    case nlohmann::json::value_t::string:
      return "the string " + in_quotes(value.get_ref<const std::string&>());
    default:
      return value.dump();  // numbers, true, false
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
  if (!value_->is_object()) refuse("an object");
  return value_->get_ref<const nlohmann::json::object_t&>();
}

const nlohmann::json::array_t& JsonPlace::array() const {
  if (!value_->is_array()) refuse("an array");
  return value_->get_ref<const nlohmann::json::array_t&>();
}

const std::string& JsonPlace::string() const {
  if (!value_->is_string()) refuse("a string");
  return value_->get_ref<const std::string&>();
}

bool JsonPlace::flag(bool otherwise) const {
  if (value_->is_null()) return otherwise;
  if (!value_->is_boolean()) refuse("true or false");
  return value_->get<bool>();
}

void JsonPlace::refuse(const std::string& expected, const std::string& found) const {
  throw Error("Expected " + (name_.empty() ? "the document" : name_) + " in " + *where_ + " to be " +
              expected + ", found " + found + ".");
}

}  // namespace tilescribe::text
