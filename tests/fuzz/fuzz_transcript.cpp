// SPDX-License-Identifier: Apache-2.0
// Any bytes as a transcript of each format: refused with an Error, or it can be written as JSON and read
// again, and stays the same. Its subtitles come one after another and have all of its text, also in the files
// that are made of them.
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "inference/api/cues.h"
#include "inference/api/export.h"
#include "inference/api/utf8.h"
#include "inference/export/lines.h"
#include "inference/transcript/characters.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/json_of.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;

constexpr CueRules rules = cue_rules(CuePreset::netflix);

Transcript read(const std::string& text, ExportFormat format) {
  std::istringstream in(text);
  return read_transcript(in, format);
}

std::string without_spaces(std::string_view text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!transcript::is_space(point.value)) kept += text.substr(at, point.length);
    at += point.length;
  }
  return kept;
}

std::string all_text(const std::vector<Segment>& segments) {
  std::string text;
  for (const Segment& segment : segments) text += without_spaces(segment.text);
  return text;
}

void lay_out(const std::vector<Segment>& segments) {
  std::string text;
  double end_s = 0.0;
  for (const Cue& cue : lay_out_cues(segments, rules)) {
    fuzz::require(cue.start_s >= end_s && cue.end_s > cue.start_s, "a cue begins too early or is empty");
    end_s = cue.end_s;
    for (const std::vector<CueWord>& line : cue.lines) {
      for (const CueWord& word : line) text += word.text;
    }
  }
  fuzz::require(text == all_text(segments), "the cues have another text");
}

// The text that a file with cues should hold, or holds. SubRip has no escapes: what stands there for an arrow
// is read as one, also where it stood in the text.
std::string in_cues(const std::vector<Segment>& segments, ExportFormat format) {
  const std::string text = all_text(segments);
  return format == ExportFormat::srt ? exporting::replaced(text, "--\u200B>", "-->") : text;
}

void write_cues(const Transcript& transcript, ExportFormat format) {
  std::ostringstream out;
  write_transcript(out, transcript, format, {.cues = rules});
  const std::vector<Segment> segments =
      format == ExportFormat::srt ? with_names(transcript.segments) : transcript.segments;
  fuzz::require(in_cues(read(out.str(), format).segments, format) == in_cues(segments, format),
                "a file with cues has another text");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(fuzz::characters(data, size));
  for (const ExportFormat format :
       {ExportFormat::json, ExportFormat::srt, ExportFormat::vtt, ExportFormat::tsv, ExportFormat::txt}) {
    std::optional<Transcript> transcript;
    fuzz::refused_or([&] { transcript = read(input, format); });
    if (!transcript) continue;
    // From here on an Error is a fault of ours.
    const std::string first = fuzz::json_of(*transcript);
    fuzz::require(fuzz::json_of(read(first, ExportFormat::json)) == first,
                  "a transcript that is written and read again differs");
    lay_out(transcript->segments);
    write_cues(*transcript, ExportFormat::srt);
    write_cues(*transcript, ExportFormat::vtt);
  }
  return 0;
}
