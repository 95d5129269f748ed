// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/config_section.h"

#include <utility>

#include "kernels/core/error.h"

namespace tilescribe::weights {

using nlohmann::json;

ConfigSection::ConfigSection(const json& node, std::string file, std::string path)
    : node_(node), file_(std::move(file)), path_(std::move(path)) {}

const json* ConfigSection::find(const char* key) const {
  const auto found = node_.find(key);
  return found == node_.end() || found->is_null() ? nullptr : &*found;
}

void ConfigSection::refuse(const char* key, const Message& expected) const {
  constexpr std::size_t longest = 80;
  const json* value = find(key);
  // Replaces bad bytes: dump() would otherwise throw for text that is not UTF-8.
  const std::string text =
      value == nullptr ? "" : value->dump(-1, ' ', false, json::error_handler_t::replace);
  const Message found = value == nullptr         ? Message("missing")
                        : text.size() <= longest ? Message::verbatim(text)
                                                 : Message("a value of {1} characters", text.size());
  throw Error("In {1}, {2} should be {3}, but it is {4}.", file_, path_.empty() ? key : path_ + "." + key,
              expected, found);
}

std::int64_t ConfigSection::checked(const json& value, const char* key, std::int64_t least,
                                    std::int64_t most) const {
  const bool fits = value.is_number_unsigned()
                        ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                        : value.is_number_integer();
  if (!fits || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
    refuse(key, Message("a whole number from {1} to {2}", least, most));
  }
  return value.get<std::int64_t>();
}

std::int64_t ConfigSection::integer(const char* key, std::int64_t least, std::int64_t most) const {
  const json* value = find(key);
  return checked(value == nullptr ? json() : *value, key, least, most);
}

std::optional<std::int64_t> ConfigSection::optional_integer(const char* key, std::int64_t least,
                                                            std::int64_t most) const {
  if (!has(key)) return std::nullopt;
  return integer(key, least, most);
}

std::optional<double> ConfigSection::optional_number(const char* key, double least, double most) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  // Written so that NaN is refused as well, in case a parser lets it through.
  if (!value->is_number() || !(value->get<double>() >= least && value->get<double>() <= most)) {
    refuse(key, Message("a number from {1} to {2}", json(least).dump(), json(most).dump()));
  }
  return value->get<double>();
}

std::optional<std::string> ConfigSection::optional_text(const char* key) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) refuse(key, Message("a text"));
  return value->get<std::string>();
}

std::optional<bool> ConfigSection::optional_flag(const char* key) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) refuse(key, Message("true or false"));
  return value->get<bool>();
}

void ConfigSection::expect_text(const char* key, const std::string& expected) const {
  if (optional_text(key).value_or(expected) != expected) refuse(key, Message("\"{1}\"", expected));
}

void ConfigSection::expect_flag(const char* key, bool expected) const {
  if (optional_flag(key).value_or(expected) != expected)
    refuse(key, expected ? Message("true") : Message("false"));
}

std::optional<ConfigSection> ConfigSection::optional_section(const char* key) const {
  const json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_object()) refuse(key, Message("an object"));
  return ConfigSection(*value, file_, path_.empty() ? key : path_ + "." + key);
}

std::vector<std::int64_t> ConfigSection::integers(const char* key, std::int64_t least,
                                                  std::int64_t most) const {
  const json* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_array()) return {checked(*value, key, least, most)};
  std::vector<std::int64_t> list;
  for (const json& item : *value) list.push_back(checked(item, key, least, most));
  return list;
}

}  // namespace tilescribe::weights
