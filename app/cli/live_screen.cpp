// SPDX-License-Identifier: Apache-2.0
#include "app/cli/live_screen.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/cli/number.h"
#include "app/json_text.h"
#include "app/printable.h"
#include "inference/api/utf8.h"

namespace tilescribe::cli {
namespace {

constexpr const char* dim = "\033[2m";
constexpr const char* plain = "\033[0m";
constexpr const char* erase_to_end = "\033[J";
constexpr const char* save_place = "\0337";
constexpr const char* back_to_place = "\0338";

// Where to break a text so that at most `most` columns come before: at a space, or, if words have no spaces
// between them or one word is longer, after the last character that fits.
std::size_t break_before(std::string_view text, std::size_t most) {
  const std::size_t end = fitting(text, most);
  if (end == text.size()) return end;
  const std::size_t space = text.rfind(' ', end);
  return space == std::string_view::npos || space == 0 ? end : space;
}

// The end of a text, at most `most` columns, starting at a word if possible.
std::string_view tail(std::string_view text, std::size_t most) {
  while (columns_of(text) > most) {
    const std::size_t space = text.find(' ', 1);
    text.remove_prefix(space != std::string_view::npos ? space : code_point_at(text, 0).length);
  }
  return text;
}

double seconds(double value) {
  return std::round(value * 1000.0) / 1000.0;
}

nlohmann::ordered_json object(const char* type, const LivePiece& piece) {
  return {{"type", type},
          {"text", piece.text},
          {"start", seconds(piece.start_s)},
          {"end", seconds(piece.end_s)},
          {"utterance", piece.utterance}};
}

}  // namespace

// Columns that are left on the line; the terminal's last column stays free.
std::size_t TextScreen::room() const {
  const auto columns = static_cast<std::size_t>(std::max(console_.columns(), 20));
  return column_ + 1 >= columns ? 0 : columns - 1 - column_;
}

void TextScreen::break_line() {
  console_.out("\n");
  column_ = 0;
}

void TextScreen::erase() {
  if (!shown_) return;
  console_.draw_out(erase_to_end, {}, {});
  shown_ = false;
}

void TextScreen::clear() {
  erase();
  if (console_.out_is_terminal() && column_ > 0) break_line();
}

void TextScreen::fixed(const LivePiece& piece) {
  erase();
  std::string text = console_.out_is_terminal() ? printable(piece.text) : piece.text;
  if (column_ == 0) text.erase(0, text.find_first_not_of(' '));
  // On a terminal we break the lines ourselves, to know where the provisional text is.
  while (console_.out_is_terminal() && columns_of(text) > room()) {
    std::size_t end = break_before(text, room());
    if (column_ > 0 && text[end] != ' ') end = 0;  // the whole word moves to the next line
    console_.out(text.substr(0, end));
    break_line();
    text.erase(0, end);
    text.erase(0, text.find_first_not_of(' '));
  }
  if (!text.empty()) console_.out(text);
  column_ += columns_of(text);
  if (piece.closes && column_ > 0) break_line();
}

void TextScreen::provisional(const LivePiece& piece) {
  if (!console_.out_is_terminal()) return;
  erase();
  std::string text = printable(piece.text);
  if (column_ == 0) text.erase(0, text.find_first_not_of(' '));
  const std::string_view shown = tail(text, room());
  if (shown.empty()) return;
  console_.draw_out(std::string(save_place) + dim, shown, std::string(plain) + back_to_place);
  shown_ = true;
}

void JsonScreen::fixed(const LivePiece& piece) {
  nlohmann::ordered_json record = object("fixed", piece);
  if (piece.closes) record["closes"] = true;
  for (const TimedWord& word : piece.words) {
    record["words"].push_back({{"word", word.text},
                               {"start", seconds(word.start_s)},
                               {"end", seconds(word.end_s)},
                               {"probability", seconds(word.probability)},
                               {"estimated", word.estimated}});
  }
  console_.out(json_text(record) + '\n');
}

void JsonScreen::provisional(const LivePiece& piece) {
  console_.out(json_text(object("provisional", piece)) + '\n');
}

}  // namespace tilescribe::cli
