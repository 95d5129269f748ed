// SPDX-License-Identifier: Apache-2.0
#include "inference/search/letter_prefix.h"

#include <algorithm>
#include <limits>

namespace tilescribe::search {
namespace {

using align::LetterScores;

constexpr float never = -std::numeric_limits<float>::infinity();
// Log probabilities.
constexpr float unlikely = 80.0f;    // ways so far below the best are forgotten
constexpr float impossible = -8.0f;  // of a symbol in a frame, at least, below the frame's best
constexpr float any_letter = -2.0f;  // of a letter that is not known, below the frame's best letter
constexpr float no_frame = -20.0f;   // of a letter for which no frame is left

}  // namespace

HeardLetters::HeardLetters(const align::LetterScores& scores)
    : frames_(scores.frames()), values_(frames_ * stride) {
  for (std::size_t t = 0; t < frames_; ++t) {
    const std::span<const float> frame = scores.frame(t);
    const float best = *std::ranges::max_element(frame);
    float* const to = values_.data() + t * stride;
    std::ranges::transform(frame, to, [best](float value) { return std::max(value - best, impossible); });
    to[any] = *std::max_element(to, to + LetterScores::silence) + any_letter;
    to[LetterScores::silence] =
        std::max(to[LetterScores::silence], to[any]);  // speech that is not in the text
  }
}

LetterPrefix::LetterPrefix(const HeardLetters& heard) : heard_(&heard) {}

const LetterPrefix::Ways& LetterPrefix::nothing() {
  static const Ways none;
  return none;
}

float LetterPrefix::Ways::at(std::size_t frame) const {
  return frame >= first && frame - first < scores.size() ? scores[frame - first] : never;
}

// Ways that have been in silence for at least one frame since they left `ways`.
LetterPrefix::Ways LetterPrefix::silence_after(const HeardLetters& heard, const Ways& ways, bool from_begin) {
  Ways silent{.first = from_begin ? 0 : ways.first + 1, .scores = {}};
  float score = from_begin ? 0.0f : never, best = never;
  for (std::size_t t = silent.first; t < heard.frames(); ++t) {
    if (!from_begin) score = std::max(score, ways.at(t - 1));
    score += heard.at(t, LetterScores::silence);
    best = std::max(best, score);
    if (score < best - unlikely && t >= ways.first + ways.scores.size()) break;
    silent.scores.push_back(score);
  }
  return silent;
}

void LetterPrefix::say(std::size_t letter) {
  const bool from_begin = letter_ == nullptr;
  const Ways& before = from_begin ? nothing() : *letter_;
  const Ways silent = between_words_ ? silence_after(*heard_, before, from_begin) : Ways{};
  between_words_ = false;

  const std::size_t first = from_begin ? 0 : before.first + 1;
  const std::size_t last_entry =
      std::max(before.first + before.scores.size(), silent.first + silent.scores.size());
  Ways ways{.first = first, .scores = {}};
  float entered = never, score = never, best = never;
  for (std::size_t t = first; t < heard_->frames(); ++t) {
    const float fit = heard_->at(t, letter);
    float enters = from_begin && t == 0 ? 0.0f : never;
    if (t > 0) enters = std::max({enters, before.at(t - 1), silent.at(t - 1)});
    entered = std::max(entered, enters + fit);
    score = std::max(score, enters) + fit;
    best = std::max(best, score);
    if (score < best - unlikely && t > last_entry) break;
    ways.scores.push_back(score);
  }
  if (entered < score_ - missed_ - unlikely || ways.scores.empty()) {  // there is no such letter
    missed_ += no_frame;
    score_ += no_frame;
    return;
  }
  // What is far below the best at both ends is forgotten.
  const auto likely = [&](float value) { return value >= best - unlikely; };
  const auto begin = std::ranges::find_if(ways.scores, likely);
  ways.first += static_cast<std::size_t>(begin - ways.scores.begin());
  ways.scores.erase(ways.scores.begin(), begin);
  while (!ways.scores.empty() && !likely(ways.scores.back())) ways.scores.pop_back();
  score_ = entered + missed_;
  letter_ = std::make_shared<const Ways>(std::move(ways));
}

float LetterPrefix::whole() const {
  if (heard_->frames() == 0) return score_;
  const bool from_begin = letter_ == nullptr;
  const Ways& before = from_begin ? nothing() : *letter_;
  float silent = from_begin ? 0.0f : never;
  for (std::size_t t = from_begin ? 0 : before.first + 1; t < heard_->frames(); ++t) {
    if (!from_begin) silent = std::max(silent, before.at(t - 1));
    silent += heard_->at(t, LetterScores::silence);
  }
  return std::max(before.at(heard_->frames() - 1), silent) + missed_;
}

}  // namespace tilescribe::search
