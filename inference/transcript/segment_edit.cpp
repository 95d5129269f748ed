// SPDX-License-Identifier: Apache-2.0
#include "inference/api/segment_edit.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "inference/transcript/text_pieces.h"

namespace tilescribe {

namespace {

using transcript::character_begin;
using transcript::character_count;
using transcript::have_times;
using transcript::is_blank_byte;
using transcript::text_pieces;
using transcript::TextPiece;

/// The text between these bytes, trimmed, with its tokens.
Segment piece_of(const Segment& segment, const std::vector<Token>& tokens, std::size_t begin,
                 std::size_t end) {
  while (begin < end && is_blank_byte(segment.text[begin])) ++begin;
  while (begin < end && is_blank_byte(segment.text[end - 1])) --end;
  Segment piece;
  piece.start_s = segment.start_s;
  piece.end_s = segment.end_s;
  piece.text = segment.text.substr(begin, end - begin);
  piece.window = segment.window;
  piece.estimated = segment.estimated;
  piece.looped = segment.looped;
  piece.speaker = segment.speaker;
  std::size_t at = 0;
  for (const Token& token : tokens) {
    const std::size_t from = std::max(at, begin);
    const std::size_t to = std::min(at + token.bytes.size(), end);
    if (from < to) {
      piece.tokens.push_back(token);
      piece.tokens.back().bytes = token.bytes.substr(from - at, to - from);
    }
    at += token.bytes.size();
  }
  return piece;
}

/// Where a segment divides in time, and its words.
void divide_times(const Segment& segment, std::size_t at, Segment& first, Segment& second) {
  const std::vector<TextPiece> pieces = text_pieces(segment.text);
  if (!have_times(pieces, segment)) {
    const double share = character_count(std::string_view(segment.text).substr(0, at)) /
                         std::max(1.0, character_count(segment.text));
    first.end_s = second.start_s = segment.start_s + share * (segment.end_s - segment.start_s);
    first.estimated = second.estimated = true;
    return;
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    TimedWord word = segment.words[i];
    if (pieces[i].end <= at) {
      first.words.push_back(word);
    } else if (pieces[i].begin >= at) {
      second.words.push_back(word);
    } else {  // it is cut
      const std::size_t cut = at - pieces[i].begin;
      const double share =
          character_count(std::string_view(word.text).substr(0, cut)) / character_count(word.text);
      const double time = word.start_s + share * (word.end_s - word.start_s);
      word.estimated = true;
      first.words.push_back(word);
      first.words.back().text.resize(cut);
      first.words.back().end_s = time;
      second.words.push_back(word);
      second.words.back().text.erase(0, cut);
      second.words.back().start_s = time;
    }
  }
  second.start_s = second.words.empty() ? segment.end_s : second.words.front().start_s;
  first.end_s = first.words.empty() ? segment.start_s : std::min(first.words.back().end_s, second.start_s);
}

/// What stands between two texts that become one.
std::string between(const std::string& first, const std::string& second) {
  if (first.empty() || second.empty()) return {};
  const bool wide =
      begins_wide(first[character_begin(first, first.size() - 1)]) || begins_wide(second.front());
  return wide ? "" : " ";
}

}  // namespace

std::string trimmed(const std::string& text) {
  std::size_t begin = 0, end = text.size();
  while (begin < end && is_blank_byte(text[begin])) ++begin;
  while (begin < end && is_blank_byte(text[end - 1])) --end;
  return text.substr(begin, end - begin);
}

std::vector<Token> tokens_of_text(const Segment& segment) {
  std::string bytes;
  for (const Token& token : segment.tokens) bytes += token.bytes;
  const std::size_t begin = segment.text.empty() ? std::string::npos : bytes.find(segment.text);
  if (begin == std::string::npos) return {};
  const std::size_t end = begin + segment.text.size();
  std::vector<Token> tokens;
  std::size_t at = 0;
  for (const Token& token : segment.tokens) {
    const std::size_t from = std::max(at, begin);
    const std::size_t to = std::min(at + token.bytes.size(), end);
    if (from < to)
      tokens.push_back(
          {.id = token.id, .bytes = bytes.substr(from, to - from), .probability = token.probability});
    at += token.bytes.size();
  }
  return tokens;
}

std::pair<Segment, Segment> split_segment(const Segment& segment, std::size_t at) {
  at = character_begin(segment.text, std::min(at, segment.text.size()));
  const std::vector<Token> tokens = tokens_of_text(segment);
  std::pair<Segment, Segment> both{piece_of(segment, tokens, 0, at),
                                   piece_of(segment, tokens, at, segment.text.size())};
  divide_times(segment, at, both.first, both.second);
  both.first.heard = segment.heard;  // in one piece
  return both;
}

Segment joined_segment(const Segment& first, const Segment& second) {
  Segment both = first;
  const std::string space = between(first.text, second.text);
  both.text = first.text + space + second.text;
  if (!first.heard.empty() || !second.heard.empty()) {
    const std::string &one = first.heard.empty() ? first.text : first.heard,
                      &other = second.heard.empty() ? second.text : second.heard;
    both.heard = one + between(one, other) + other;
  }
  both.end_s = std::max(first.end_s, second.end_s);
  both.estimated = first.estimated || second.estimated;
  both.looped = first.looped || second.looped;
  both.tokens = tokens_of_text(first);
  std::vector<Token> tokens = tokens_of_text(second);
  const bool has_both =
      (first.text.empty() || !both.tokens.empty()) && (second.text.empty() || !tokens.empty());
  if (!tokens.empty()) tokens.front().bytes.insert(0, space);
  both.tokens.insert(both.tokens.end(), tokens.begin(), tokens.end());
  if (!has_both) both.tokens.clear();
  both.words.insert(both.words.end(), second.words.begin(), second.words.end());
  return both;
}

std::vector<Segment> with_texts(const std::vector<Segment>& segments, const std::vector<std::string>& texts) {
  std::vector<Segment> result;
  if (segments.size() == texts.size()) {
    for (std::size_t i = 0; i < texts.size(); ++i) result.push_back(with_text(segments[i], texts[i]));
    return result;
  }
  Segment whole = segments.front();
  for (std::size_t i = 1; i < segments.size(); ++i) whole = joined_segment(whole, segments[i]);
  std::string text;
  std::vector<std::size_t> begins;  // of each text in the whole
  for (const std::string& each : texts) {
    const std::string next = trimmed(each);
    if (next.empty()) continue;
    text += between(text, next);
    begins.push_back(text.size());
    text += next;
  }
  // A single text stays as it was typed.
  whole = with_text(std::move(whole), texts.size() == 1 ? texts.front() : text);
  for (std::size_t i = begins.size(); i-- > 1;) {
    auto [first, second] = split_segment(whole, begins[i]);
    result.insert(result.begin(), std::move(second));
    whole = std::move(first);
  }
  result.insert(result.begin(), std::move(whole));
  return result;
}

EdgeRoom edge_room(const std::vector<Segment>& segments, int row, SegmentEdge edge, double length_s) {
  const auto at = static_cast<std::size_t>(row);
  const Segment& segment = segments[at];
  if (edge == SegmentEdge::begin) {
    // Where two overlap already, neither goes further into the other.
    const double before_s = at > 0 ? std::min(segments[at - 1].end_s, segment.start_s) : 0.0;
    return {before_s, segment.end_s - least_segment_s};
  }
  double after_s = length_s > 0.0 ? std::max(length_s, segment.end_s) : segment.end_s;
  if (at + 1 < segments.size()) after_s = std::max(segments[at + 1].start_s, segment.end_s);
  return {segment.start_s + least_segment_s, after_s};
}

Segment with_edge(Segment segment, SegmentEdge edge, double seconds) {
  const bool begins = edge == SegmentEdge::begin;
  double& moved = begins ? segment.start_s : segment.end_s;
  if (!segment.words.empty()) {
    // The word at the edge goes along: subtitles begin with their first word.
    double& word = begins ? segment.words.front().start_s : segment.words.back().end_s;
    if (word == moved) word = seconds;
  }
  moved = seconds;
  for (TimedWord& word : segment.words) {
    const double start_s = std::clamp(word.start_s, segment.start_s, segment.end_s);
    const double end_s = std::clamp(word.end_s, segment.start_s, segment.end_s);
    if (start_s != word.start_s || end_s != word.end_s) word.estimated = true;
    word.start_s = start_s;
    word.end_s = end_s;
  }
  return segment;
}

}  // namespace tilescribe
