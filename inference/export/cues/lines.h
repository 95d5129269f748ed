// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "inference/export/cues/measure.h"
#include "inference/export/cues/units.h"

namespace tilescribe::exporting {

/// Lays units that end at one place into lines: ranges that begin ever earlier, by dynamic programming over
/// the breaks. Few lines cost least, then good breaks, then lines of similar length.
class Lines {
 public:
  /// At most `most` lines; 0: as many as it takes.
  Lines(std::span<const Unit> units, const Measure& measure, std::size_t end, int most);

  /// Puts the unit before the first one into the range, which is empty at first.
  void extend();
  /// Infinite where the range does not fit. A unit alone in its line fits, however wide it is.
  double cost() const { return rows_.back().back().cost; }
  /// Where the lines of the range end, in order. Empty where it does not fit.
  std::vector<std::size_t> ends() const;

 private:
  struct Entry {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t line_end = 0;  // of the first line
  };

  const Entry& entry(std::size_t first, std::size_t row) const { return rows_[end_ - 1 - first][row]; }
  Entry best(std::size_t first, std::size_t row) const;

  std::span<const Unit> units_;
  const Measure& measure_;
  std::size_t end_;
  bool limited_;
  std::size_t most_;
  std::vector<std::vector<Entry>> rows_;  // by the range's units; in each by the lines, one if unlimited
};

}  // namespace tilescribe::exporting
