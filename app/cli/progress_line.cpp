// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_line.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "app/printable.h"

namespace tilescribe::cli {
namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr std::string_view clear_line = "\r\x1B[K";

// A character and how many columns a terminal gives it.
struct Glyph {
  std::string_view bytes;
  int width = 1;
};

std::vector<Glyph> glyphs_of(std::string_view text) {
  std::vector<Glyph> glyphs;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) ++end;
    // From U+1100 on (three bytes and an E1 lead), East Asian characters and emoji may take two columns.
    // Assuming it for all of them may shorten a name too early, but never too late.
    const bool wide = static_cast<unsigned char>(text[at]) >= 0xE1;
    glyphs.push_back({text.substr(at, end - at), wide ? 2 : 1});
    at = end;
  }
  return glyphs;
}

int width_of(const std::vector<Glyph>& glyphs) {
  int width = 0;
  for (const Glyph& glyph : glyphs) width += glyph.width;
  return width;
}

// At most `room` columns. In a longer text the middle is replaced by "...", because the end often
// distinguishes files.
std::string shortened(std::string_view text, int room) {
  const std::vector<Glyph> glyphs = glyphs_of(text);
  if (width_of(glyphs) <= room) return std::string(text);
  constexpr int dots = 3;
  if (room < dots) return std::string(static_cast<std::size_t>(room), '.');
  const int half = (room - dots) / 2;
  std::string front;
  std::string back;
  int width = 0;
  for (auto glyph = glyphs.begin(); glyph != glyphs.end() && width + glyph->width <= half; ++glyph) {
    front += glyph->bytes;
    width += glyph->width;
  }
  width = 0;
  for (auto glyph = glyphs.rbegin(); glyph != glyphs.rend() && width + glyph->width <= half; ++glyph) {
    back.insert(0, glyph->bytes);
    width += glyph->width;
  }
  return front + "..." + back;
}

}  // namespace

std::string clock(double seconds) {
  const auto total = static_cast<long long>(std::llround(std::clamp(seconds, 0.0, 1e9)));
  const auto two_digits = [](long long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  const long long hours = total / 3600;
  const long long minutes = total / 60 % 60;
  std::string text = hours > 0 ? std::to_string(hours) + ':' + two_digits(minutes) : std::to_string(minutes);
  return text + ':' + two_digits(total % 60);
}

std::string progress_line(std::string_view name, const Progress& progress, int columns) {
  const int room = std::max(0, columns - 1);  // a character in the last column would wrap on some terminals
  const double fraction = std::clamp(std::isfinite(progress.fraction) ? progress.fraction : 0.0, 0.0, 1.0);
  std::string percent = std::to_string(static_cast<int>(fraction * 100.0)) + '%';
  percent.insert(0, 4 - std::min<std::size_t>(4, percent.size()), ' ');
  std::string tail = ' ' + percent;
  if (progress.remaining_s >= 0.0) tail += "  " + clock(progress.remaining_s) + " left";

  const std::string shown = shortened(printable(name), std::max(0, std::min(40, room / 3)));
  const int bar = room - width_of(glyphs_of(shown)) - static_cast<int>(tail.size()) - 4;  // "  [" and "]"
  if (bar < 5) return shortened(shown + tail, room);
  const auto full = static_cast<std::size_t>(std::lround(fraction * bar));
  return shown + "  [" + std::string(full, '#') + std::string(static_cast<std::size_t>(bar) - full, '-') +
         ']' + tail;
}

void ProgressBar::update(const Progress& progress) {
  if (!console_.err_is_terminal()) return;
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && now - last_ < redraw_interval) return;
  console_.draw_err(clear_line, progress_line(name_, progress, console_.columns()));
  drawn_ = true;
  last_ = now;
}

void ProgressBar::clear() {
  if (drawn_) console_.draw_err(clear_line, {});
  drawn_ = false;
}

}  // namespace tilescribe::cli
