// SPDX-License-Identifier: Apache-2.0
#include "inference/text/byte_pair_encoder.h"

#include <cstddef>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace tilescribe::text {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

std::uint64_t key(int left, int right) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
         static_cast<std::uint32_t>(right);
}

struct Symbol {
  int id = 0;  // -1 once merged into the symbol before it
  std::size_t previous = none;
  std::size_t next = none;
};

struct Candidate {
  int rank = 0;
  std::size_t left = 0;  // index of its left symbol
  int merged = 0;

  bool operator>(const Candidate& other) const {
    return std::tie(rank, left) > std::tie(other.rank, other.left);
  }
};

}  // namespace

BytePairEncoder::BytePairEncoder(const std::array<int, 256>& byte_ids, std::span<const Merge> merges,
                                 std::unordered_map<std::string, int> whole_words)
    : byte_ids_(byte_ids), whole_words_(std::move(whole_words)) {
  rules_.reserve(merges.size());
  int rank = 0;
  for (const Merge& merge : merges) rules_[key(merge.left, merge.right)] = {rank++, merge.merged};
}

const BytePairEncoder::Rule* BytePairEncoder::find(int left, int right) const {
  const auto rule = rules_.find(key(left, right));
  return rule == rules_.end() ? nullptr : &rule->second;
}

void BytePairEncoder::encode(std::string_view word, std::vector<int>& ids) const {
  if (!whole_words_.empty()) {
    if (const auto whole = whole_words_.find(std::string(word)); whole != whole_words_.end()) {
      ids.push_back(whole->second);
      return;
    }
  }

  std::vector<Symbol> symbols;  // a doubly linked list
  symbols.reserve(word.size());
  for (const char byte : word) {
    const int id = byte_ids_[static_cast<unsigned char>(byte)];
    if (id < 0) continue;
    if (!symbols.empty()) symbols.back().next = symbols.size();
    symbols.push_back({id, symbols.empty() ? none : symbols.size() - 1, none});
  }

  std::vector<Candidate> storage;
  storage.reserve(symbols.size());
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates({}, std::move(storage));
  const auto propose = [&](std::size_t left) {
    if (left == none || symbols[left].next == none) return;
    const Rule* rule = find(symbols[left].id, symbols[symbols[left].next].id);
    if (rule != nullptr) candidates.push({rule->rank, left, rule->merged});
  };
  for (std::size_t i = 0; i < symbols.size(); ++i) propose(i);

  while (!candidates.empty()) {
    const Candidate best = candidates.top();
    candidates.pop();
    Symbol& left = symbols[best.left];
    if (left.id < 0 || left.next == none) continue;
    Symbol& right = symbols[left.next];
    // A neighbour may have been merged since. The symbols here must still give the same piece.
    const Rule* rule = find(left.id, right.id);
    if (rule == nullptr || rule->merged != best.merged) continue;
    left.id = best.merged;
    right.id = -1;
    left.next = right.next;
    if (left.next != none) symbols[left.next].previous = best.left;
    propose(left.previous);
    propose(best.left);
  }
  for (const Symbol& symbol : symbols) {
    if (symbol.id >= 0) ids.push_back(symbol.id);
  }
}

}  // namespace tilescribe::text
