// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

namespace tilescribe::cli {

/// A complete number (no white space, nothing after it) within the bounds; else nothing.
template <typename Number>
std::optional<Number> parse_number(std::string_view text, Number least, Number most);

extern template std::optional<int> parse_number(std::string_view, int, int);
extern template std::optional<unsigned long long> parse_number(std::string_view, unsigned long long,
                                                               unsigned long long);
extern template std::optional<float> parse_number(std::string_view, float, float);
extern template std::optional<double> parse_number(std::string_view, double, double);

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
/// On one line. What is no UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& value);
/// With spaces behind it, up to so many bytes.
std::string padded(std::string text, std::size_t width);

}  // namespace tilescribe::cli
