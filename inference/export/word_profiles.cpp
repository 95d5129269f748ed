// SPDX-License-Identifier: Apache-2.0
// Words of the user's own as JSON: what README.md describes.
#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "inference/api/word_rules.h"
#include "inference/text/json_access.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view words_format = "tilescribe-words";
constexpr std::uintmax_t most_bytes = 16 << 20;  // a longer file is none of ours

/// A key that is misspelt would be passed over in silence.
void expect_keys(const ordered_json& value, std::initializer_list<std::string_view> known) {
  if (!value.is_object()) throw Error("A file with words holds a value where an object is expected.");
  for (const auto& [key, ignored] : value.items()) {
    if (std::ranges::find(known, key) == known.end())
      throw Error("The key “{1}” is not known in a file with words.", key);
  }
}

std::string text_of(const ordered_json& value, const char* key) {
  if (!value.contains(key)) return {};
  if (!value.at(key).is_string()) throw Error("“{1}” should be a text in a file with words.", key);
  return value.at(key).get<std::string>();
}

bool flag_of(const ordered_json& value, const char* key, bool otherwise) {
  if (!value.contains(key)) return otherwise;
  if (!value.at(key).is_boolean()) throw Error("“{1}” should be true or false in a file with words.", key);
  return value.at(key).get<bool>();
}

const ordered_json& list_of(const ordered_json& value, const char* key) {
  static const ordered_json none = ordered_json::array();
  if (!value.contains(key)) return none;
  if (!value.at(key).is_array()) throw Error("“{1}” should be a list in a file with words.", key);
  return value.at(key);
}

std::vector<std::string> texts_of(const ordered_json& value, const char* key) {
  std::vector<std::string> texts;
  for (const ordered_json& one : list_of(value, key)) {
    if (!one.is_string()) throw Error("“{1}” should be a list of texts in a file with words.", key);
    texts.push_back(one.get<std::string>());
  }
  return texts;
}

void put_rules(ordered_json& value, const WordRules& rules) {
  value["replacements"] = ordered_json::array();
  for (const WordReplacement& one : rules.replacements) {
    ordered_json& line = value["replacements"].emplace_back();
    line["find"] = one.find;
    line["with"] = one.with;
    if (one.regular) line["regular"] = true;
    if (!one.whole_words) line["whole_words"] = false;
    if (one.cases) line["match_case"] = true;
  }
  value["fillers"] = ordered_json::array();
  if (rules.english_fillers) value["fillers"].push_back("english");
  if (rules.chinese_fillers) value["fillers"].push_back("chinese");
}

WordRules rules_of(const ordered_json& value) {
  WordRules rules;
  for (const ordered_json& one : list_of(value, "replacements")) {
    expect_keys(one, {"find", "with", "regular", "whole_words", "match_case"});
    rules.replacements.push_back({.find = text_of(one, "find"),
                                  .with = text_of(one, "with"),
                                  .regular = flag_of(one, "regular", false),
                                  .whole_words = flag_of(one, "whole_words", true),
                                  .cases = flag_of(one, "match_case", false)});
  }
  for (const std::string& language : texts_of(value, "fillers")) {
    if (language != "english" && language != "chinese")
      throw Error("Filler words are known in english and chinese; found “{1}”.", language);
    (language == "english" ? rules.english_fillers : rules.chinese_fillers) = true;
  }
  return rules;
}

ordered_json json_of(const WordProfile& profile) {
  ordered_json value;
  value["name"] = profile.name;
  value["instruction"] = profile.instruction;
  value["hotwords"] = profile.hotwords;
  put_rules(value, profile.rules);
  return value;
}

WordProfile profile_of(const ordered_json& value) {
  expect_keys(value, {"format", "version", "name", "instruction", "hotwords", "replacements", "fillers"});
  return {.name = text_of(value, "name"),
          .instruction = text_of(value, "instruction"),
          .hotwords = texts_of(value, "hotwords"),
          .rules = rules_of(value)};
}

std::vector<WordProfile> profiles_of(const ordered_json& value) {
  if (!value.is_object()) throw Error("A file with words holds a value where an object is expected.");
  if (value.contains("format") && value.at("format") != words_format)
    throw Error("The format of a file with words is “{1}”.", words_format);
  if (value.contains("version") && value.at("version") != 1)
    throw Error("The version of a file with words is 1; a newer program wrote this one.");
  if (!value.contains("profiles")) return {profile_of(value)};
  expect_keys(value, {"format", "version", "profiles"});
  std::vector<WordProfile> profiles;
  for (const ordered_json& one : list_of(value, "profiles")) profiles.push_back(profile_of(one));
  return profiles;
}

// What is not UTF-8 becomes U+FFFD.
std::string dumped(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

std::string word_profiles_json(const std::vector<WordProfile>& profiles) {
  ordered_json json;
  json["format"] = words_format;
  json["version"] = 1;
  json["profiles"] = ordered_json::array();
  for (const WordProfile& profile : profiles) json["profiles"].push_back(json_of(profile));
  return dumped(json, 2);
}

std::vector<WordProfile> word_profiles_of(const std::string& json, const std::string& where) {
  try {
    return profiles_of(text::parse_foreign<ordered_json>(json));
  } catch (const ordered_json::exception& error) {
    throw Error(Message("{1} is not the JSON of a file with words.", where), error.what());
  } catch (const Error& error) {
    throw Error("{1}: {2}", where, error.message());
  }
}

std::vector<WordProfile> load_word_profiles(const std::filesystem::path& file) {
  std::error_code unknown;
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file, unknown))
    throw Error("Expected a readable file with words at {1}.", file.string());
  if (const auto size = std::filesystem::file_size(file, unknown); !unknown && size > most_bytes)
    throw Error("{1} has {2} bytes, which is too long for a file with words.", file.string(), size);
  return word_profiles_of({std::istreambuf_iterator<char>(in), {}}, file.string());
}

void save_word_profiles(const std::filesystem::path& file, const std::vector<WordProfile>& profiles) {
  replace_file(Message("words"), file, word_profiles_json(profiles) + '\n');
}

std::string word_rules_json(const WordRules& rules) {
  ordered_json json;
  put_rules(json, rules);
  return dumped(json, -1);
}

WordRules word_rules_of(const std::string& json) {
  try {
    const auto parsed = text::parse_foreign<ordered_json>(json);
    expect_keys(parsed, {"replacements", "fillers"});
    return rules_of(parsed);
  } catch (const ordered_json::exception& error) {
    throw Error(Message("The words are not JSON."), error.what());
  }
}

}  // namespace tilescribe
