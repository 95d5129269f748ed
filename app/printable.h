// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescribe {

/// A text from outside on one line, without anything that a terminal would obey: control characters, bytes
/// that are no UTF-8, line separators and marks that turn the direction of writing become escapes such as
/// "\n", "\x1B" and "\u202E".
std::string printable(std::string_view text);

/// The same for a text of several lines: line feeds and tabs stay.
std::string printable_lines(std::string_view text);

/// How many columns a terminal gives a printable text. Chinese, Japanese and Korean characters and emoji take
/// two.
std::size_t columns_of(std::string_view text);

/// The bytes of the first characters of a text that together take at most so many columns.
std::size_t fitting(std::string_view text, std::size_t columns);

}  // namespace tilescribe
