// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "inference/api/cues.h"
#include "inference/export/cues/units.h"

namespace tilescribe::exporting {

/// The room that characters take in a line: 1 is a full one. 0 if there is no limit.
double width_of(Characters characters, const CueRules& rules);
/// How long they take to be read, seconds. 0 if there is no limit.
double reading_s(Characters characters, const CueRules& rules);

/// The characters of ranges of units, with the spaces between them.
class Measure {
 public:
  Measure(std::span<const Unit> units, const CueRules& rules);

  /// Of units [first, last) on one line.
  double width(std::size_t first, std::size_t last) const {
    return width_of(characters(first, last), rules_);
  }
  /// Whether more of units [first, last) take no room than a line has characters: combining marks that stand
  /// alone, for example. A line would hold any number of them.
  bool is_crowded(std::size_t first, std::size_t last) const {
    return free_before_[last] - free_before_[first] > most_free_;
  }
  /// Of units [first, last) in a cue.
  double seconds(std::size_t first, std::size_t last) const {
    return reading_s(characters(first, last), rules_);
  }

 private:
  Characters characters(std::size_t first, std::size_t last) const;

  std::span<const Unit> units_;
  CueRules rules_;
  std::vector<Characters> before_;  // in all units before this one, each with the space before it
  std::vector<int> free_before_;    // units before this one that take no room
  int most_free_;                   // of these in a line
};

/// The rules that a cue breaks; `next`: the one after it, null: there is none.
std::vector<CueRule> broken_rules(const Cue& cue, const Cue* next, const CueRules& rules);

}  // namespace tilescribe::exporting
