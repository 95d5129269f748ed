// SPDX-License-Identifier: Apache-2.0
// From segments to cues. A dynamic program over the places where a cue can end: each is reached from those
// before it that make a cue within the limits, at the lowest cost of breaks, times and broken rules.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "inference/api/cues.h"
#include "inference/export/cues/lines.h"
#include "inference/export/cues/measure.h"
#include "inference/export/cues/units.h"
#include "inference/export/time_code.h"

namespace tilescribe::exporting {
namespace {

constexpr double per_cue = 1.0;
constexpr double per_break = 2.5;         // a cue's end disturbs more than a line's
constexpr double per_room_left = 0.4;     // the squared part of a cue that is empty
constexpr double per_sentence_end = 1.2;  // inside a cue
constexpr double short_pause_s = 0.3;     // inside a cue: nobody minds
constexpr double per_pause_second = 1.5;  // beyond that
constexpr double most_of_pause = 6.0;
constexpr double per_pause_at_end = 0.5;  // a second of pause behind a cue makes up for so much
constexpr double per_shifted_second = 1.5;
constexpr double broken_rule = 25.0;  // and up to twice as much, by how badly

// Words or wide characters that a cue has at most where only its time is limited; or else a segment whose
// times are all the same takes time that grows with the square of its length.
constexpr std::size_t most_units = 600;  // more than anybody says in a minute

constexpr double tiny_ms = 1e-6;  // what rounding may add to a time

std::int64_t up(double seconds) {
  constexpr double most_s = 1e9;  // at next to no characters a second, for example
  return std::llround(std::ceil(std::min(seconds, most_s) * 1000.0 - tiny_ms));
}

// The rules in whole milliseconds, rounded to the safe side.
struct Limits {
  explicit Limits(const CueRules& rules)
      : shortest(up(rules.shortest_s)),
        longest(std::llround(std::floor(rules.longest_s * 1000.0 + tiny_ms))),
        gap(up(rules.gap_s)),
        shift(std::llround(rules.shift_s * 1000.0)) {}
  std::int64_t shortest, longest, gap, shift;
};

struct Placed {
  std::int64_t start = 0, end = 0;  // ms
  double cost = 0.0;
};

// The best way to a place.
struct Way {
  double cost = std::numeric_limits<double>::infinity();
  std::size_t from = 0;  // the cue's first unit
  Placed cue;
};

class Layout {
 public:
  Layout(std::span<const Unit> units, const CueRules& rules)
      : units_(units),
        rules_(rules),
        limits_(rules),
        measure_(units, rules),
        ways_(units.size() + 1),
        in_lines_(rules.line_width > 0 && rules.lines > 0),
        divides_(in_lines_ || limits_.longest > 0) {
    ways_[0].cost = 0.0;
    for (std::size_t end = 1; end <= units.size(); ++end) reach(end);
  }

  std::vector<Cue> cues() const {
    std::vector<Cue> cues;
    for (std::size_t end = units_.size(); end > 0; end = ways_[end].from) cues.push_back(cue(end));
    std::ranges::reverse(cues);
    return cues;
  }

 private:
  bool ends_segment(std::size_t end) const {
    return end == units_.size() || units_[end].segment != units_[end - 1].segment;
  }
  static std::int64_t start_of(const Unit& unit) { return milliseconds(unit.start_s); }
  static std::int64_t end_of(const Unit& unit) { return milliseconds(unit.end_s); }

  // Finds the best way to end a cue there. Only where lines are limited do segments share a cue; without
  // any limit of length a cue is a segment.
  void reach(std::size_t end) {
    if (!divides_ && !ends_segment(end)) return;
    Way& best = ways_[end];
    Lines lines(units_, measure_, end, rules_.lines);
    double inside = 0.0;
    for (std::size_t first = end; first-- > 0;) {
      const bool alone = first + 1 == end;
      if (!alone && units_[first].speaker != units_[first + 1].speaker) break;
      if (!alone && !in_lines_ && ends_segment(first + 1)) break;
      if (divides_ && !in_lines_ && end - first > most_units) break;
      if (!alone && limits_.longest > 0 &&
          end_of(units_[end - 1]) - start_of(units_[first]) > limits_.longest) {
        break;
      }
      if (!alone) inside += cost_inside(first + 1);
      double in_lines = 0.0;
      if (in_lines_) {
        lines.extend();
        in_lines = lines.cost();
        if (std::isinf(in_lines)) break;
      }
      if (std::isinf(ways_[first].cost)) continue;
      const Placed placed = place(first, end);
      const double cost = ways_[first].cost + per_cue + inside + in_lines + cost_of_room(first, end) +
                          cost_of_end(end) + placed.cost;
      if (cost < best.cost) best = {cost, first, placed};
    }
  }

  // That a cue goes on between two units.
  double cost_inside(std::size_t unit) const {
    const double pause_s = units_[unit].start_s - units_[unit - 1].end_s;
    return (units_[unit - 1].ends_sentence ? per_sentence_end : 0.0) +
           std::clamp(per_pause_second * (pause_s - short_pause_s), 0.0, most_of_pause);
  }

  double cost_of_end(std::size_t end) const {
    if (end == units_.size()) return 0.0;
    const double pause_s = units_[end].start_s - units_[end - 1].end_s;
    return per_break * units_[end - 1].break_cost - per_pause_at_end * std::clamp(pause_s, 0.0, 1.0);
  }

  double cost_of_room(std::size_t first, std::size_t end) const {
    if (!in_lines_) return 0.0;
    const double left = 1.0 - std::min(1.0, measure_.width(first, end) / rules_.lines);
    return per_room_left * left * left;
  }

  // A cue begins at its first word and ends with its last, or later where it needs time. Where the next one
  // comes too early for that, it begins earlier, then lets the next one begin later, each by the rules'
  // shift.
  Placed place(std::size_t first, std::size_t end) const {
    const std::int64_t spoken = start_of(units_[first]), spoken_end = end_of(units_[end - 1]);
    const std::int64_t ready = first == 0 ? 0 : ways_[first].cue.end + limits_.gap;
    const std::int64_t limit = end == units_.size() ? std::numeric_limits<std::int64_t>::max() / 4
                                                    : start_of(units_[end]) - limits_.gap;
    const std::int64_t need = std::max(limits_.shortest, up(measure_.seconds(first, end)));
    Placed cue;
    cue.start = std::max(spoken, ready);
    const std::int64_t earliest = std::min(cue.start, std::max(ready, spoken - limits_.shift));
    cue.start = std::clamp(limit - need, earliest, cue.start);
    cue.end = std::max(spoken_end, cue.start + need);
    if (cue.end > limit) cue.end = std::max(limit, std::min(cue.start + need, limit + limits_.shift));
    if (limits_.longest > 0) cue.end = std::min(cue.end, cue.start + limits_.longest);
    cue.end = std::max(cue.end, cue.start + 1);

    const double lasts = static_cast<double>(cue.end - cue.start);
    if (cue.end - cue.start < need) cue.cost += broken_rule * (2.0 - lasts / static_cast<double>(need));
    const auto shifted = static_cast<double>(std::abs(cue.start - spoken));
    const auto cut = static_cast<double>(std::max<std::int64_t>(0, spoken_end - limits_.gap - cue.end));
    cue.cost += per_shifted_second * (shifted + cut) / 1000.0;
    return cue;
  }

  Cue cue(std::size_t end) const {
    const Way& way = ways_[end];
    Cue cue{.start_s = static_cast<double>(way.cue.start) / 1000.0,
            .end_s = static_cast<double>(way.cue.end) / 1000.0,
            .lines = {},
            .broken = {},
            .speaker = std::string(units_[way.from].speaker)};
    std::size_t first = way.from;
    for (const std::size_t line_end : line_ends(first, end)) {
      std::vector<CueWord>& line = cue.lines.emplace_back();
      for (; first < line_end; ++first) {
        const Unit& unit = units_[first];
        line.push_back({.gap = unit.spaced && !line.empty() ? " " : "",
                        .text = std::string(unit.text),
                        .start_s = unit.start_s,
                        .end_s = unit.end_s});
      }
    }
    return cue;
  }

  std::vector<std::size_t> line_ends(std::size_t first, std::size_t end) const {
    if (rules_.line_width == 0) return {end};
    Lines lines(units_, measure_, end, rules_.lines);
    for (std::size_t unit = end; unit-- > first;) lines.extend();
    std::vector<std::size_t> ends = lines.ends();
    if (!ends.empty()) return ends;
    // Too much for the lines, and nothing says where it may be divided into cues: more lines.
    Lines more(units_, measure_, end, 0);
    for (std::size_t unit = end; unit-- > first;) more.extend();
    return more.ends();
  }

  std::span<const Unit> units_;
  const CueRules& rules_;
  Limits limits_;
  Measure measure_;
  std::vector<Way> ways_;  // by the place where it ends
  bool in_lines_;          // the text of a cue is limited
  bool divides_;           // segments may become several cues
};

// A cue per segment, with its own times and lines.
std::vector<Cue> as_they_are(const std::vector<Segment>& segments, std::span<const Unit> units) {
  std::vector<Cue> cues;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Unit& unit = units[i];
    const Segment& segment = segments[unit.segment];
    const bool begins = i == 0 || units[i - 1].segment != unit.segment;
    if (begins)
      cues.push_back({.start_s = segment.start_s,
                      .end_s = segment.end_s,
                      .lines = {},
                      .broken = {},
                      .speaker = segment.speaker});
    const bool new_line = begins || has_line_end(unit.gap);
    if (new_line) cues.back().lines.emplace_back();
    cues.back().lines.back().push_back({.gap = new_line ? std::string() : std::string(unit.gap),
                                        .text = std::string(unit.text),
                                        .start_s = unit.start_s,
                                        .end_s = unit.end_s});
  }
  return cues;
}

}  // namespace
}  // namespace tilescribe::exporting

namespace tilescribe {

std::vector<Cue> lay_out_cues(const std::vector<Segment>& segments, const CueRules& rules) {
  using namespace exporting;
  const std::vector<Unit> units = units_of(segments);
  if (rules == cue_rules(CuePreset::plain)) return as_they_are(segments, units);
  std::vector<Cue> cues = Layout(units, rules).cues();
  for (std::size_t i = 0; i < cues.size(); ++i)
    cues[i].broken = broken_rules(cues[i], i + 1 < cues.size() ? &cues[i + 1] : nullptr, rules);
  return cues;
}

}  // namespace tilescribe
