// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe::exporting {

/// Characters that take room, by their width.
struct Characters {
  int narrow = 0, wide = 0;
};
Characters characters_of(std::string_view text);

/// What a line is made of: a word with its punctuation, or one character of a script without spaces.
struct Unit {
  std::string_view text;  // in the segment's text
  std::string_view gap;   // the white space before it there; empty for a segment's first
  std::size_t segment = 0;
  std::string_view speaker;  // the segment's
  bool spaced = false;       // a space goes before it where it does not begin a line
  bool ends_sentence = false;
  Characters characters;
  double start_s = 0.0;  // times rise and do not overlap
  double end_s = 0.0;
  double break_cost = 0.0;  // that a cue or line ends behind it
};

/// Whether white space goes from one line to another.
bool has_line_end(std::string_view gap);

/// The units of all segments, in order. They refer to the segments' texts. A unit that the segment's words
/// know has their time. The others share the time between those, by how long they take to say. Words that
/// are not in the text any more are passed over.
std::vector<Unit> units_of(const std::vector<Segment>& segments);

}  // namespace tilescribe::exporting
