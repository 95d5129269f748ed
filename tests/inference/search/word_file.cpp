// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/search/word_file.h"

#include <cstddef>

#include <nlohmann/json.hpp>

namespace tilescribe::test {
namespace {

// Tensors behind each other, and their header.
class Written {
 public:
  void add(const std::string& name, const std::string& type, std::size_t width,
           const std::vector<int>& values) {
    const std::size_t begin = data_.size();
    for (const int value : values) {
      data_ += static_cast<char>(value & 0xff);
      if (width == 2) data_ += static_cast<char>(value >> 8);
    }
    header_[name] = {{"dtype", type}, {"shape", {values.size()}}, {"data_offsets", {begin, data_.size()}}};
  }
  std::string bytes(const nlohmann::json& metadata) {
    header_["__metadata__"] = metadata;
    std::string text = header_.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::string length;
    for (std::size_t i = 0; i < 8; ++i) length += static_cast<char>(text.size() >> (8 * i) & 0xff);
    return length + text + data_;
  }

 private:
  nlohmann::json header_;
  std::string data_;
};

}  // namespace

std::string WordFile::bytes() const {
  Written written;
  const auto add = [&](const std::string& name, std::size_t width, const std::vector<int>& values) {
    const auto type = types.find(name);
    written.add(name, type != types.end() ? type->second : width == 1 ? "U8" : "U16", width, values);
  };
  add("words", 1, {words.begin(), words.end()});
  add("unigram_log", 1, {log.begin(), log.end()});
  add("unigram_backoff", 1, {backoff.begin(), backoff.end()});
  std::vector<int> counts(log.size(), 0), ids, logs, backoffs;
  std::map<std::pair<int, int>, std::size_t> places;
  for (const auto& [pair, stored] : pairs) {
    places.emplace(pair, ids.size());
    ++counts[static_cast<std::size_t>(pair.first)];
    ids.push_back(pair.second);
    logs.push_back(stored.first);
    backoffs.push_back(stored.second);
  }
  add("bigram_count", 2, counts);
  add("bigram_word", 2, ids);
  add("bigram_log", 1, logs);
  add("bigram_backoff", 1, backoffs);
  counts.assign(ids.size(), 0);
  ids.clear();
  logs.clear();
  for (const auto& [triple, stored] : triples) {
    const auto& [first, second, third] = triple;
    ++counts[places.at({first, second})];
    ids.push_back(third);
    logs.push_back(stored);
  }
  add("trigram_count", 2, triple_counts.empty() ? counts : triple_counts);
  add("trigram_word", 2, ids);
  add("trigram_log", 1, logs);
  return written.bytes({{"format", format}, {"log_step", step}, {"weights", weights}});
}

}  // namespace tilescribe::test
