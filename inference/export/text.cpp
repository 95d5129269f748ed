// SPDX-License-Identifier: Apache-2.0
// txt (a line a passage) and tsv (start, end, text; also who speaks, if that is known).
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "inference/api/spacing.h"
#include "inference/export/formats.h"
#include "inference/export/lines.h"
#include "inference/export/passages.h"
#include "inference/export/time_code.h"

namespace tilescribe::exporting {
namespace {

constexpr std::string_view tsv_header = "start\tend\ttext";
constexpr std::string_view tsv_header_with_speakers = "start\tend\tspeaker\ttext";

std::string escape_field(std::string_view text) {
  return replaced(replaced(replaced(replaced(text, "\\", "\\\\"), "\t", "\\t"), "\n", "\\n"), "\r", "\\r");
}

// Nothing when a backslash is followed by anything that escape_field does not write.
std::optional<std::string> unescape_field(std::string_view field) {
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      text += field[i];
      continue;
    }
    if (++i == field.size()) return std::nullopt;
    switch (field[i]) {
      case '\\':
        text += '\\';
        break;
      case 't':
        text += '\t';
        break;
      case 'n':
        text += '\n';
        break;
      case 'r':
        text += '\r';
        break;
      default:
        return std::nullopt;
    }
  }
  return text;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr std::int64_t most = 1'000'000'000'000;  // ms, as in time_code.cpp
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > most) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

void write_txt(std::ostream& out, const Transcript& transcript, const ExportOptions& options) {
  for (const Passage& passage : passages_of(transcript, options)) out << passage.by << passage.text << '\n';
}

Transcript read_txt(std::istream& in) {
  LineReader reader(in);
  JoinedText text;
  for (std::string line; reader.next(line);) text.add(line);
  Transcript transcript;
  if (!text.text().empty()) transcript.segments.push_back(Segment{.text = std::move(text).take()});
  return transcript;
}

void write_tsv(std::ostream& out, const Transcript& transcript) {
  const bool named =
      std::ranges::any_of(transcript.segments, [](const Segment& one) { return !one.speaker.empty(); });
  out << (named ? tsv_header_with_speakers : tsv_header) << '\n';
  for (const Segment& segment : transcript.segments) {
    const CueTime time = cue_time(segment.start_s, segment.end_s);
    out << time.start_ms << '\t' << time.end_ms << '\t';
    if (named) out << escape_field(segment.speaker) << '\t';
    out << escape_field(segment.text) << '\n';
  }
}

Transcript read_tsv(std::istream& in) {
  LineReader reader(in);
  std::string line;
  const bool begins = reader.next(line);
  const bool named = begins && line == tsv_header_with_speakers;
  if (!named && (!begins || line != tsv_header)) {
    reader.fail(Message("the columns start, end and text with tabs between them"), line);
  }
  Transcript transcript;
  while (reader.next(line)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    const std::size_t third = second == std::string::npos || !named ? second : line.find('\t', second + 1);
    if (third == std::string::npos && named) reader.fail(Message("four fields with tabs between them"), line);
    if (third == std::string::npos) reader.fail(Message("three fields with tabs between them"), line);
    const std::string_view fields(line);
    const auto start = whole_number(fields.substr(0, first));
    const auto end = whole_number(fields.substr(first + 1, second - first - 1));
    if (!start || !end) reader.fail(Message("start and end in whole milliseconds"), line);
    auto text = unescape_field(fields.substr(third + 1));
    auto speaker = unescape_field(named ? fields.substr(second + 1, third - second - 1) : std::string_view());
    if (!text || !speaker) reader.fail(Message("only \\t, \\n, \\r and \\\\ after a backslash"), line);
    Segment& segment = transcript.segments.emplace_back();
    segment.start_s = static_cast<double>(*start) / 1000.0;
    segment.end_s = static_cast<double>(*end) / 1000.0;
    segment.text = std::move(*text);
    segment.speaker = std::move(*speaker);
  }
  return transcript;
}

}  // namespace tilescribe::exporting
