// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tilescribe::cli {

/// A complete number (no white space, nothing after it) within the bounds; else nothing.
template <typename Number>
std::optional<Number> parse_number(std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= least && value <= most)) return std::nullopt;  // written so that a NaN is refused too
  return value;
}

/// Such numbers with commas between them, at least one: "0,1".
std::optional<std::vector<int>> parse_numbers(const std::string& text, int least, int most);

/// "1 file", "2 files".
std::string counted(std::size_t count, std::string_view noun);
/// The texts of all items with the separator between them.
template <class Items, class Text = std::identity>
std::string joined(const Items& items, const char* separator, Text text = {}) {
  std::string all;
  bool first = true;
  for (const auto& item : items) {
    if (!std::exchange(first, false)) all += separator;
    all += text(item);
  }
  return all;
}
/// A format of the next function.
inline constexpr const char* scientific = "%.2e";
/// As printf writes it.
std::string formatted(const char* format, double value);
/// With spaces behind it, up to so many bytes.
std::string padded(std::string text, std::size_t width);

}  // namespace tilescribe::cli
