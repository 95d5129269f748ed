// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/message.h"

#include <charconv>
#include <cstring>

#include "kernels/core/plural.h"

namespace tilescribe {
namespace {

constexpr std::string_view plural_mark = "(s)";

std::string text_of(const std::string& text) {
  return text;
}
std::string text_of(std::int64_t number) {
  return std::to_string(number);
}
std::string text_of(const Message& message) {
  return english(message);
}
std::string text_of(Real number) {
  std::array<char, 512> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number.value,
                                 std::chars_format::fixed, number.decimals);
  return {text.data(), end.ptr};
}

}  // namespace

std::optional<std::int64_t> count_in(const Message& message) {
  if (std::strstr(message.code(), plural_mark.data()) == nullptr) return {};
  for (const Argument& argument : message.arguments()) {
    if (const auto* number = std::get_if<std::int64_t>(&argument.value)) return *number;
  }
  return {};
}

std::string english_pattern(const Message& message) {
  std::string text = message.code();
  const std::optional<std::int64_t> count = count_in(message);
  if (!count) return text;
  for (auto at = text.find(plural_mark); at != std::string::npos; at = text.find(plural_mark, at))
    text.replace(at, plural_mark.size(), *count == 1 ? "" : "s");
  return text;
}

std::string english(const Message& message) {
  const std::string pattern = english_pattern(message);
  std::string text;
  for (const char* c = pattern.c_str(); *c != '\0'; ++c) {
    if (*c != '{') {
      text += *c;
      continue;
    }
    const auto place = static_cast<std::size_t>(c[1] - '1');
    text += std::visit([](const auto& value) { return text_of(value); }, message.arguments()[place].value);
    c += 2;
  }
  return text;
}

}  // namespace tilescribe
