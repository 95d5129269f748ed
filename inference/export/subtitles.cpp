// SPDX-License-Identifier: Apache-2.0
// SubRip (srt) and WebVTT (vtt, https://www.w3.org/TR/webvtt1/).
#include <optional>
#include <string>
#include <string_view>

#include "inference/export/formats.h"
#include "inference/export/lines.h"
#include "inference/export/time_code.h"

namespace tilescribe::exporting {
namespace {

constexpr std::string_view arrow = " --> ";

// SubRip has no escapes, and some players take any line with an arrow for a cue's times: a zero width space
// inside the arrow keeps it readable and harmless. read_srt takes it out again.
constexpr std::string_view plain_arrow = "-->";
constexpr std::string_view harmless_arrow = "--\u200B>";

std::string escape_srt(std::string_view text) {
  return replaced(text, plain_arrow, harmless_arrow);
}
std::string unescape_srt(std::string_view text) {
  return replaced(text, harmless_arrow, plain_arrow);
}

std::string escape_vtt(std::string_view text) {
  return replaced(replaced(replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

std::string unescape_vtt(std::string_view text) {
  return replaced(replaced(replaced(text, "&gt;", ">"), "&lt;", "<"), "&amp;", "&");
}

void write_cue(std::ostream& out, const Segment& segment, char separator,
               std::string (*escape)(std::string_view)) {
  const CueTime time = cue_time(segment);
  out << clock_time(time.start_ms, separator) << arrow << clock_time(time.end_ms, separator) << '\n';
  for (const std::string& line : non_blank_lines(segment.text)) out << escape(line) << '\n';
}

bool has_text(const Segment& segment) {
  return !non_blank_lines(segment.text).empty();
}

// A cue from its line of times on, up to the blank line behind it.
Segment read_cue(LineReader& reader, const std::string& times, char separator,
                 std::string (*unescape)(std::string_view)) {
  const std::string_view text(times);
  const std::size_t middle = text.find(arrow);
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> end;
  if (middle != std::string_view::npos) {
    start = parse_clock_time(text.substr(0, middle), separator);
    end = parse_clock_time(text.substr(middle + arrow.size()), separator);
  }
  if (!start || !end) {
    reader.fail(Message("a cue's times as HH:MM:SS{1}mmm --> HH:MM:SS{1}mmm", std::string(1, separator)),
                times);
  }
  if (*end <= *start) reader.fail(Message("a cue that ends after its start"), times);

  Segment segment{.start_s = static_cast<double>(*start) / 1000.0,
                  .end_s = static_cast<double>(*end) / 1000.0,
                  .text = {}};
  for (std::string line; reader.next(line) && !line.empty();) {
    if (!segment.text.empty()) segment.text += '\n';
    segment.text += unescape(line);
  }
  if (segment.text.empty()) reader.fail(Message("a cue's text"), "");
  return segment;
}

}  // namespace

void write_srt(std::ostream& out, const Transcript& transcript) {
  int number = 0;
  for (const Segment& segment : transcript.segments) {
    if (!has_text(segment)) continue;
    if (number > 0) out << '\n';
    out << ++number << '\n';
    write_cue(out, segment, ',', escape_srt);
  }
}

Transcript read_srt(std::istream& in) {
  LineReader reader(in);
  Transcript transcript;
  for (std::string line; reader.next(line);) {
    const std::string number = std::to_string(transcript.segments.size() + 1);
    if (line != number) reader.fail(Message("the cue number {1}", number), line);
    std::string times;
    if (!reader.next(times)) reader.fail(Message("a cue's times"), "");
    transcript.segments.push_back(read_cue(reader, times, ',', unescape_srt));
  }
  return transcript;
}

void write_vtt(std::ostream& out, const Transcript& transcript) {
  out << "WEBVTT\n";
  for (const Segment& segment : transcript.segments) {
    if (!has_text(segment)) continue;
    out << '\n';
    write_cue(out, segment, '.', escape_vtt);
  }
}

Transcript read_vtt(std::istream& in) {
  LineReader reader(in);
  std::string line;
  if (!reader.next(line) || line != "WEBVTT") reader.fail(Message("WEBVTT"), line);
  if (reader.next(line) && !line.empty()) reader.fail(Message("a blank line behind WEBVTT"), line);
  Transcript transcript;
  while (reader.next(line)) transcript.segments.push_back(read_cue(reader, line, '.', unescape_vtt));
  return transcript;
}

}  // namespace tilescribe::exporting
