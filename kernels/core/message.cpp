// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/message.h"

#include <charconv>

namespace tilescribe {
namespace {

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

std::string english(const Message& message) {
  std::string text;
  for (const char* c = message.code(); *c != '\0'; ++c) {
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
