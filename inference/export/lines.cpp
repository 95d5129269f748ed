// SPDX-License-Identifier: Apache-2.0
#include "inference/export/lines.h"

#include "kernels/core/error.h"

namespace tilescribe::exporting {

bool LineReader::next(std::string& line) {
  if (!std::getline(in_, line)) {
    if (in_.bad()) throw Error("The transcript could not be read after line {1}.", number_);
    return false;
  }
  ++number_;
  if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

void LineReader::fail(const Message& expected, std::string_view found) const {
  constexpr std::size_t shown = 60;  // bytes of the line that a sentence has room for
  const Message text = found.empty() ? Message("nothing") : Message("“{1}”", found.substr(0, shown));
  throw Error("Line {1} of the transcript: expected {2}, found {3}.", number_, expected, text);
}

std::vector<std::string> non_blank_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t") != std::string_view::npos) lines.emplace_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20U) c = ' ';
  }
  return line;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    result.append(text.substr(0, at)).append(to);
    text.remove_prefix(at + from.size());
  }
  return result.append(text);
}

}  // namespace tilescribe::exporting
