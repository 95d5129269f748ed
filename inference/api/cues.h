// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "inference/api/engine_names.h"
#include "inference/api/transcript.h"

namespace tilescribe {

/// How far rules usually let a cue begin from its first word, seconds.
inline constexpr double usual_shift_s = 0.5;

/// What a subtitle may be. A wide character (Chinese, Japanese, Korean) takes its share of the wide limits, a
/// narrow one of the others; in mixed text the shares add up. A line break counts as the space that it
/// replaces. Without any limit a cue is a segment, as it is.
struct CueRules {
  int line_width = 0;        // characters per line; 0: no limit
  int wide_line_width = 16;  // wide characters per line, if there is a limit
  int lines = 0;             // lines per cue; 0: no limit
  double speed = 0.0;        // characters per second, for the reader; 0: no limit
  double wide_speed = 9.0;   // wide characters per second, if there is a limit
  double shortest_s = 0.0;   // a cue lasts at least this long
  double longest_s = 0.0;    // and at most this long; 0: no limit
  double gap_s = 0.0;        // from a cue's end to the next one's start
  double shift_s = 0.0;  // a cue may begin this much before or after its first word, if another rule needs it

  bool operator==(const CueRules&) const = default;
};

enum class CuePreset { plain, netflix, bbc };

inline constexpr std::array cue_preset_names{Named<CuePreset>{CuePreset::plain, "plain"},
                                             Named<CuePreset>{CuePreset::netflix, "netflix"},
                                             Named<CuePreset>{CuePreset::bbc, "bbc"}};

/// netflix: Timed Text Style Guide, general requirements and English: 5/6 s to 7 s, two frames between cues
/// (at 24 per second); Simplified Chinese: 16 characters per line, 9 per second.
/// bbc: Subtitle Guidelines: 37 characters per line in teletext, 160 to 180 words per minute, which is 17
/// characters per second at 5.7 characters per word with its space; cues follow one another without a gap.
/// plain: no limits.
constexpr CueRules cue_rules(CuePreset preset) {
  switch (preset) {
    case CuePreset::netflix:
      return {.line_width = 42,
              .lines = 2,
              .speed = 20.0,
              .shortest_s = 5.0 / 6.0,
              .longest_s = 7.0,
              .gap_s = 2.0 / 24.0,
              .shift_s = usual_shift_s};
    case CuePreset::bbc:
      return {.line_width = 37,
              .lines = 2,
              .speed = 17.0,
              .shortest_s = 1.0,
              .longest_s = 7.0,
              .shift_s = usual_shift_s};
    case CuePreset::plain:
      break;
  }
  return {};
}

/// One of the rules, as a cue may break it.
enum class CueRule { line_width, lines, speed, shortest, longest, gap };

inline constexpr std::array all_cue_rules{CueRule::line_width, CueRule::lines,   CueRule::speed,
                                          CueRule::shortest,   CueRule::longest, CueRule::gap};

/// A word in a line of a cue, or a wide character with its punctuation.
struct CueWord {
  std::string gap;  // what stands between it and the word before in its line: a space, or nothing
  std::string text;
  double start_s = 0.0;  // seconds from the start of the audio
  double end_s = 0.0;
};

/// A subtitle.
struct Cue {
  double start_s = 0.0;  // seconds from the start of the audio; whole milliseconds where rules set them
  double end_s = 0.0;
  std::vector<std::vector<CueWord>> lines;
  std::vector<CueRule> broken;  // the rules that it breaks
  std::string speaker = {};     // who says all of it; empty: not known
};

std::string text_of(const std::vector<CueWord>& line);

/// The segments for cues that have no other room for names: where another speaks than before, the text begins
/// with "Name: ", or with a dash where it is not known who.
std::vector<Segment> with_names(std::vector<Segment> segments);

/// Divides a transcript into cues. All text is in them, in order; their times rise and do not overlap
/// (without limits they are the segments' own). They break at the ends of sentences, else at clauses, else
/// before conjunctions and prepositions (English), and begin and end at words. Words have their own times
/// where the segment knows them, else their share of the segment's. A cue is one speaker's. It lasts into the
/// pause after it, as long as the rules need. Where speech is faster than they allow, or a word is wider than
/// a line, the cue says which it breaks.
std::vector<Cue> lay_out_cues(const std::vector<Segment>& segments, const CueRules& rules);

/// Characters a second that the cue asks of its reader, as shares of the rules' speeds: 1 is just allowed. 0
/// where there is no limit.
double reading_load(const Cue& cue, const CueRules& rules);

}  // namespace tilescribe
