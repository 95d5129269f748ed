// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescribe::exporting {

/// Nearest whole millisecond. Negative and non-finite times are 0.
std::int64_t milliseconds(double seconds);

/// A cue's place in whole milliseconds as subtitles want it: the end is at least 1 ms after the start.
struct CueTime {
  std::int64_t start_ms = 0;
  std::int64_t end_ms = 1;
};
CueTime cue_time(double start_s, double end_s);

/// "HH:MM:SS,mmm", the separator before the milliseconds being ',' in SubRip and '.' in WebVTT. Hours take
/// more than two digits when they must.
std::string clock_time(std::int64_t ms, char separator);

/// The inverse of clock_time: milliseconds, or nothing when the text is anything else.
std::optional<std::int64_t> parse_clock_time(std::string_view text, char separator);

}  // namespace tilescribe::exporting
