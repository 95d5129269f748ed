// SPDX-License-Identifier: Apache-2.0
#include "app/cli/number.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace tilescribe::cli {

std::optional<std::vector<int>> parse_numbers(const std::string& text, int least, int most) {
  std::vector<int> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = parse_number<int>(std::string_view(text).substr(begin, end - begin), least, most);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    begin = end + 1;
  }
  return numbers;
}

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

std::string formatted(const char* format, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

}  // namespace tilescribe::cli
