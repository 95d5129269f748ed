// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/transcript.h"

/// What becomes of a segment's times, tokens and words when somebody corrects its text. Texts are UTF-8; a
/// position is a byte at which a character begins.
namespace tilescribe {

/// The id of a token that nobody generated: it stands for text that was typed, with probability 1.
inline constexpr int typed_token = -1;

/// The tokens that the text consists of, cut to it; none where they say something else, as in live text.
std::vector<Token> tokens_of_text(const Segment& segment);

/// Whether a character that begins with this byte is written without spaces to its neighbours: from U+3000
/// on, which is Chinese and Japanese.
inline bool begins_wide(char lead) {
  return static_cast<unsigned char>(lead) >= 0xE3U;
}

/// The segment with another text and the same times. Tokens and words stay as far as the text is the same,
/// in whole words. What was typed becomes one token, and words whose times are estimated.
Segment with_text(Segment segment, const std::string& text);

/// A change to a text: these bytes, whole characters, go, and others come in their place.
struct TextEdit {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::string with = {};
  std::size_t end() const { return begin + length; }
};

/// The text after changes, which are in order and do not overlap.
std::string with_edits(const std::string& text, const std::vector<TextEdit>& edits);
/// The segment after them. As with_text, but what lies between two changes stays, too.
Segment with_edits(Segment segment, const std::vector<TextEdit>& edits);

/// The text before and from this byte on, each trimmed. The time between them is that of the words if it is
/// known, and otherwise the share of the characters.
std::pair<Segment, Segment> split_segment(const Segment& segment, std::size_t at);

/// Both as one, with a space between the texts where they are written with spaces. The first one's speaker
/// has said it.
Segment joined_segment(const Segment& first, const Segment& second);

/// What becomes of these segments, at least one, when their texts are replaced by others. Where there are
/// more or fewer, texts of white space alone are left out, but one always remains.
std::vector<Segment> with_texts(const std::vector<Segment>& segments, const std::vector<std::string>& texts);

/// One end of a segment's time.
enum class SegmentEdge { begin, end };

/// The shortest time that an edge can leave to its segment, seconds.
inline constexpr double least_segment_s = 0.1;

/// How far an edge can go: not past the neighbours, nor past the other edge, nor out of the recording, whose
/// length is in seconds (0: not known). `most` below `least`: it can't be moved.
struct EdgeRoom {
  double least = 0.0;
  double most = 0.0;

  bool holds(double seconds) const { return seconds >= least && seconds <= most; }
};
EdgeRoom edge_room(const std::vector<Segment>& segments, int row, SegmentEdge edge, double length_s);

/// The segment with one edge at this time; its words lie between the edges.
Segment with_edge(Segment segment, SegmentEdge edge, double seconds);

/// The text without white space at its ends.
std::string trimmed(const std::string& text);

}  // namespace tilescribe
