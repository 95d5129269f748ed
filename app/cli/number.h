// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
std::string joined(const std::vector<std::string>& words, const char* separator);
/// With spaces behind it, up to so many bytes.
std::string padded(std::string text, std::size_t width);

}  // namespace tilescribe::cli
