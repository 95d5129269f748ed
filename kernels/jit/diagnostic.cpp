// SPDX-License-Identifier: Apache-2.0
#include "kernels/jit/diagnostic.h"

#include <charconv>
#include <optional>
#include <sstream>
#include <utility>

namespace tilescribe::kernels {
namespace {

int number_in(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? value : 0;
}

// "12:5: text" or "12: text" behind "file:".
std::optional<Diagnostic> behind_colon(std::string_view file, std::string_view rest) {
  const std::size_t end = rest.find(':');
  if (end == std::string_view::npos) return std::nullopt;
  const int line = number_in(rest.substr(0, end));
  if (line == 0) return std::nullopt;
  rest.remove_prefix(end + 1);
  int column = 0;
  if (const std::size_t next = rest.find(':'); next != std::string_view::npos) {
    column = number_in(rest.substr(0, next));
    if (column != 0) rest.remove_prefix(next + 1);
  }
  return Diagnostic{std::string(file), line, column, std::string(rest)};
}

// The place at the beginning of a line. A name may hold colons and parentheses itself.
std::optional<Diagnostic> place_in(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == ':') {
      if (auto found = behind_colon(text.substr(0, i), text.substr(i + 1))) return found;
    }
    if (text[i] != '(') continue;
    const std::size_t end = text.find("):", i);
    if (end == std::string_view::npos) continue;
    if (const int line = number_in(text.substr(i + 1, end - i - 1)); line != 0)
      return Diagnostic{std::string(text.substr(0, i)), line, 0, std::string(text.substr(end + 2))};
  }
  return std::nullopt;
}

// What follows "error:", or NVRTC's "error #20:"; empty if it is none.
std::string error_in(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (text.starts_with("fatal ")) text.remove_prefix(6);
  if (text.starts_with("catastrophic ")) text.remove_prefix(13);
  if (!text.starts_with("error")) return {};
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon + 2 > text.size()) return {};
  return std::string(text.substr(colon + 2));
}

// Moves an error inside a header to the line that led to it.
void show_at(Diagnostic& error, const std::string& source, int line, int column) {
  error.text += " (" + error.file.substr(error.file.rfind('/') + 1) + ":" + std::to_string(error.line) + ")";
  error.file = source;
  error.line = line;
  error.column = column;
}

}  // namespace

std::string text_of(const Diagnostic& d) {
  std::string text = d.file;
  if (d.line > 0) text += ':' + std::to_string(d.line);
  if (d.column > 0) text += ':' + std::to_string(d.column);
  return text + ": " + d.text;
}

std::vector<Diagnostic> diagnostics_in(std::string_view output, const std::string& source) {
  std::vector<Diagnostic> found;
  std::optional<Diagnostic> led;  // the line of `source` from which a template in a header was used
  bool waiting = false;           // the last error was in a header, and nothing has led to it yet
  std::istringstream lines{std::string(output)};
  for (std::string line; std::getline(lines, line);) {
    // NVRTC names the line behind the error: "… at line 12 of gelu.cpp".
    if (const std::size_t at = line.find(" at line "); waiting && at != std::string::npos) {
      const std::size_t of = line.find(" of ", at);
      if (of == std::string::npos || line.substr(of + 4) != source) continue;
      show_at(found.back(), source, number_in(std::string_view(line).substr(at + 9, of - at - 9)), 0);
      waiting = false;
      continue;
    }
    std::optional<Diagnostic> place = place_in(line);
    if (!place) continue;
    std::string text = error_in(place->text);
    if (text.empty()) {
      if (place->file != source) continue;
      const bool note = place->text.find("note:") != std::string::npos;
      if (!note) {
        led = place;  // GCC names the line before the error: "required from here"
      } else if (waiting && place->text.find("requested here") != std::string::npos) {  // Clang, behind it
        show_at(found.back(), source, place->line, place->column);
        waiting = false;
      }
      continue;
    }
    place->text = std::move(text);
    waiting = place->file != source;
    if (waiting && led) {
      show_at(*place, source, led->line, led->column);
      waiting = false;
    }
    led.reset();
    found.push_back(std::move(*place));
  }
  return found;
}

CompileError::CompileError(std::vector<Diagnostic> diagnostics, std::string output)
    : Error(Message("The kernel does not compile: {1}", text_of(diagnostics.front())), std::move(output)),
      diagnostics_(std::move(diagnostics)) {}

}  // namespace tilescribe::kernels
