// SPDX-License-Identifier: Apache-2.0
#include "inference/store/text.h"

#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

#include "inference/api/utf8.h"

namespace tilescribe::store {
namespace {

constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

// Calls `one` with each well-formed character of a text, and with U+FFFD for every byte outside them.
template <class One>
void for_each_character(std::string_view text, One one) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint character = code_point_at(text, at);
    one(character.valid ? text.substr(at, character.length) : replacement_character);
    at += character.length;
  }
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "0";
  std::array<char, 400> digits{};  // the largest double has 309 before the point
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals);
  return {digits.data(), end.ptr};
}

void append(std::string& text, std::int64_t value) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end.ptr);
}

void append_us(std::string& text, std::int64_t ns) {
  if (ns < 0) {
    text += '-';
    ns = -ns;
  }
  append(text, ns / 1000);
  const auto rest = static_cast<int>(ns % 1000);
  const std::array<char, 4> decimals = {'.', static_cast<char>('0' + rest / 100),
                                        static_cast<char>('0' + rest / 10 % 10),
                                        static_cast<char>('0' + rest % 10)};
  text.append(decimals.data(), decimals.size());
}

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string csv_field(std::string_view text) {
  std::string field;
  for_each_character(text, [&](std::string_view character) {
    field += character;
    if (character == "\"") field += '"';
  });
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  return '"' + field + '"';
}

std::string name_of(const ProfileKind& kind) {
  for (const std::string* name : {&kind.short_name, &kind.op, &kind.kernel}) {
    if (!name->empty()) return *name;
  }
  return kind.activity == ProfileActivity::replay ? "recorded step" : "outside all ops";
}

std::string_view bound_word(ProfileBound bound) {
  switch (bound) {
    case ProfileBound::memory:
      return "memory";
    case ProfileBound::compute:
      return "compute";
    case ProfileBound::neither:
      return "neither";
    case ProfileBound::unknown:
      break;
  }
  return {};
}

std::string html_text(std::string_view text) {
  std::string escaped;
  for_each_character(text, [&](std::string_view character) {
    if (character == "&") {
      escaped += "&amp;";
    } else if (character == "<") {
      escaped += "&lt;";
    } else if (character == ">") {
      escaped += "&gt;";
    } else if (character == "\"") {
      escaped += "&quot;";
    } else if (character == "'") {
      escaped += "&#39;";
    } else if (character == "\u00A0") {
      escaped += "&#160;";
    } else if (character.size() == 1 && character != "\n" && (character[0] < ' ' || character[0] == '\x7F')) {
      escaped += replacement_character;
    } else {
      escaped += character;
    }
  });
  return escaped;
}

}  // namespace tilescribe::store
