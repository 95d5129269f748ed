// SPDX-License-Identifier: Apache-2.0
#include "inference/align/best_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/core/error.h"

namespace tilescribe::align {
namespace {

constexpr float never = -std::numeric_limits<float>::infinity();

// Natural logarithms, per frame. Speech between the words costs this much more than its best letter; so does
// a word of unknown letters, which is certain to be there.
constexpr float other_speech = -2.0f;
constexpr float unknown_word = -1.0f;

// Ways that fall further behind the best one are given up. If the last word is not reached, the search begins
// again with more.
constexpr float first_beam = 1000.0f, widest_beam = 64000.0f;
constexpr std::size_t most_steps = std::size_t{1} << 29U;  // that a search keeps, a byte each

std::ptrdiff_t signed_at(std::size_t at) {
  return static_cast<std::ptrdiff_t>(at);
}

constexpr std::uint8_t between = LetterScores::silence, unknown = LetterScores::symbols;

// The states of the search, in order: between words, the letters of the first word, between words …
struct Chain {
  std::vector<std::uint8_t> symbols;       // of each state
  std::vector<bool> begins_word;           // whether a state is a word's first
  std::vector<std::size_t> first_of_word;  // of each word, its first state
  std::vector<std::size_t> behind_word;    // of each word, the state behind its last

  explicit Chain(std::span<const SpelledWord> words) {
    add(between, false);
    for (const SpelledWord& word : words) {
      first_of_word.push_back(symbols.size());
      if (word.letters.empty()) add(unknown, true);
      for (std::size_t i = 0; i < word.letters.size(); ++i) {
        add(static_cast<std::uint8_t>(word.letters[i] - 'a'), i == 0);
      }
      behind_word.push_back(symbols.size());
      add(between, false);
    }
  }
  std::size_t size() const { return symbols.size(); }

 private:
  void add(std::uint8_t symbol, bool begins) {
    symbols.push_back(symbol);
    begins_word.push_back(begins);
  }
};

// A frame's scores of all symbols, with those of the two that stand for several.
std::array<float, LetterScores::symbols + 1> frame_scores(std::span<const float> frame) {
  std::array<float, LetterScores::symbols + 1> scores{};
  std::ranges::copy(frame, scores.begin());
  const float letter = *std::max_element(frame.begin(), frame.begin() + LetterScores::silence);
  scores[between] = std::max(scores[between], letter + other_speech);
  scores[unknown] = letter + unknown_word;
  return scores;
}

// The states that a frame may be in, by the words' limits: [first, end). Both ascend with time.
class Limits {
 public:
  Limits(const Chain& chain, std::span<const SpelledWord> words) : chain_(chain) {
    double earliest = 0.0, latest = std::numeric_limits<double>::infinity();
    for (const SpelledWord& word : words) earliest_.push_back(earliest = std::max(earliest, word.earliest_s));
    latest_.resize(words.size());
    for (std::size_t i = words.size(); i-- > 0;) latest_[i] = latest = std::min(latest, words[i].latest_s);
  }
  void advance(double time_s) {
    while (over_ < latest_.size() && latest_[over_] < time_s) ++over_;
    while (open_ < earliest_.size() && earliest_[open_] <= time_s) ++open_;
  }
  std::size_t first() const { return over_ == 0 ? 0 : chain_.behind_word[over_ - 1]; }
  std::size_t end() const { return open_ == 0 ? 1 : chain_.behind_word[open_ - 1] + 1; }

 private:
  const Chain& chain_;
  std::vector<double> earliest_, latest_;
  std::size_t over_ = 0, open_ = 0;  // words that must have ended, and that may have begun
};

// How the states that were kept in each frame were reached: 0 from the same state, 1 or 2 from one or two
// states earlier.
class Steps {
 public:
  void add(std::size_t first_state, std::span<const std::uint8_t> steps) {
    frames_.push_back({first_state, steps_.size()});
    steps_.insert(steps_.end(), steps.begin(), steps.end());
  }
  std::size_t count() const { return steps_.size(); }
  /// The states of all frames on the way that ends in `state`.
  std::vector<std::size_t> way_to(std::size_t state) const {
    std::vector<std::size_t> path(frames_.size());
    for (std::size_t t = path.size(); t-- > 0;) {
      path[t] = state;
      state -= steps_[frames_[t].at + state - frames_[t].first_state];
    }
    return path;
  }

 private:
  struct Frame {
    std::size_t first_state, at;
  };
  std::vector<Frame> frames_;
  std::vector<std::uint8_t> steps_;
};

// The states of all frames on the best way; empty if the beam lost it, the limits allow none, or too many
// ways are equally bad.
std::vector<std::size_t> search(const LetterScores& scores, const Chain& chain,
                                std::span<const SpelledWord> words, float beam, const std::stop_token& stop) {
  std::vector<float> best(chain.size(), never);  // of ways that end in a state, below the frame's best
  std::vector<std::uint8_t> steps;
  Steps kept;
  Limits limits(chain, words);
  std::size_t low = 0, high = 1;  // only states in [low, high) hold a way
  best[0] = 0.0f;                 // before the first frame, which may stay here or begin the first word
  for (std::size_t t = 0; t < scores.frames(); ++t) {
    if (stop.stop_requested()) throw Cancelled();
    if (kept.count() > most_steps) return {};
    limits.advance(scores.seconds[t]);
    const auto symbol_scores = frame_scores(scores.frame(t));
    std::size_t first = std::max(low, limits.first()), end = std::min(high + 2, limits.end());
    std::fill(best.begin() + signed_at(std::max(end, low)), best.begin() + signed_at(std::max(high, end)),
              never);
    if (first >= end) return {};
    steps.assign(end - first, 0);
    float most = never;
    for (std::size_t s = end; s-- > first;) {
      float score = best[s];
      std::uint8_t& step = steps[s - first];
      if (s >= 1 && best[s - 1] > score) score = best[s - 1], step = 1;
      if (s >= 2 && chain.begins_word[s] && best[s - 2] > score) score = best[s - 2], step = 2;
      best[s] = score + symbol_scores[chain.symbols[s]];
      most = std::max(most, best[s]);
    }
    if (most == never) return {};
    const std::size_t computed = first;
    while (best[first] < most - beam) ++first;
    while (best[end - 1] < most - beam) best[--end] = never;
    std::fill(best.begin() + signed_at(low), best.begin() + signed_at(first), never);
    for (std::size_t s = first; s < end; ++s) best[s] -= most;
    kept.add(first, std::span(steps).subspan(first - computed, end - first));
    low = first, high = end;
  }
  const std::size_t last = chain.size() - 1;
  const std::size_t state = best[last] >= best[last - 1] ? last : last - 1;
  if (best[state] == never) return {};
  return kept.way_to(state);
}

}  // namespace

std::vector<WordFrames> best_path(const LetterScores& scores, std::span<const SpelledWord> words,
                                  const std::stop_token& stop) {
  std::size_t letters = 0;
  for (const SpelledWord& word : words) letters += std::max<std::size_t>(word.letters.size(), 1);
  if (words.empty() || letters > scores.frames()) return {};
  const Chain chain(words);
  std::vector<std::size_t> path;
  for (float beam = first_beam; path.empty() && beam <= widest_beam; beam *= 4.0f) {
    path = search(scores, chain, words, beam, stop);
  }
  if (path.empty()) return {};
  std::vector<WordFrames> found(words.size());
  std::size_t t = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    while (path[t] < chain.first_of_word[i]) ++t;
    found[i].first = t;
    float sum = 0.0f;
    for (; t < path.size() && path[t] < chain.behind_word[i]; ++t) {
      sum += frame_scores(scores.frame(t))[chain.symbols[path[t]]];
    }
    found[i].last = t - 1;
    found[i].probability = std::exp(sum / static_cast<float>(t - found[i].first));
  }
  return found;
}

}  // namespace tilescribe::align
