// SPDX-License-Identifier: Apache-2.0
#include "inference/export/cues/measure.h"

#include <algorithm>

#include "inference/api/spacing.h"

namespace tilescribe::exporting {
namespace {

constexpr double rounding = 1e-6;  // of sums of shares and of seconds; far below a character, a millisecond

Characters characters_of_cue(const Cue& cue) {
  Characters all;
  std::string before;
  for (const std::vector<CueWord>& line : cue.lines) {
    std::string text = text_of(line);
    const Characters count = characters_of(text);
    all.narrow += count.narrow + (space_between(before, text) ? 1 : 0);
    all.wide += count.wide;
    before = std::move(text);
  }
  return all;
}

}  // namespace

double width_of(Characters characters, const CueRules& rules) {
  if (rules.line_width == 0) return 0.0;
  return static_cast<double>(characters.narrow) / rules.line_width +
         static_cast<double>(characters.wide) / rules.wide_line_width;
}

double reading_s(Characters characters, const CueRules& rules) {
  if (rules.speed == 0.0) return 0.0;
  return characters.narrow / rules.speed + characters.wide / rules.wide_speed;
}

Measure::Measure(std::span<const Unit> units, const CueRules& rules)
    : units_(units), rules_(rules), most_free_(std::max(rules.line_width, rules.wide_line_width)) {
  Characters all;
  int free = 0;
  before_.push_back(all);
  free_before_.push_back(free);
  for (const Unit& unit : units) {
    const int narrow = unit.characters.narrow + (unit.spaced ? 1 : 0), wide = unit.characters.wide;
    all.narrow += narrow;
    all.wide += wide;
    if (narrow + wide == 0) ++free;
    before_.push_back(all);
    free_before_.push_back(free);
  }
}

Characters Measure::characters(std::size_t first, std::size_t last) const {
  const Characters &from = before_[first], &to = before_[last];
  return {to.narrow - from.narrow - (units_[first].spaced ? 1 : 0), to.wide - from.wide};
}

std::vector<CueRule> broken_rules(const Cue& cue, const Cue* next, const CueRules& rules) {
  std::vector<CueRule> broken;
  const auto check = [&broken](CueRule rule, bool breaks) {
    if (breaks) broken.push_back(rule);
  };
  const double lasts_s = cue.end_s - cue.start_s;
  check(CueRule::line_width, std::ranges::any_of(cue.lines, [&](const auto& line) {
          return width_of(characters_of(text_of(line)), rules) > 1.0 + rounding;
        }));
  check(CueRule::lines, rules.lines > 0 && cue.lines.size() > static_cast<std::size_t>(rules.lines));
  check(CueRule::speed, reading_s(characters_of_cue(cue), rules) > lasts_s + rounding);
  check(CueRule::shortest, lasts_s < rules.shortest_s - rounding);
  check(CueRule::longest, rules.longest_s > 0.0 && lasts_s > rules.longest_s + rounding);
  check(CueRule::gap, next != nullptr && next->start_s - cue.end_s < rules.gap_s - rounding);
  return broken;
}

}  // namespace tilescribe::exporting

namespace tilescribe {

std::string text_of(const std::vector<CueWord>& line) {
  std::string text;
  for (const CueWord& word : line) text.append(word.gap).append(word.text);
  return text;
}

double reading_load(const Cue& cue, const CueRules& rules) {
  using namespace exporting;
  const double lasts_s = cue.end_s - cue.start_s;
  return lasts_s > 0.0 ? reading_s(characters_of_cue(cue), rules) / lasts_s : 0.0;
}

}  // namespace tilescribe
