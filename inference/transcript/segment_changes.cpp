// SPDX-License-Identifier: Apache-2.0
// What changes of a segment's text leave of its tokens and of its words with times.
#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "inference/api/segment_edit.h"
#include "inference/transcript/text_pieces.h"

namespace tilescribe {
namespace {

using transcript::character_begin;
using transcript::character_count;
using transcript::have_times;
using transcript::is_blank_byte;
using transcript::is_continuation;
using transcript::text_pieces;
using transcript::TextPiece;

/// Whether a word goes on across this place.
bool inside_word(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size()) return false;
  const char before = text[character_begin(text, at - 1)];
  return !is_blank_byte(before) && !is_blank_byte(text[at]) && !begins_wide(before) && !begins_wide(text[at]);
}

/// What two texts have in common before and behind a change, in bytes.
struct Common {
  std::size_t before = 0;
  std::size_t behind = 0;
};

Common common_bytes(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  Common common;
  while (common.before < most && a[common.before] == b[common.before]) ++common.before;
  while (common.behind < most - common.before &&
         a[a.size() - 1 - common.behind] == b[b.size() - 1 - common.behind])
    ++common.behind;
  return common;
}

/// A stretch of a text and what has become of it. What lies between changes is the same in both texts.
struct Change {
  std::size_t begin = 0, end = 0;          // in the first text
  std::size_t new_begin = 0, new_end = 0;  // in the second
};
using Changes = std::vector<Change>;  // in order

/// Changes that begin and end where neither text is cut; those that meet are one.
template <class Cuts>
Changes widened(std::string_view a, std::string_view b, const Changes& changes, const Cuts& cuts) {
  Changes wide;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Change one = changes[i];
    const std::size_t least = wide.empty() ? 0 : wide.back().end;
    const std::size_t most = i + 1 < changes.size() ? changes[i + 1].begin : a.size();
    while (one.begin > least && (cuts(a, one.begin) || cuts(b, one.new_begin))) --one.begin, --one.new_begin;
    while (one.end < most && (cuts(a, one.end) || cuts(b, one.new_end))) ++one.end, ++one.new_end;
    if (!wide.empty() && one.begin == least) {
      wide.back().end = one.end;
      wide.back().new_end = one.new_end;
    } else {
      wide.push_back(one);
    }
  }
  return wide;
}

bool cuts_word(std::string_view text, std::size_t at) {
  return (at < text.size() && is_continuation(text[at])) || inside_word(text, at);
}

bool cuts_spaced_word(std::string_view text, std::size_t at) {
  return at > 0 && at < text.size() && !is_blank_byte(text[at - 1]) && !is_blank_byte(text[at]);
}

std::vector<Token> tokens_after(const Segment& segment, const std::string& text, const Changes& changes) {
  const std::vector<Token> tokens = tokens_of_text(segment);
  if (tokens.empty()) return {};
  std::vector<Token> result;
  std::size_t at = 0, done = 0;  // in the first text, and in the second
  std::size_t passed = 0;        // changes that lie before the token
  const auto type_until = [&](std::size_t end) {
    if (end > done)
      result.push_back({.id = typed_token, .bytes = text.substr(done, end - done), .probability = 1.0F});
  };
  for (const Token& token : tokens) {
    const std::size_t from = std::exchange(at, at + token.bytes.size());
    std::size_t visible = from;  // most tokens of words begin with a space
    while (visible < at && is_blank_byte(segment.text[visible])) ++visible;
    const std::size_t place = visible < at ? visible : from;
    while (passed < changes.size() && changes[passed].end <= place) ++passed;
    if (passed < changes.size() && changes[passed].begin < at) continue;
    const Change before = passed > 0 ? changes[passed - 1] : Change{};
    const std::size_t kept = std::max(from, before.end);
    type_until(kept - before.end + before.new_end);
    result.push_back(token);
    result.back().bytes.erase(0, kept - from);
    done = at - before.end + before.new_end;
  }
  type_until(text.size());
  return result;
}

/// Times for words that are new between two that stayed: what was there from word `first` to before `last`.
/// The same words at both ends keep theirs, and the others share the room.
void give_times(std::span<TimedWord> fresh, const Segment& segment, std::size_t first, std::size_t last) {
  const std::vector<TimedWord>& old = segment.words;
  while (!fresh.empty() && first < last && fresh.front().text == old[first].text) {
    fresh.front() = old[first++];
    fresh = fresh.subspan(1);
  }
  while (!fresh.empty() && first < last && fresh.back().text == old[last - 1].text) {
    fresh.back() = old[--last];
    fresh = fresh.first(fresh.size() - 1);
  }
  double total = 0.0;
  for (const TimedWord& word : fresh) total += character_count(word.text);
  double time = first > 0 ? old[first - 1].end_s : segment.start_s;
  double until = segment.end_s;
  if (last < old.size()) {
    until = old[last].start_s;
    time = std::min(time, until);  // they may overlap
  }
  const double room = std::max(0.0, until - time);
  until = time + room;
  for (TimedWord& word : fresh) {
    word.start_s = time;
    time = std::min(until, time + room * character_count(word.text) / total);  // no rounding goes beyond
    word.end_s = time;
  }
}

std::vector<TimedWord> words_after(const Segment& segment, const std::string& text, const Changes& changes) {
  const std::vector<TextPiece> old = text_pieces(segment.text);
  if (!have_times(old, segment)) return {};
  std::vector<TimedWord> words;
  std::size_t passed = 0;           // changes that lie before the word
  std::size_t fresh = 0, next = 0;  // behind the last word that stayed: of the words, and of the old ones
  const auto close = [&](std::size_t last) {
    give_times(std::span(words).subspan(fresh), segment, next, last);
  };
  for (const TextPiece& piece : text_pieces(text)) {
    while (passed < changes.size() && changes[passed].new_end <= piece.begin) ++passed;
    const bool stays = passed == changes.size() || piece.end <= changes[passed].new_begin;
    if (stays) {
      const Change before = passed > 0 ? changes[passed - 1] : Change{};
      const std::size_t begin = piece.begin - before.new_end + before.end;
      std::size_t same = next;
      while (same + 1 < old.size() && old[same].begin < begin) ++same;
      close(same);
      words.push_back(segment.words[same]);
      fresh = words.size();
      next = same + 1;
    } else {
      words.push_back({.text = text.substr(piece.begin, piece.end - piece.begin)});
    }
  }
  close(old.size());
  return words;
}

/// The segment with another text, which differs in these changes.
Segment changed(Segment segment, std::string text, const Changes& changes) {
  segment.tokens = tokens_after(segment, text, widened(segment.text, text, changes, cuts_word));
  segment.words = words_after(segment, text, widened(segment.text, text, changes, cuts_spaced_word));
  segment.text = std::move(text);
  return segment;
}

}  // namespace

Segment with_text(Segment segment, const std::string& text) {
  if (text == segment.text) return segment;
  const Common common = common_bytes(segment.text, text);
  const Change change{common.before, segment.text.size() - common.behind, common.before,
                      text.size() - common.behind};
  return changed(std::move(segment), text, {change});
}

std::string with_edits(const std::string& text, const std::vector<TextEdit>& edits) {
  std::string result;
  std::size_t done = 0;
  for (const TextEdit& edit : edits) {
    result.append(text, done, edit.begin - done);
    result += edit.with;
    done = edit.end();
  }
  return result.append(text, done);
}

Segment with_edits(Segment segment, const std::vector<TextEdit>& edits) {
  std::string text = with_edits(segment.text, edits);
  if (text == segment.text) return segment;
  Changes changes;
  changes.reserve(edits.size());
  for (const TextEdit& edit : edits) {
    const Change last = changes.empty() ? Change{} : changes.back();
    const std::size_t begin = edit.begin - last.end + last.new_end;
    const Common same =
        common_bytes(std::string_view(segment.text).substr(edit.begin, edit.length), edit.with);
    changes.push_back({edit.begin + same.before, edit.end() - same.behind, begin + same.before,
                       begin + edit.with.size() - same.behind});
  }
  return changed(std::move(segment), std::move(text), changes);
}

}  // namespace tilescribe
