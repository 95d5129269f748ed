// SPDX-License-Identifier: Apache-2.0
#include "inference/search/hypothesis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescribe::search {
namespace {

bool is_letter(char byte) {
  return byte >= 'a' && byte <= 'z';
}

// Whether a byte is part of a word. Those of characters beyond ASCII are, since most of them are letters.
bool in_word(char byte) {
  return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '\'' ||
         static_cast<signed char>(byte) < 0;
}

// Without apostrophes around it.
std::string_view trimmed(std::string_view word) {
  const std::size_t first = word.find_first_not_of('\''), last = word.find_last_not_of('\'');
  return first == std::string_view::npos ? std::string_view() : word.substr(first, last - first + 1);
}

// Titles as they are said, and as the n-gram has them.
struct Title {
  std::string_view written, said;
};
constexpr std::array titles = {
    Title{"mr", "mister"},        Title{"mrs", "missus"},   Title{"dr", "doctor"},     Title{"st", "saint"},
    Title{"messrs", "messieurs"}, Title{"capt", "captain"}, Title{"prof", "professor"}};

std::string_view said(std::string_view word) {
  const auto title = std::ranges::find(titles, word, &Title::written);
  return title == titles.end() ? word : title->said;
}

// Whether a full stop behind the word ends no sentence: "Mr.", "A. B.", "3.5".
bool is_abbreviation(std::string_view word) {
  constexpr std::array<std::string_view, 14> known = {"mr", "mrs",  "dr",  "ms",  "st",  "messrs", "esq",
                                                      "jr", "capt", "col", "gen", "rev", "hon",    "prof"};
  return word.size() == 1 || std::ranges::find(known, word) != known.end();
}

// Whether a byte is not the first of its character.
bool goes_on(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U;
}

}  // namespace

Hypothesis::Hypothesis(const WordNgram& words, const HeardLetters& heard) : ngram_(&words), letters_(heard) {}

void Hypothesis::say(std::int32_t id, float log_probability, std::string_view bytes) {
  tokens_.push_back({id, std::exp(log_probability)});
  model_ += log_probability;
  for (const char byte : bytes)
    spell(byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte);
  const std::string_view begun = trimmed(word_);
  const SearchWeights& weights = ngram_->weights();
  begun_ = begun.empty() ? 0.0 : weights.word + weights.ngram * ngram_->begin(context_, begun);
}

void Hypothesis::spell(char byte) {
  if (!in_word(byte)) {
    const bool stops = byte == '?' || byte == '!' || (byte == '.' && !is_abbreviation(word_));
    end_word();
    begins_word_ = begins_word_ || byte != '-';
    if (stops) context_ = {};
    return;
  }
  word_ += byte;
  if (byte == '\'' || goes_on(byte)) return;
  if (begins_word_) letters_.begin_word();
  const bool again = !begins_word_ && is_letter(byte) && byte == last_letter_;  // a run is heard as one
  begins_word_ = false;
  last_letter_ = byte;
  if (!again) letters_.say(is_letter(byte) ? static_cast<std::size_t>(byte - 'a') : HeardLetters::any);
}

void Hypothesis::end_word() {
  const std::string_view word = trimmed(word_);
  const SearchWeights& weights = ngram_->weights();
  if (!word.empty()) words_ += weights.word + weights.ngram * ngram_->say(context_, said(word));
  word_.clear();
  begun_ = 0.0;
}

void Hypothesis::end(float log_probability) {
  model_ += log_probability;
  end_word();
  ending_ = letters_.whole() - letters_.score();
}

double Hypothesis::score() const {
  const double heard = letters_.score() + ending_;
  return model_ + words_ + begun_ + static_cast<double>(ngram_->weights().letters) * heard;
}

std::vector<std::int32_t> Hypothesis::ids() const {
  std::vector<std::int32_t> ids(tokens_.size());
  std::ranges::transform(tokens_, ids.begin(), &generate::GeneratedToken::id);
  return ids;
}

}  // namespace tilescribe::search
