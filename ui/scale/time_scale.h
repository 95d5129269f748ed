// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace tilescribe::ui {

/// Time ↔ pixel: which part of a time span is shown on how many pixels. The part always lies within the whole
/// and is never shorter than `least_span_ns`. Pixels count from the left edge of the shown part.
class TimeScale {
 public:
  static constexpr double least_span_ns = 100.0;

  explicit TimeScale(std::int64_t whole_ns = 0, double width_px = 1.0);

  /// Sets another whole and shows all of it.
  void set_whole(std::int64_t whole_ns);
  /// Sets another width; the shown part stays the same.
  void set_width(double px) { width_px_ = std::max(1.0, px); }

  std::int64_t whole_ns() const { return whole_ns_; }
  double width_px() const { return width_px_; }
  double begin_ns() const { return begin_ns_; }
  double end_ns() const { return begin_ns_ + span_ns_; }
  double span_ns() const { return span_ns_; }
  double ns_per_px() const { return span_ns_ / width_px_; }
  bool shows_whole() const;

  /// The pixel of a time; outside 0…width if it is not shown.
  double x_of(std::int64_t ns) const { return (static_cast<double>(ns) - begin_ns_) / ns_per_px(); }
  /// The time at a pixel, within the whole.
  std::int64_t ns_at(double x) const;

  void show_whole();
  /// Shows this part, moved or widened if the limits require it.
  void show(double begin_ns, double end_ns);
  /// Shows `factor` times less of the time. The time at pixel `x` stays there unless a limit is reached.
  void zoom(double factor, double x);
  /// Moves the view by this many pixels to the right: towards earlier times.
  void pan(double px);

  struct Tick {
    std::int64_t at_ns = 0;
    double x = 0.0;
    QString label;  // empty: a small tick between labelled ones
  };
  /// Ticks in steps of 1, 2 or 5 times a power of ten. Labelled ones are at least `least_px` apart.
  std::vector<Tick> ticks(double least_px) const;
  /// The distance of labelled ticks, nanoseconds.
  std::int64_t tick_step_ns(double least_px) const;

 private:
  std::int64_t whole_ns_;
  double width_px_;
  double begin_ns_ = 0.0;
  double span_ns_ = least_span_ns;
};

/// A time as the ruler shows it: in the unit that suits the latest time shown, with as many decimals as the
/// step needs. "0", "250 µs", "1.35 s".
QString tick_label(std::int64_t ns, std::int64_t step_ns, std::int64_t latest_ns);

}  // namespace tilescribe::ui
