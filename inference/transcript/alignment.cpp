// SPDX-License-Identifier: Apache-2.0
#include "inference/transcript/alignment.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tilescribe::transcript {
namespace {

// Costs are negative log likelihoods up to a constant. They were set by hand and are guarded by
// tests/inference/transcript/test_segmenter_accuracy.cpp.
constexpr double span_deviation_s = 0.15;    // of a span's length, independent of its words
constexpr double rate_variance_s = 0.08;     // variance per second of expected speech, s^2 / s
constexpr double outlier_deviations = 3.0;   // beyond this the cost grows linearly: noise is no word
constexpr double missed_sentence_end = 1.5;  // a sentence end without a pause
constexpr double missed_clause_end = 0.2;
constexpr double sentence_pause_s = 0.3;  // a shorter one after a sentence is unusual
constexpr double clause_pause_s = 0.5;    // a longer one after a comma is unusual
// More words than anybody says are spread evenly: the search compares all within the band with one another.
constexpr double most_searched = 2000.0, most_words_a_second = 20.0;
constexpr double band_s = 15.0;  // how far from a constant rate to search

// The cost of a pause of this length after a word with this mark.
double pause_cost(Mark mark, double pause_s) {
  switch (mark) {
    case Mark::sentence:
      return 3.0 * std::max(0.0, sentence_pause_s - pause_s);
    case Mark::clause:
      return 0.5 + std::clamp(pause_s - clause_pause_s, 0.0, 2.0);
    case Mark::none:
      break;
  }
  return 1.5 + 2.0 * std::min(pause_s, 2.0);
}

// The cost if words that take `expected_s` at the average rate fill a span of `length_s`.
double rate_cost(double length_s, double expected_s) {
  const double deviation = std::sqrt(span_deviation_s * span_deviation_s + rate_variance_s * expected_s);
  const double x = std::abs(length_s - expected_s) / deviation;
  return x <= outlier_deviations ? x * x / 2.0 : outlier_deviations * (x - outlier_deviations / 2.0);
}

// Sums over the words before index i, for i from 0 to the number of words.
struct Sums {
  std::vector<double> weight{0.0};
  std::vector<double> missed{0.0};  // cost of all marks if no pause followed any

  explicit Sums(const std::vector<Word>& words) {
    for (const Word& word : words) {
      weight.push_back(weight.back() + word.weight);
      const double cost = word.mark == Mark::sentence ? missed_sentence_end
                          : word.mark == Mark::clause ? missed_clause_end
                                                      : 0.0;
      missed.push_back(missed.back() + cost);
    }
  }
};

// How many words may have been spoken by the end of a span: the candidates in one row of the search.
struct Row {
  std::size_t first = 0;
  std::vector<double> cost;        // for `first`, `first` + 1, …: lowest so far
  std::vector<std::size_t> start;  // first word of that division's last span
};

Row row_at(const Sums& sums, double said_s, double seconds_a_weight) {
  const auto weight = [&](double seconds) { return seconds / seconds_a_weight; };
  const auto index = [&](auto place) { return static_cast<std::size_t>(place - sums.weight.begin()); };
  const auto begin = sums.weight.begin();
  const auto end = sums.weight.end();
  // The last count up to `said_s` is always a candidate, so there is a solution however long a word is.
  const std::size_t nearest = index(std::upper_bound(begin, end, weight(said_s))) - 1;
  const std::size_t low = index(std::lower_bound(begin, end, weight(said_s - band_s)));
  const std::size_t high = index(std::upper_bound(begin, end, weight(said_s + band_s))) - 1;
  Row row;
  row.first = std::min(low, nearest);
  const std::size_t count = std::max(high, nearest) - row.first + 1;
  row.cost.assign(count, std::numeric_limits<double>::infinity());
  row.start.assign(count, 0);
  return row;
}

// The index of each span's first word; after the last one, the number of words.
std::vector<std::size_t> divide(const std::vector<Word>& words, const std::vector<TimeSpan>& voiced) {
  const Sums sums(words);
  const std::size_t n = words.size();
  double voice_s = 0.0;
  for (const TimeSpan& span : voiced) voice_s += span.length_s();
  const double seconds_a_weight = voice_s / sums.weight.back();

  std::vector<Row> rows(1);
  rows[0].cost = {0.0};
  rows[0].start = {0};
  double said_s = 0.0;
  for (std::size_t j = 0; j < voiced.size(); ++j) {
    const bool last = j + 1 == voiced.size();
    said_s += voiced[j].length_s();
    Row row = row_at(sums, said_s, seconds_a_weight);
    const Row& before = rows.back();
    for (std::size_t c = 0; c < row.cost.size(); ++c) {
      const std::size_t i = row.first + c;
      if (last && i != n) continue;
      const bool inside = i > 0 && i < n;  // a pause before or after all words costs nothing
      const Mark mark = inside ? words[i - 1].mark : Mark::none;
      const double pause = last || !inside ? 0.0 : pause_cost(mark, voiced[j + 1].begin_s - voiced[j].end_s);
      for (std::size_t b = 0; b < before.cost.size() && before.first + b <= i; ++b) {
        const std::size_t k = before.first + b;
        const double expected_s = (sums.weight[i] - sums.weight[k]) * seconds_a_weight;
        const double missed = i > k ? sums.missed[i - 1] - sums.missed[k] : 0.0;
        const double cost = before.cost[b] + rate_cost(voiced[j].length_s(), expected_s) + missed + pause;
        if (cost < row.cost[c]) row.cost[c] = cost, row.start[c] = k;
      }
    }
    rows.push_back(std::move(row));
  }

  std::vector<std::size_t> starts(voiced.size() + 1, n);
  for (std::size_t j = voiced.size(); j > 0; --j) {
    starts[j - 1] = rows[j].start[starts[j] - rows[j].first];
  }
  return starts;
}

}  // namespace

std::vector<TimeSpan> align_words(const std::vector<Word>& words, const std::vector<TimeSpan>& voiced) {
  if (words.empty()) return {};
  const double lasts_s = voiced.back().end_s - voiced.front().begin_s;
  if (static_cast<double>(words.size()) > std::max(most_searched, most_words_a_second * lasts_s) &&
      voiced.size() > 1)
    return align_words(words, {{voiced.front().begin_s, voiced.back().end_s}});
  const std::vector<std::size_t> starts = divide(words, voiced);
  std::vector<TimeSpan> times;
  times.reserve(words.size());
  for (std::size_t j = 0; j < voiced.size(); ++j) {
    double group = 0.0;
    for (std::size_t i = starts[j]; i < starts[j + 1]; ++i) group += words[i].weight;
    double said = 0.0;
    const auto time = [&] { return voiced[j].begin_s + voiced[j].length_s() * std::min(1.0, said / group); };
    for (std::size_t i = starts[j]; i < starts[j + 1]; ++i) {
      const double begin = time();
      said += words[i].weight;
      times.push_back({begin, time()});
    }
  }
  return times;
}

}  // namespace tilescribe::transcript
