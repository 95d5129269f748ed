// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inference/api/model_folder.h"

namespace tilescribe::search {

/// What a hypothesis gets beside the model's own log probability, and how many are followed at once. All are
/// natural logarithms.
struct SearchWeights {
  float letters = 0.0f;  // of a LetterPrefix's score
  float word = 0.0f;     // for each word
  float ngram = 0.0f;    // of a word's log probability
  float unknown = 0.0f;  // taken off an unknown word's: all unknown words share one probability
  std::int64_t beam = 1;
};

/// Which word follows the two before it: a trigram of words with back-off (Katz 1987), from a side file
/// beside the checkpoint. resources/models/demo's MODEL_CARD.md describes the file. Immutable.
class WordNgram {
 public:
  static constexpr const char* file_name = words_file;

  /// Throws Error if the file can't be read or is not what it should be.
  explicit WordNgram(const std::filesystem::path& file);

  /// The words that stand before the next one. At first, a sentence begins.
  class Context {
    friend class WordNgram;
    static constexpr std::uint32_t unseen = 0xffffffff;
    std::uint32_t last = 0;       // the word before; 0: a sentence begins
    std::uint32_t pair = unseen;  // the place of the last two among the bigrams
  };

  /// The log probability of a word behind the context, which then ends with it. The word is in lower case,
  /// of the letters a to z, digits and inner apostrophes.
  float say(Context& context, std::string_view word) const;

  /// About the log probability that the next word begins so, from the word before it alone.
  float begin(const Context& context, std::string_view word) const;

  const SearchWeights& weights() const { return weights_; }
  std::size_t words() const { return starts_.empty() ? 0 : starts_.size() - 1; }

 private:
  // Lists of followers: those of entry i are [begins[i], begins[i + 1]), in ascending order.
  struct Followers {
    std::vector<std::uint32_t> begins;
    std::vector<std::uint16_t> ids;
    std::vector<std::uint8_t> log;
    std::vector<float> sums = {};  // of the probabilities of an entry's followers, up to each of them
    std::uint32_t find(std::uint32_t entry, std::uint32_t id) const;
  };
  class File;

  std::string_view line(std::uint32_t word) const;
  std::uint32_t id_of(std::string_view word) const;
  std::pair<std::uint32_t, std::uint32_t> ids_with(std::string_view beginning) const;
  float value(std::uint8_t stored) const { return -step_ * static_cast<float>(stored); }

  SearchWeights weights_;
  float step_ = 0.0f;                  // of a stored logarithm
  std::string text_;                   // all words, each with a line end
  std::vector<std::uint32_t> starts_;  // of each word in the text, and the text's end
  std::vector<std::uint8_t> log_, backoff_, pair_backoff_;
  std::vector<float> sums_;  // of the probabilities of the ids below each
  Followers pairs_, triples_;
};

}  // namespace tilescribe::search
