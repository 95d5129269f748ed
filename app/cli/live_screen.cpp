// SPDX-License-Identifier: Apache-2.0
#include "app/cli/live_screen.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace tilescribe::cli {
namespace {

constexpr const char* dim = "\033[2m";
constexpr const char* plain = "\033[0m";
constexpr const char* erase_to_end = "\033[J";
constexpr const char* save_place = "\0337";
constexpr const char* back_to_place = "\0338";

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return !is_continuation(byte); }));
}

// The last `most` characters at most, from a word's beginning where there is one.
std::string_view tail(std::string_view text, std::size_t most) {
  std::size_t length = characters(text);
  while (length > most) {
    const std::size_t space = text.find(' ', 1);
    if (space == std::string_view::npos) return {};
    length -= characters(text.substr(0, space));
    text.remove_prefix(space);
  }
  return text;
}

nlohmann::ordered_json object(const char* type, const LivePiece& piece) {
  const auto seconds = [](double value) { return std::round(value * 1000.0) / 1000.0; };
  return {{"type", type},
          {"text", piece.text},
          {"start", seconds(piece.start_s)},
          {"end", seconds(piece.end_s)},
          {"utterance", piece.utterance}};
}

std::string line(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

// Characters that still fit on the line; the terminal's last column is left free.
std::size_t TextScreen::room() const {
  const auto columns = static_cast<std::size_t>(std::max(console_.columns(), 20));
  return column_ + 1 >= columns ? 0 : columns - 1 - column_;
}

void TextScreen::break_line() {
  console_.out("\n");
  column_ = 0;
}

void TextScreen::clear() {
  if (!shown_) return;
  console_.out(erase_to_end);
  shown_ = false;
}

void TextScreen::fixed(const LivePiece& piece) {
  clear();
  std::string text = printable(piece.text);
  if (column_ == 0) text.erase(0, text.find_first_not_of(' '));
  if (console_.out_is_terminal()) {
    // Lines are broken between words here, so that it is known where the provisional text stands.
    while (characters(text) > room()) {
      std::size_t end = 0;
      for (std::size_t space = text.find(' ', 1);
           space != std::string::npos && characters(std::string_view(text).substr(0, space)) <= room();
           space = text.find(' ', space + 1)) {
        end = space;
      }
      if (end == 0 && column_ == 0) end = std::min(text.find(' ', 1), text.size());
      console_.out(text.substr(0, end));
      break_line();
      text.erase(0, end);
      text.erase(0, text.find_first_not_of(' '));
    }
  }
  if (!text.empty()) console_.out(text);
  column_ += characters(text);
  if (piece.closes && column_ > 0) break_line();
}

void TextScreen::provisional(const LivePiece& piece) {
  if (!console_.out_is_terminal()) return;
  clear();
  std::string text = printable(piece.text);
  if (column_ == 0) text.erase(0, text.find_first_not_of(' '));
  const std::string_view shown = tail(text, room());
  if (shown.empty()) return;
  console_.out(std::string(save_place) + dim + std::string(shown) + plain + back_to_place);
  shown_ = true;
}

void JsonScreen::fixed(const LivePiece& piece) {
  nlohmann::ordered_json record = object("fixed", piece);
  if (piece.closes) record["closes"] = true;
  console_.out(line(record));
}

void JsonScreen::provisional(const LivePiece& piece) {
  console_.out(line(object("provisional", piece)));
}

}  // namespace tilescribe::cli
