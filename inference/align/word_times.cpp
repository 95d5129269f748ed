// SPDX-License-Identifier: Apache-2.0
#include "inference/align/word_times.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inference/align/spelling.h"
#include "inference/transcript/segmenter.h"
#include "inference/transcript/words.h"
#include "kernels/core/error.h"

namespace tilescribe::align {
namespace {

using transcript::TimeSpan;
using transcript::Word;

constexpr double half_frame_s = 0.01;
constexpr float least_probability = 0.02f;  // below it a word was probably not said

bool is_spoken(const Word& word) {
  return word.weight >= 1.0;  // punctuation alone is not
}

bool has_times(const Segment& segment) {
  return segment.end_s > segment.start_s;
}

// The spoken words of a segment.
std::vector<std::string> spoken_words(const std::string& text) {
  std::vector<std::string> words;
  for (const Word& word : transcript::words_of(text)) {
    if (is_spoken(word)) words.push_back(text.substr(word.begin, word.end - word.begin));
  }
  return words;
}

std::vector<SpelledWord> spelled(const std::vector<Segment>& segments, double reach_s) {
  std::vector<SpelledWord> words;
  for (const Segment& segment : segments) {
    for (const std::string& word : spoken_words(segment.text)) {
      SpelledWord& next = words.emplace_back();
      next.letters = spoken_letters(word);
      if (has_times(segment)) {
        next.earliest_s = segment.start_s - reach_s;
        next.latest_s = segment.end_s + reach_s;
      }
    }
  }
  return words;
}

std::vector<SpelledWord> without_limits(std::vector<SpelledWord> words) {
  for (SpelledWord& word : words) word = {.letters = std::move(word.letters)};
  return words;
}

std::vector<TimedWord> timed(std::span<const WordFrames> found, std::span<const SpelledWord> words,
                             const LetterScores& scores, Lateness late) {
  std::vector<TimedWord> times(found.size());
  double end_before_s = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double begin_s = scores.seconds[found[i].first], end_s = scores.seconds[found[i].last];
    TimedWord& word = times[i];
    word.start_s = std::max(begin_s - half_frame_s - late.starts_s, end_before_s);
    word.end_s = std::max(end_s + half_frame_s - late.ends_s, word.start_s);
    word.probability = found[i].probability;
    word.estimated = words[i].letters.empty() || found[i].probability < least_probability;
    end_before_s = word.end_s;
  }
  return times;
}

// `times` of the spoken words → of all. Words that are not spoken end with the one before.
std::vector<TimedWord> of_all(const std::vector<Word>& words, std::span<const TimedWord> times) {
  std::vector<TimedWord> all;
  std::size_t next = 0;
  for (const Word& word : words) {
    if (is_spoken(word)) {
      all.push_back(times[next++]);
    } else {
      const double at_s = all.empty() ? times.front().start_s : all.back().end_s;
      all.push_back({.text = {}, .start_s = at_s, .end_s = at_s});
    }
  }
  return all;
}

// Divides a text that had no times, by those of its words.
std::vector<Segment> divided(const std::string& text, std::span<const TimedWord> times) {
  const std::vector<Word> words = transcript::words_of(text);
  std::vector<TimeSpan> spans;
  for (const TimedWord& word : of_all(words, times)) spans.push_back({word.start_s, word.end_s});
  return segments_of_timed_text(text, words, spans);
}

}  // namespace

std::vector<TimedWord> times_of_words(const std::string& text, const LetterScores& scores, Lateness late,
                                      const std::stop_token& stop) {
  std::vector<SpelledWord> words;
  for (const std::string& word : spoken_words(text)) words.push_back({.letters = spoken_letters(word)});
  const std::vector<WordFrames> found = best_path(scores, words, stop);
  if (found.empty()) return {};
  return of_all(transcript::words_of(text), timed(found, words, scores, late));
}

void add_word_times(Transcript& transcript, const LetterScores& scores, Lateness late,
                    const std::stop_token& stop, double reach_s) {
  std::vector<SpelledWord> words = spelled(transcript.segments, reach_s);
  if (words.empty()) return;
  std::vector<WordFrames> found = best_path(scores, words, stop);
  if (found.empty() && std::ranges::any_of(transcript.segments, has_times))
    found = best_path(scores, words = without_limits(std::move(words)), stop);
  if (found.empty()) {
    throw Error("The text should be what is said in the audio, but its {1} word(s) were not found in {2} s.",
                words.size(), Real{scores.seconds.empty() ? 0.0 : scores.seconds.back(), 1});
  }
  const std::vector<TimedWord> times = timed(found, words, scores, late);

  std::vector<Segment>& segments = transcript.segments;
  if (segments.size() == 1 && !has_times(segments.front())) {
    std::vector<Token> tokens = std::move(segments.front().tokens);
    segments = divided(segments.front().text, times);
    segments.front().tokens = std::move(tokens);
  }
  std::size_t next = 0;
  for (Segment& segment : segments) {
    segment.words.clear();
    for (std::string& text : spoken_words(segment.text)) {
      segment.words.push_back(times[next++]);
      segment.words.back().text = std::move(text);
    }
    if (segment.words.empty()) continue;
    segment.start_s = segment.words.front().start_s;
    segment.end_s = segment.words.back().end_s;
    segment.estimated = segment.words.front().estimated || segment.words.back().estimated;
  }
}

}  // namespace tilescribe::align
