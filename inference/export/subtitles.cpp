// SPDX-License-Identifier: Apache-2.0
// SubRip (srt) and WebVTT (vtt, https://www.w3.org/TR/webvtt1/).
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "inference/api/cues.h"
#include "inference/api/spacing.h"
#include "inference/export/formats.h"
#include "inference/export/lines.h"
#include "inference/export/passages.h"
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

// A cue as it is written: its times and its lines, escaped.
struct WrittenCue {
  double start_s, end_s;
  std::vector<std::string> lines;
};

void write_cue(std::ostream& out, const WrittenCue& cue, char separator) {
  const CueTime time = cue_time(cue.start_s, cue.end_s);
  out << clock_time(time.start_ms, separator) << arrow << clock_time(time.end_ms, separator) << '\n';
  for (const std::string& line : cue.lines) out << line << '\n';
}

WrittenCue whole(const Cue& cue, std::string (*escape)(std::string_view)) {
  WrittenCue written{cue.start_s, cue.end_s, {}};
  for (const std::vector<CueWord>& line : cue.lines) written.lines.push_back(escape(text_of(line)));
  return written;
}

// A cue for every so many words. Each lasts until the next one begins, the last until the cue's end.
std::vector<WrittenCue> word_groups(const Cue& cue, std::size_t group) {
  std::vector<WrittenCue> groups;
  std::size_t count = 0;
  std::string text;
  const auto end_group = [&] {
    if (!text.empty()) groups.back().lines.push_back(escape_srt(std::exchange(text, {})));
  };
  for (const std::vector<CueWord>& line : cue.lines) {
    for (const CueWord& word : line) {
      if (count++ % group == 0) {
        end_group();
        const double from_s = groups.empty() ? cue.start_s : groups.back().start_s;
        const double start_s =
            groups.empty() ? from_s : std::clamp(word.start_s, from_s, std::max(from_s, cue.end_s));
        if (!groups.empty()) groups.back().end_s = start_s;
        groups.push_back({start_s, cue.end_s, {}});
        text = word.text;
        continue;
      }
      if (&word == &line.front() ? space_between(text, word.text) : !word.gap.empty()) text += ' ';
      text += word.text;
    }
  }
  end_group();
  return groups;
}

// The cue's lines with the time of every so many words before them. A time lies inside the cue and behind
// the one before it, else it is left out.
WrittenCue stamped(const Cue& cue, std::size_t group) {
  WrittenCue written{cue.start_s, cue.end_s, {}};
  const CueTime time = cue_time(cue.start_s, cue.end_s);
  std::int64_t last = time.start_ms;
  std::size_t count = 0;
  for (const std::vector<CueWord>& line : cue.lines) {
    std::string& text = written.lines.emplace_back();
    for (const CueWord& word : line) {
      text += word.gap;
      const std::int64_t at = milliseconds(word.start_s);
      if (count++ % group == 0 && at > last && at < time.end_ms) {
        text += '<' + clock_time(at, '.') + '>';
        last = at;
      }
      text += escape_vtt(word.text);
    }
  }
  return written;
}

// Puts WebVTT's voice tag before the text of a cue, where it is known who speaks: it holds for all lines.
WrittenCue voiced(WrittenCue cue, const std::string& speaker) {
  if (!speaker.empty()) cue.lines.front().insert(0, "<v " + escape_vtt(on_one_line(speaker)) + ">");
  return cue;
}

// The first two voices of a cue while it is read: a cue with more than one has no speaker.
using Voices = std::vector<std::string>;

// A tag's name is the speaker's if it is a voice: "v Anna", with classes "v.loud Anna".
void note_voice(std::string_view tag, Voices& voices) {
  if (voices.size() == 2 || (!tag.starts_with("v ") && !tag.starts_with("v."))) return;
  const std::size_t space = tag.find(' ');
  if (space == std::string_view::npos) return;
  std::string name = unescape_vtt(tag.substr(space + 1));
  if (std::ranges::find(voices, name) == voices.end()) voices.push_back(std::move(name));
}

// Tags of WebVTT: times, voices, italics. A `<` of the text itself is escaped.
std::string without_tags(std::string_view line, Voices& voices) {
  std::string text;
  while (!line.empty()) {
    const std::size_t open = line.find('<');
    const std::size_t close = open == std::string_view::npos ? open : line.find('>', open);
    if (close == std::string_view::npos) return text.append(line);
    text.append(line.substr(0, open));
    note_voice(line.substr(open + 1, close - open - 1), voices);
    line.remove_prefix(close + 1);
  }
  return text;
}

// A cue from its line of times on, up to the blank line behind it.
Segment read_cue(LineReader& reader, const std::string& times, char separator,
                 const std::function<std::string(std::string_view)>& unescape) {
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

void write_srt(std::ostream& out, const Transcript& transcript, const ExportOptions& options) {
  int number = 0;
  const auto write = [&](const WrittenCue& cue) {
    if (number > 0) out << '\n';
    out << ++number << '\n';
    write_cue(out, cue, ',');
  };
  // A cue for a few words has no room for a name.
  const std::vector<Cue> cues = options.word_group > 0
                                    ? lay_out_cues(transcript.segments, options.cues)
                                    : lay_out_cues(with_names(transcript.segments), options.cues);
  for (const Cue& cue : cues) {
    if (options.word_group <= 0) {
      write(whole(cue, escape_srt));
    } else {
      for (const WrittenCue& group : word_groups(cue, static_cast<std::size_t>(options.word_group)))
        write(group);
    }
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

void write_vtt(std::ostream& out, const Transcript& transcript, const ExportOptions& options) {
  out << "WEBVTT\n";
  for (const Cue& cue : lay_out_cues(transcript.segments, options.cues)) {
    out << '\n';
    WrittenCue written = options.word_group > 0 ? stamped(cue, static_cast<std::size_t>(options.word_group))
                                                : whole(cue, escape_vtt);
    write_cue(out, voiced(std::move(written), cue.speaker), '.');
  }
}

Transcript read_vtt(std::istream& in) {
  LineReader reader(in);
  std::string line;
  if (!reader.next(line) || line != "WEBVTT") reader.fail(Message("WEBVTT"), line);
  if (reader.next(line) && !line.empty()) reader.fail(Message("a blank line behind WEBVTT"), line);
  Transcript transcript;
  while (reader.next(line)) {
    Voices voices;
    transcript.segments.push_back(read_cue(reader, line, '.', [&voices](std::string_view one) {
      return unescape_vtt(without_tags(one, voices));
    }));
    if (voices.size() == 1) transcript.segments.back().speaker = std::move(voices.front());
  }
  return transcript;
}

}  // namespace tilescribe::exporting

namespace tilescribe {

std::vector<Segment> with_names(std::vector<Segment> segments) {
  std::string before;
  for (Segment& segment : segments) {
    if (segment.text.find_first_not_of(" \t\r\n") == std::string::npos) continue;
    segment.text.insert(0, exporting::label_of(segment.speaker, before));
    before = segment.speaker;
  }
  return segments;
}

}  // namespace tilescribe
