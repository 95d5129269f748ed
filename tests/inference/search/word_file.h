// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tilescribe::test {

/// A file of words as WordNgram reads it, right or wrong. Ids: 0 a sentence begins, 1 unknown, 2 the first
/// word. Logarithms are stored: in steps below 0.
struct WordFile {
  std::string format = "word-trigram 1", step = "0.5";
  std::string weights = R"({"letters": 0, "word": 0, "ngram": 1, "unknown": 0, "beam": 4})";
  std::string words = "and\ncat\ndog\nthe\n";
  std::vector<std::uint8_t> log = {255, 20, 4, 8, 10, 2}, backoff = {1, 0, 2, 3, 3, 1};
  std::map<std::pair<int, int>, std::pair<int, int>> pairs;  // log, back-off
  std::map<std::tuple<int, int, int>, int> triples;          // log; their first two are among the pairs
  std::vector<int> triple_counts;                            // by pair, if not what they are
  std::map<std::string, std::string> types;                  // of tensors, if not what they should be

  std::string bytes() const;
};

}  // namespace tilescribe::test
