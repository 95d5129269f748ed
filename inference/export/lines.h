// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/message.h"

namespace tilescribe::exporting {

/// Reads a text line by line, counting them, so that a complaint can say where. Line ends may be LF or CRLF;
/// a byte order mark at the start is passed over.
class LineReader {
 public:
  explicit LineReader(std::istream& in) : in_(in) {}

  /// The next line without its end, or false at the end of the text. Throws Error when reading fails.
  bool next(std::string& line);

  /// Throws Error: "Line 3: expected `expected`, found “…”."
  [[noreturn]] void fail(const Message& expected, std::string_view found) const;

 private:
  std::istream& in_;
  int number_ = 0;  // of the line last read, from 1
};

/// The non-blank lines of a text (ends LF, CRLF or CR): what a subtitle cue can hold, since a blank line ends
/// it.
std::vector<std::string> non_blank_lines(std::string_view text);

/// The text with a space for every character that ends lines or has no shape (below U+0020).
std::string on_one_line(std::string_view text);

/// `text` with every `from` (not empty) replaced by `to`.
std::string replaced(std::string_view text, std::string_view from, std::string_view to);

}  // namespace tilescribe::exporting
