// SPDX-License-Identifier: Apache-2.0
#include "inference/export/time_code.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tilescribe::exporting {
namespace {

constexpr double longest_s = 1e9;  // some 30 years: keeps the arithmetic below far from overflow

std::string padded(std::int64_t value, std::size_t width) {
  std::string digits = std::to_string(value);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

// A number of `least` to `most` digits, and nothing else.
std::optional<std::int64_t> digits_only(std::string_view text, std::size_t least, std::size_t most) {
  if (text.size() < least || text.size() > most) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.front() == '-') return std::nullopt;
  return value;
}

}  // namespace

std::int64_t milliseconds(double seconds) {
  if (!std::isfinite(seconds)) return 0;
  return std::llround(std::clamp(seconds, 0.0, longest_s) * 1000.0);
}

CueTime cue_time(double start_s, double end_s) {
  const std::int64_t start = milliseconds(start_s);
  return {start, std::max(start + 1, milliseconds(end_s))};
}

std::string clock_time(std::int64_t ms, char separator) {
  return padded(ms / 3'600'000, 2) + ':' + padded(ms / 60'000 % 60, 2) + ':' + padded(ms / 1000 % 60, 2) +
         separator + padded(ms % 1000, 3);
}

std::optional<std::int64_t> parse_clock_time(std::string_view text, char separator) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.size() != colon + 10) return std::nullopt;
  if (text[colon + 3] != ':' || text[colon + 6] != separator) return std::nullopt;
  const auto hours = digits_only(text.substr(0, colon), 2, 6);
  const auto minutes = digits_only(text.substr(colon + 1, 2), 2, 2);
  const auto seconds = digits_only(text.substr(colon + 4, 2), 2, 2);
  const auto ms = digits_only(text.substr(colon + 7), 3, 3);
  if (!hours || !minutes || !seconds || !ms || *minutes > 59 || *seconds > 59) return std::nullopt;
  return ((*hours * 60 + *minutes) * 60 + *seconds) * 1000 + *ms;
}

}  // namespace tilescribe::exporting
