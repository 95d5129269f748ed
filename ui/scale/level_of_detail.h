// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace tilescribe::ui {

/// The intervals of one lane, prepared for painting at any zoom. The time to paint depends on the number of
/// pixels, not of intervals. An interval at least one pixel wide becomes a box of its own. Narrower ones are
/// added up exactly for each column of pixels. Running sums by colour are stored for every 16th interval, so
/// a column costs one search and at most 32 additions, however many intervals it contains, at any zoom.
class LevelOfDetail {
 public:
  static constexpr std::size_t colours = 8;

  struct Interval {
    std::int64_t start_ns = 0, end_ns = 0;
    std::uint32_t id = 0;     // the caller's
    std::uint8_t colour = 0;  // below `colours`
  };

  LevelOfDetail() = default;
  /// Intervals in any order. One that begins before its predecessor has ended is cut to begin at that end.
  explicit LevelOfDetail(std::vector<Interval> intervals);

  std::size_t size() const { return intervals_.size(); }
  const Interval& operator[](std::size_t at) const { return intervals_[at]; }

  /// Which intervals are painted in the background, by their id. At first none.
  void dim(const std::function<bool(std::uint32_t)>& is_dimmed);

  /// A rectangle: x0 to x1 in columns, `low` to `high` as fractions of the lane's height.
  struct Piece {
    double x0 = 0.0, x1 = 0.0;
    float low = 0.0F, high = 1.0F;
    std::uint8_t colour = 0;  // of what takes most of its time
    bool dimmed = false;
    std::int64_t at = -1;  // index of a box's interval; -1: a column for all narrower ones
  };
  /// What is visible in `columns` columns of `column_ns` each, starting at `begin_ns`, from left to right. In
  /// a column, the height is the share of its time: at the bottom what is not dimmed, on top what is dimmed.
  void pieces(double begin_ns, double column_ns, int columns, std::vector<Piece>& out) const;

  /// Time covered within a range.
  std::int64_t busy_ns(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// Intervals that overlap a range: [first, last).
  struct Places {
    std::size_t first = 0, last = 0;
    std::size_t count() const { return last - first; }
  };
  Places within(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// The interval at a time, or the nearest one at most `reach_ns` away; -1: none.
  std::int64_t find(std::int64_t ns, std::int64_t reach_ns) const;

 private:
  static constexpr std::size_t block = 16;
  static constexpr std::size_t shades = 2 * colours;  // the second half is dimmed
  using Sums = std::array<std::int64_t, shades>;

  void sum_up();
  Sums sums(std::size_t first, std::size_t last) const;
  std::size_t shade_of(std::size_t at) const;
  std::size_t starts_from(std::size_t from, double ns) const;

  std::vector<Interval> intervals_;  // by start; without overlap, so also by end
  std::vector<bool> dimmed_;         // empty: none
  std::vector<Sums> running_;        // before interval 0, 16, 32 …
};

}  // namespace tilescribe::ui
