// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescribe::text {

/// "left followed by right may be merged"; ids of pieces.
struct Merge {
  int left = 0;
  int right = 0;
  int merged = 0;
};

/// Byte pair encoding of one word (Sennrich et al. 2016, over bytes): starts from single bytes and applies
/// the merge of lowest rank, leftmost first, until none applies. O(n log n) for a word of n bytes.
class BytePairEncoder {
 public:
  /// `byte_ids`: the id of each single-byte piece, -1 if there is none. `merges`: in order of rank.
  /// `whole_words`: words (raw bytes) that become one id without applying merges; empty unless the file sets
  /// ignore_merges.
  BytePairEncoder(const std::array<int, 256>& byte_ids, std::span<const Merge> merges,
                  std::unordered_map<std::string, int> whole_words);

  /// Appends the ids of a non-empty word to `ids`. A byte without a piece adds nothing.
  void encode(std::string_view word, std::vector<int>& ids) const;

 private:
  struct Rule {
    int rank = 0;
    int merged = 0;
  };
  const Rule* find(int left, int right) const;

  std::array<int, 256> byte_ids_;
  std::unordered_map<std::uint64_t, Rule> rules_;
  std::unordered_map<std::string, int> whole_words_;
};

}  // namespace tilescribe::text
