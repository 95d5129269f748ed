// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/segmenter.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string_view>

#include "inference/api/spacing.h"

namespace tilescribe {
namespace {

using transcript::align_words;
using transcript::Mark;
using transcript::TimeSpan;
using transcript::Word;
using transcript::words_of;

constexpr double shortest_pause_s = 0.12;  // shorter silences are part of stop consonants
constexpr double cut_tolerance_s = 0.5;    // voice this close to both cuts fills the window

// The voiced spans inside the window, in order, joined if the silence between them is too short for a pause.
std::vector<TimeSpan> clean_spans(const WindowText& window) {
  std::vector<std::pair<double, double>> sorted = window.voiced_s;
  std::sort(sorted.begin(), sorted.end());
  std::vector<TimeSpan> spans;
  for (const auto& [begin, end] : sorted) {
    const TimeSpan span{std::max(begin, window.start_s), std::min(end, window.end_s)};
    if (!(span.length_s() > 0.0)) continue;
    if (!spans.empty() && span.begin_s - spans.back().end_s < shortest_pause_s) {
      spans.back().end_s = std::max(spans.back().end_s, span.end_s);
    } else {
      spans.push_back(span);
    }
  }
  if (spans.empty()) spans.push_back({window.start_s, std::max(window.start_s, window.end_s)});
  return spans;
}

using Range = std::pair<std::size_t, std::size_t>;  // of words, half open

std::vector<Range> sentences_of(const std::vector<Word>& words) {
  std::vector<Range> sentences;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].mark != Mark::sentence && i + 1 != words.size()) continue;
    sentences.emplace_back(begin, i + 1);
    begin = i + 1;
  }
  return sentences;
}

// Divides a sentence into a few pieces of similar length, at most longest_segment_s each, preferably cut at
// clause marks and pauses. A single longer word stays whole.
std::vector<Range> pieces_of(Range sentence, const std::vector<Word>& words,
                             const std::vector<TimeSpan>& times) {
  const auto [begin, end] = sentence;
  const auto cut_cost = [&](std::size_t at) {
    const double mark = words[at - 1].mark == Mark::none ? 2.0 : 0.0;
    const double pause_s = times[at].begin_s - times[at - 1].end_s;
    return 1.0 + mark - 1.5 * std::min(pause_s, 1.0);
  };
  constexpr std::size_t most_words = 1000;  // nobody says more of them in a piece
  std::vector<double> best(end - begin + 1, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> from(end - begin + 1, begin);
  best[0] = 0.0;
  for (std::size_t i = begin + 1; i <= end; ++i) {
    for (std::size_t k = i; k-- > begin;) {
      const double share = (times[i - 1].end_s - times[k].begin_s) / longest_segment_s;
      if ((share > 1.0 || i - k > most_words) && k + 1 != i) break;
      const double cost = best[k - begin] + share * share + (k > begin ? cut_cost(k) : 0.0);
      if (cost < best[i - begin]) best[i - begin] = cost, from[i - begin] = k;
    }
  }
  std::vector<Range> pieces;
  for (std::size_t i = end; i > begin; i = from[i - begin]) pieces.emplace_back(from[i - begin], i);
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

bool is_ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Puts each token into the segment with its first visible byte.
void distribute_tokens(const WindowText& window, std::vector<Segment>& segments) {
  std::vector<std::size_t> begins;  // of each segment's text in the window's
  for (const Segment& segment : segments) {
    const std::size_t from = begins.empty() ? 0 : begins.back() + segments[begins.size() - 1].text.size();
    begins.push_back(window.text.find(segment.text, from));
  }
  const std::vector<std::size_t> places = places_in_text(window);
  std::size_t segment = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != std::string::npos) {
      while (segment + 1 < begins.size() && begins[segment + 1] <= places[i]) ++segment;
    }
    segments[segment].tokens.push_back(window.tokens[i]);
  }
}

// Gives each segment its words. Together the segments have all of the window's.
void distribute_words(const WindowText& window, const std::vector<Word>& words,
                      std::vector<Segment>& segments) {
  std::size_t next = 0;
  for (Segment& segment : segments) {
    segment.estimated = false;
    const std::size_t count = words_of(segment.text).size();
    for (const std::size_t end = next + count; next < end; ++next) {
      const Word& word = words[next];
      if (word.weight < 1.0) continue;  // punctuation alone is not spoken
      segment.words.push_back(window.words[next]);
      segment.words.back().text = window.text.substr(word.begin, word.end - word.begin);
    }
  }
}

}  // namespace

std::vector<std::size_t> places_in_text(const WindowText& window) {
  std::string bytes;
  for (const Token& token : window.tokens) bytes += token.bytes;
  const std::size_t offset = bytes.find(window.text);
  std::vector<std::size_t> places(window.tokens.size(), std::string::npos);
  std::size_t at = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string& token = window.tokens[i].bytes;
    const auto visible = std::find_if_not(token.begin(), token.end(), is_ascii_space);
    if (visible != token.end()) {
      const std::size_t first = at + static_cast<std::size_t>(visible - token.begin());
      places[i] = offset != std::string::npos ? first - std::min(first, offset)
                                              : first * window.text.size() / bytes.size();
    }
    at += token.size();
  }
  return places;
}

std::vector<Segment> segments_of_timed_text(const std::string& text, const std::vector<Word>& words,
                                            const std::vector<TimeSpan>& times) {
  std::vector<Segment> segments;
  for (const Range& sentence : sentences_of(words)) {
    for (const auto& [first, last] : pieces_of(sentence, words, times)) {
      const double begin_s = times[first].begin_s;
      const std::size_t at = words[first].begin;
      segments.push_back({.start_s = begin_s,
                          .end_s = std::min(times[last - 1].end_s, begin_s + longest_segment_s),
                          .text = text.substr(at, words[last - 1].end - at)});
    }
  }
  return segments;
}

std::vector<Segment> segments_of_window(const WindowText& window) {
  const std::vector<Word> words = words_of(window.text);
  if (words.empty()) return {};
  const std::vector<TimeSpan> voiced = clean_spans(window);
  const bool timed = window.words.size() == words.size();
  std::vector<TimeSpan> times;
  times.reserve(window.words.size());
  for (const TimedWord& word : window.words) times.push_back({word.start_s, word.end_s});
  std::vector<Segment> segments =
      segments_of_timed_text(window.text, words, timed ? times : align_words(words, voiced));
  for (Segment& segment : segments) segment.window = window.window;
  if (timed) distribute_words(window, words, segments);

  const bool fills_window = voiced.front().begin_s - window.start_s <= cut_tolerance_s &&
                            window.end_s - voiced.back().end_s <= cut_tolerance_s;
  if (!timed && segments.size() == 1 && fills_window && window.end_s - window.start_s <= longest_segment_s) {
    segments[0].start_s = window.start_s;
    segments[0].end_s = window.end_s;
    segments[0].estimated = false;
  }
  if (window.looped) {
    for (auto segment = segments.rbegin();
         segment != segments.rend() && segment->text == segments.back().text; ++segment) {
      segment->looped = true;
    }
  }
  distribute_tokens(window, segments);
  return segments;
}

std::string Transcript::text() const {
  JoinedText all;
  for (const Segment& segment : segments) all.add(segment.text);
  return std::move(all).take();
}

}  // namespace tilescribe
