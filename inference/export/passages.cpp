// SPDX-License-Identifier: Apache-2.0
#include "inference/export/passages.h"

#include <algorithm>
#include <cstdint>

#include "inference/api/spacing.h"
#include "inference/api/utf8.h"
#include "inference/export/cues/units.h"
#include "inference/export/lines.h"
#include "inference/export/time_code.h"

namespace tilescribe::exporting {
namespace {

bool begins_passage(const Unit& before, const Unit& unit, const ExportOptions& options) {
  if (before.speaker != unit.speaker) return true;
  if (options.text == TextLayout::sentences) return before.ends_sentence;
  const double pause_s = unit.start_s - before.end_s;
  return pause_s > 0.0 && pause_s >= options.paragraph_pause_s * (before.ends_sentence ? 1.0 : 2.0);
}

std::vector<Passage> segments_of(const Transcript& transcript) {
  std::vector<Passage> passages;
  std::string_view before;
  for (const Segment& segment : transcript.segments) {
    JoinedText text;
    for (const std::string& line : non_blank_lines(segment.text)) text.add(line);
    if (text.text().empty()) continue;
    passages.push_back({segment.start_s, std::move(text).take(), label_of(segment.speaker, before)});
    before = segment.speaker;
  }
  return passages;
}

}  // namespace

std::vector<Passage> passages_of(const Transcript& transcript, const ExportOptions& options) {
  if (options.text == TextLayout::segments) return segments_of(transcript);
  const std::vector<Unit> units = units_of(transcript.segments);
  std::vector<Passage> passages;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Unit& unit = units[i];
    if (i == 0 || begins_passage(units[i - 1], unit, options)) {
      const std::string_view before = i == 0 ? std::string_view() : units[i - 1].speaker;
      passages.push_back({unit.start_s, std::string(unit.text), label_of(unit.speaker, before)});
      continue;
    }
    const bool joined = units[i - 1].segment != unit.segment || has_line_end(unit.gap);
    passages.back().text.append(joined ? (unit.spaced ? " " : "") : unit.gap).append(unit.text);
  }
  return passages;
}

std::string label_of(std::string_view speaker, std::string_view before) {
  if (speaker == before) return {};
  if (speaker.empty()) return "– ";
  return on_one_line(speaker).append(": ");
}

std::string clock_of(double seconds) {
  const std::int64_t whole = milliseconds(seconds) / 1000;
  const std::int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  const auto two = [](std::int64_t value) {
    return std::string(value < 10 ? "0" : "").append(std::to_string(value));
  };
  const std::string start = hours > 0 ? std::to_string(hours) + ':' + two(minutes) : std::to_string(minutes);
  return start + ':' + two(whole % 60);
}

std::string about_line(const Transcript& transcript) {
  const std::string length = transcript.duration_s > 0.0 ? clock_of(transcript.duration_s) : std::string();
  if (length.empty() || transcript.model.empty()) return length + transcript.model;
  return length + " · " + transcript.model;
}

bool has_times(const Transcript& transcript) {
  return std::ranges::any_of(transcript.segments, [](const Segment& one) { return one.end_s > 0.0; });
}

std::string escape_markup(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    const char32_t c = point.value;
    const bool forbidden =
        !point.valid || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xFFFE || c == 0xFFFF;
    if (forbidden) {
      escaped += "\xEF\xBF\xBD";
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else {
      escaped += bytes;
    }
  }
  return escaped;
}

}  // namespace tilescribe::exporting
