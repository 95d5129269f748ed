// SPDX-License-Identifier: Apache-2.0
#include "inference/export/cues/units.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "inference/api/spacing.h"
#include "inference/api/utf8.h"
#include "inference/export/cues/breaks.h"
#include "inference/transcript/characters.h"
#include "inference/transcript/words.h"

namespace tilescribe::exporting {
namespace {

using transcript::Mark;
using transcript::Word;

constexpr double longest_time_s = 1e9;  // as in time_code.cpp
constexpr double spoken_weight = 1.0;   // of a word; punctuation alone weighs less

double sane(double seconds) {
  return std::isfinite(seconds) ? std::clamp(seconds, 0.0, longest_time_s) : 0.0;
}

// Divides a time among units by their words' weights.
void share(std::span<Unit> units, std::span<const Word> words, double start_s, double end_s) {
  double all = 0.0;
  for (const Word& word : words) all += word.weight;
  double before = 0.0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    units[i].start_s = start_s + (end_s - start_s) * before / all;
    before += words[i].weight;
    units[i].end_s = start_s + (end_s - start_s) * before / all;
  }
}

// A timed word, by the units that it covers.
struct Anchor {
  std::size_t first = 0, last = 0;  // half open
  double start_s = 0.0, end_s = 0.0;
};

// The segment's words that are still in its text, in order.
std::vector<Anchor> anchors_of(const Segment& segment, const std::vector<Word>& words) {
  constexpr std::size_t reach = 200;  // bytes; behind a word that was taken out of the text
  std::vector<Anchor> anchors;
  std::size_t at = 0, unit = 0;
  for (const TimedWord& timed : segment.words) {
    if (timed.text.empty()) continue;
    const std::string_view near = std::string_view(segment.text).substr(at, reach + timed.text.size());
    const std::size_t within = near.find(timed.text);
    if (within == std::string_view::npos) continue;
    const std::size_t found = at + within;
    while (unit < words.size() && words[unit].end <= found) ++unit;
    if (unit == words.size() || words[unit].begin > found) continue;
    std::size_t last = unit;
    while (last < words.size() && words[last].begin < found + timed.text.size()) ++last;
    anchors.push_back({unit, last, sane(timed.start_s), sane(timed.end_s)});
    at = found + timed.text.size();
    unit = last;
  }
  return anchors;
}

void set_times(const Segment& segment, std::span<Unit> units, const std::vector<Word>& words) {
  const std::span<const Word> all(words);
  std::size_t next = 0;
  double from_s = sane(segment.start_s);
  const auto share_up_to = [&](std::size_t unit, double to_s) {
    if (unit > next) share(units.subspan(next, unit - next), all.subspan(next, unit - next), from_s, to_s);
  };
  for (const Anchor& anchor : anchors_of(segment, words)) {
    const double start_s = std::max(from_s, anchor.start_s), end_s = std::max(start_s, anchor.end_s);
    share_up_to(anchor.first, start_s);
    const std::size_t count = anchor.last - anchor.first;
    share(units.subspan(anchor.first, count), all.subspan(anchor.first, count), start_s, end_s);
    next = anchor.last;
    from_s = end_s;
  }
  share_up_to(units.size(), std::max(from_s, sane(segment.end_s)));
}

// Of a break between two units; `mark`: the first one's. `begins`: the second one begins a segment.
double cost_before(const Unit& before, Mark mark, const Unit& after, bool begins, bool mute, bool said) {
  constexpr double never = 20.0;          // between punctuation alone and its word
  constexpr double most_of_begins = 0.7;  // somebody divided the text here already
  if (!begins && (mute || !said)) return never;
  const double cost = break_cost(before.text, mark, after.text, after.spaced);
  return begins ? std::min(cost, most_of_begins) : cost;
}

}  // namespace

bool has_line_end(std::string_view gap) {
  return gap.find_first_of("\r\n") != std::string_view::npos;
}

Characters characters_of(std::string_view text) {
  Characters count;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.length;
    if (transcript::is_zero_width(point.value)) continue;
    transcript::is_wide(point.value) ? ++count.wide : ++count.narrow;
  }
  return count;
}

std::vector<Unit> units_of(const std::vector<Segment>& segments) {
  std::vector<Unit> units;
  Mark mark = Mark::none;  // of the unit before
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const std::string_view text = segments[s].text;
    const std::vector<Word> words = transcript::words_of(text);
    const std::size_t first = units.size();
    bool said = false;  // whether more than punctuation came before in this segment
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Word& word = words[i];
      Unit unit;
      unit.text = text.substr(word.begin, word.end - word.begin);
      unit.segment = s;
      unit.speaker = segments[s].speaker;
      if (i > 0) unit.gap = text.substr(words[i - 1].end, word.begin - words[i - 1].end);
      const bool joined = !units.empty() && (i == 0 || has_line_end(unit.gap));
      unit.spaced = joined ? space_between(units.back().text, unit.text) : !unit.gap.empty();
      unit.characters = characters_of(unit.text);
      const bool mute = word.weight < spoken_weight;
      if (!units.empty()) units.back().break_cost = cost_before(units.back(), mark, unit, i == 0, mute, said);
      said = said || !mute;
      mark = word.mark;
      unit.ends_sentence = mark == Mark::sentence;
      units.push_back(unit);
    }
    set_times(segments[s], std::span(units).subspan(first), words);
  }
  double end_s = 0.0;
  for (Unit& unit : units) {
    unit.start_s = std::max(unit.start_s, end_s);
    end_s = unit.end_s = std::max(unit.end_s, unit.start_s);
  }
  return units;
}

}  // namespace tilescribe::exporting
