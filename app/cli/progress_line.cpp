// SPDX-License-Identifier: Apache-2.0
#include "app/cli/progress_line.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/printable.h"
#include "inference/api/utf8.h"

namespace tilescribe::cli {
namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr std::string_view clear_line = "\r\x1B[K";

// At most `room` columns. In a longer text the middle is replaced by "...", because the end often
// distinguishes files.
std::string shortened(std::string_view text, std::size_t room) {
  if (columns_of(text) <= room) return std::string(text);
  constexpr std::size_t dots = 3;
  if (room < dots) return std::string(room, '.');
  const std::size_t half = (room - dots) / 2;
  std::string_view back = text;
  while (columns_of(back) > half) back.remove_prefix(code_point_at(back, 0).length);
  return std::string(text.substr(0, fitting(text, half))) + "..." + std::string(back);
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
  // A character in the last column would wrap on some terminals.
  const auto room = static_cast<std::size_t>(std::max(0, columns - 1));
  const double fraction = std::clamp(std::isfinite(progress.fraction) ? progress.fraction : 0.0, 0.0, 1.0);
  std::string percent = std::to_string(static_cast<int>(fraction * 100.0)) + '%';
  percent.insert(0, 4 - std::min<std::size_t>(4, percent.size()), ' ');
  std::string tail = ' ' + percent;
  if (progress.remaining_s >= 0.0) tail += "  " + clock(progress.remaining_s) + " left";

  constexpr std::size_t least_bar = 5;
  const std::string shown = shortened(printable(name), std::min<std::size_t>(40, room / 3));
  const std::size_t others = columns_of(shown) + tail.size() + 4;  // "  [" and "]"
  if (room < others + least_bar) return shortened(shown + tail, room);
  const std::size_t bar = room - others;
  const auto full = static_cast<std::size_t>(std::lround(fraction * static_cast<double>(bar)));
  return shown + "  [" + std::string(full, '#') + std::string(bar - full, '-') + ']' + tail;
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
