// SPDX-License-Identifier: Apache-2.0
#include "inference/align/attention_times.h"

#include <algorithm>
#include <cmath>

#include "inference/align/attention_path.h"
#include "inference/transcript/words.h"

namespace tilescribe::align {
namespace {

using transcript::Word;

constexpr double frame_s = 0.08;
// A model listens to the middle of a token's sound. Measured with the demo model against its letter model.
constexpr double lead_s = 0.11, tail_s = 0.085;
constexpr double longest_token_s = 0.5;  // of several words
constexpr std::size_t least_tokens = 8;  // for a choice that is kept
constexpr int windows_between_choices = 8;

// Which token says a byte of the text, and when it is heard, in seconds from the window's start.
class Places {
 public:
  Places(const WindowText& window, std::span<const double> frames) : bytes_(places_in_text(window)) {
    for (const double frame : frames) seconds_.push_back(frame * frame_s);
  }

  /// Bytes are asked in ascending order.
  std::size_t token_of(std::size_t byte) {
    for (std::size_t i = token_ + 1; i < bytes_.size() && (bytes_[i] == none || bytes_[i] <= byte); ++i) {
      if (bytes_[i] != none) token_ = i;
    }
    return token_;
  }
  double seconds(std::size_t token) const { return seconds_[token]; }

  /// Of a word's first byte. Several words of one token share the time until the next one.
  double seconds_of(std::size_t byte) {
    const std::size_t token = token_of(byte), begin = bytes_[token];
    std::size_t next = token + 1;
    while (next < bytes_.size() && bytes_[next] == none) ++next;
    if (byte <= begin || next == bytes_.size()) return seconds_[token];
    const double share = static_cast<double>(byte - begin) / static_cast<double>(bytes_[next] - begin);
    return seconds_[token] + share * std::min(seconds_[next] - seconds_[token], longest_token_s);
  }

 private:
  static constexpr std::size_t none = std::string::npos;

  std::vector<std::size_t> bytes_;
  std::vector<double> seconds_;
  std::size_t token_ = 0;
};

float probability_of(const WindowText& window, std::size_t first, std::size_t last) {
  double sum = 0.0;
  for (std::size_t i = first; i <= last; ++i) sum += std::log(std::max(window.tokens[i].probability, 1e-9f));
  return static_cast<float>(std::exp(sum / static_cast<double>(last - first + 1)));
}

std::vector<TimedWord> timed_words(const WindowText& window, std::span<const double> frames) {
  const std::vector<Word> words = transcript::words_of(window.text);
  Places places(window, frames);
  std::vector<TimedWord> timed(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const double begins_s = places.seconds_of(words[i].begin);
    const std::size_t first = places.token_of(words[i].begin), last = places.token_of(words[i].end - 1);
    double ends_s = std::max(begins_s, places.seconds(last));
    // The next word may begin in the same token.
    if (i + 1 < words.size() && places.token_of(words[i + 1].begin) == last)
      ends_s = places.seconds_of(words[i + 1].begin) - tail_s;
    timed[i] = {.text = {},
                .start_s = window.start_s + begins_s - lead_s,
                .end_s = window.start_s + ends_s + tail_s,
                .probability = probability_of(window, first, last),
                .estimated = false};
  }
  // Where two words overlap, the border is in the middle.
  for (std::size_t i = 0; i + 1 < timed.size(); ++i) {
    if (timed[i].end_s > timed[i + 1].start_s)
      timed[i].end_s = timed[i + 1].start_s = (timed[i].end_s + timed[i + 1].start_s) / 2.0;
  }
  double end_s = window.start_s;
  for (TimedWord& word : timed) {
    word.start_s = std::clamp(word.start_s, end_s, std::max(end_s, window.end_s));
    word.end_s = std::clamp(word.end_s, word.start_s, std::max(word.start_s, window.end_s));
    end_s = word.end_s;
  }
  return timed;
}

}  // namespace

std::vector<layers::HeadPlace> AttentionTimes::wanted() const {
  if (!chosen_.empty() || pass_over_ > 0) return chosen_;
  std::vector<layers::HeadPlace> all;
  for (std::int32_t layer = 0; layer < layers_; ++layer) {
    for (std::int32_t head = 0; head < heads_; ++head) all.push_back({layer, head});
  }
  return all;
}

void AttentionTimes::add_words(WindowText& window, std::span<const layers::HeadPlace> asked,
                               std::span<const float> attention) {
  window.words.clear();
  if (asked.empty()) {
    pass_over_ = std::max(pass_over_ - 1, 0);
    return;
  }
  const std::size_t tokens = window.tokens.size();
  const AttentionWeights weights{asked.size(), tokens, attention.size() / (asked.size() * tokens), attention};
  const std::vector<double> closely = following(weights);
  const std::vector<std::size_t> heads = following_heads(closely);
  const double best = *std::ranges::max_element(closely);
  if (tokens >= least_tokens) {
    if (chosen_.empty() && heads.empty()) pass_over_ = windows_between_choices;
    if (chosen_.empty() && !heads.empty()) {
      for (const std::size_t head : heads) chosen_.push_back(asked[head]);
      following_ = best;
    } else if (best < following_ / 2.0) {
      chosen_.clear();  // anew in the next window
    }
  }
  if (!heads.empty()) window.words = timed_words(window, token_places(weights, heads));
}

}  // namespace tilescribe::align
