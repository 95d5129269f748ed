// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tilescribe {

/// A text from outside on one line, without anything that a terminal would obey: control characters, bytes
/// that are no UTF-8, line separators and marks that turn the direction of writing become escapes such as
/// "\n", "\x1B" and "\u202E".
std::string printable(std::string_view text);

/// The same for a text of several lines: line feeds and tabs stay.
std::string printable_lines(std::string_view text);

}  // namespace tilescribe
