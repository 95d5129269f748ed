// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace tilescribe::ui {

/// The intervals of one lane, ready to be painted at any zoom in a time that depends on the pixels and not on
/// the intervals. What is at least a pixel wide becomes a box of its own; what is narrower is summed up by
/// column of pixels, exactly: running sums by colour stand at every 16th interval, so a column costs a search
/// and at most 32 additions however many intervals lie in it, and no level of a pyramid has to fit the zoom.
class LevelOfDetail {
 public:
  static constexpr std::size_t colours = 8;

  struct Interval {
    std::int64_t start_ns = 0, end_ns = 0;
    std::uint32_t id = 0;     // the caller's
    std::uint8_t colour = 0;  // below `colours`
  };

  LevelOfDetail() = default;
  /// Intervals in any order. What begins before the one before it has ended begins at that end instead.
  explicit LevelOfDetail(std::vector<Interval> intervals);

  std::size_t size() const { return intervals_.size(); }
  const Interval& operator[](std::size_t at) const { return intervals_[at]; }

  /// Which intervals are painted in the background, by their id. None at first.
  void dim(const std::function<bool(std::uint32_t)>& is_dimmed);

  /// A rectangle: from x0 to x1 in columns, from `low` to `high` in parts of the lane's height.
  struct Piece {
    double x0 = 0.0, x1 = 0.0;
    float low = 0.0F, high = 1.0F;
    std::uint8_t colour = 0;  // of what takes most of the time in it
    bool dimmed = false;
    std::int64_t at = -1;  // the interval, of a box; -1: a column that stands for all that is narrower
  };
  /// What is seen of `columns` columns of `column_ns` each from `begin_ns` on, from left to right. In a
  /// column the height is the share of its time: first what is not dimmed, what is dimmed on top.
  void pieces(double begin_ns, double column_ns, int columns, std::vector<Piece>& out) const;

  /// Time covered within a range.
  std::int64_t busy_ns(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// Intervals that overlap a range: from `first` up to, without, `last`.
  struct Places {
    std::size_t first = 0, last = 0;
    std::size_t count() const { return last - first; }
  };
  Places within(std::int64_t begin_ns, std::int64_t end_ns) const;
  /// The interval at a moment, else the nearest one at most `reach_ns` away; -1: none.
  std::int64_t find(std::int64_t ns, std::int64_t reach_ns) const;

 private:
  static constexpr std::size_t block = 16;
  static constexpr std::size_t shades = 2 * colours;  // the second half is dimmed
  using Sums = std::array<std::int64_t, shades>;

  void sum_up();
  Sums sums(std::size_t first, std::size_t last) const;
  std::size_t shade_of(std::size_t at) const;
  std::size_t starts_from(std::size_t from, double ns) const;

  std::vector<Interval> intervals_;  // by start, without overlap, so by end too
  std::vector<bool> dimmed_;         // empty: none
  std::vector<Sums> running_;        // before interval 0, 16, 32 …
};

}  // namespace tilescribe::ui
