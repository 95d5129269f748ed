// SPDX-License-Identifier: Apache-2.0
// What is painted of a lane, against sums over all its intervals, without an application.
#include <QTest>
#include <cmath>
#include <random>
#include <utility>

#include "tests/support/processor_time.h"
#include "ui/scale/level_of_detail.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using Intervals = std::vector<LevelOfDetail::Interval>;

namespace {

/// Intervals of very different lengths and gaps, one behind the other.
Intervals random_lane(std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> length(6.0, 2.0);
  std::lognormal_distribution<double> gap(3.0, 3.0);
  Intervals intervals;
  std::int64_t at = 1000;
  for (std::size_t i = 0; i < count; ++i) {
    at += static_cast<std::int64_t>(gap(random));
    const std::int64_t end = at + static_cast<std::int64_t>(length(random));
    intervals.push_back({at, end, static_cast<std::uint32_t>(i), static_cast<std::uint8_t>(random() % 8)});
    at = end;
  }
  return intervals;
}

bool is_dim(std::uint32_t id) {
  return id % 3 == 0;
}

struct Covered {
  std::vector<double> bright, dimmed;  // by column, 0…1
};

Covered brute_force(const Intervals& intervals, double begin, double column_ns, int columns) {
  Covered covered{std::vector<double>(static_cast<std::size_t>(columns)),
                  std::vector<double>(static_cast<std::size_t>(columns))};
  for (const auto& interval : intervals) {
    const double x0 = (static_cast<double>(interval.start_ns) - begin) / column_ns;
    const double x1 = (static_cast<double>(interval.end_ns) - begin) / column_ns;
    auto& of = is_dim(interval.id) ? covered.dimmed : covered.bright;
    for (int x = std::max(0, static_cast<int>(x0)); x < columns && x < x1; ++x) {
      of[static_cast<std::size_t>(x)] += std::max(0.0, std::min(x1, x + 1.0) - std::max(x0, double(x)));
    }
  }
  return covered;
}

Covered painted(const std::vector<LevelOfDetail::Piece>& pieces, int columns) {
  Covered covered{std::vector<double>(static_cast<std::size_t>(columns)),
                  std::vector<double>(static_cast<std::size_t>(columns))};
  for (const auto& piece : pieces) {
    auto& of = piece.dimmed ? covered.dimmed : covered.bright;
    for (int x = static_cast<int>(piece.x0); x < columns && x < piece.x1; ++x) {
      of[static_cast<std::size_t>(x)] += (std::min(piece.x1, x + 1.0) - std::max(piece.x0, double(x))) *
                                         static_cast<double>(piece.high - piece.low);
    }
  }
  return covered;
}

}  // namespace

class TestLevelOfDetail : public QObject {
  Q_OBJECT

 private slots:
  void every_column_is_covered_as_its_intervals_cover_it() {
    const Intervals intervals = random_lane(20'000, 1);
    LevelOfDetail lane(intervals);
    lane.dim(is_dim);
    const auto whole = static_cast<double>(intervals.back().end_ns + 1000);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    std::vector<LevelOfDetail::Piece> pieces;
    double worst = 0.0;
    std::size_t boxes = 0, summed = 0;
    for (int view = 0; view < 120; ++view) {
      const int columns = 40 + static_cast<int>(share(random) * 900);
      const double span = view == 0 ? whole : whole * std::exp(-12.0 * share(random));
      const double begin = view == 0 ? 0.0 : (whole - span) * share(random);
      const double column_ns = span / columns;
      lane.pieces(begin, column_ns, columns, pieces);
      const Covered expected = brute_force(intervals, begin, column_ns, columns);
      const Covered found = painted(pieces, columns);
      for (std::size_t x = 0; x < found.bright.size(); ++x) {
        worst = std::max(worst, std::abs(found.bright[x] - expected.bright[x]));
        worst = std::max(worst, std::abs(found.dimmed[x] - expected.dimmed[x]));
      }
      for (const auto& piece : pieces) ++(piece.at >= 0 ? boxes : summed);
      // At most two rectangles a column, and a box more where one begins.
      QVERIFY(pieces.size() <= 4 * static_cast<std::size_t>(columns));
    }
    QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
    QVERIFY(boxes > 1000 && summed > 10'000);  // both ways were tried
  }

  void the_colour_is_that_of_most_of_the_time() {
    const LevelOfDetail lane(Intervals{{0, 30, 0, 1}, {30, 40, 1, 2}, {40, 65, 2, 2}, {70, 80, 3, 3}});
    std::vector<LevelOfDetail::Piece> pieces;
    lane.pieces(0.0, 100.0, 1, pieces);
    QCOMPARE(pieces.size(), std::size_t{1});
    QCOMPARE(int(pieces[0].colour), 2);
    QCOMPARE(pieces[0].high, 0.75F);
    QCOMPARE(pieces[0].at, -1);
  }

  void a_pixel_wide_is_a_box() {
    const LevelOfDetail lane(Intervals{{100, 300, 7, 4}});
    std::vector<LevelOfDetail::Piece> pieces;
    lane.pieces(0.0, 100.0, 10, pieces);
    QCOMPARE(pieces.size(), std::size_t{1});
    QCOMPARE(pieces[0].at, 0);
    QCOMPARE(pieces[0].x0, 1.0);
    QCOMPARE(pieces[0].x1, 3.0);
    lane.pieces(200.0, 10.0, 4, pieces);  // in the midst of it: cut to what is seen
    QCOMPARE(pieces.size(), std::size_t{1});
    QCOMPARE(pieces[0].x0, 0.0);
    QCOMPARE(pieces[0].x1, 4.0);
  }

  void time_and_counts_within_a_range() {
    const Intervals intervals = random_lane(3'000, 5);
    const LevelOfDetail lane(intervals);
    std::mt19937_64 random(3);
    for (int i = 0; i < 500; ++i) {
      const auto end_of_all = static_cast<std::uint64_t>(intervals.back().end_ns + 2000);
      auto begin = static_cast<std::int64_t>(random() % end_of_all);
      auto end = static_cast<std::int64_t>(random() % end_of_all);
      if (i % 4 == 0) end = begin + static_cast<std::int64_t>(random() % 2000);
      if (end < begin) std::swap(begin, end);
      std::int64_t busy = 0;
      std::size_t count = 0;
      for (const auto& interval : intervals) {
        const auto part = std::min(end, interval.end_ns) - std::max(begin, interval.start_ns);
        if (part > 0) busy += part;
        if (interval.end_ns > begin && interval.start_ns < end) ++count;
      }
      QCOMPARE(lane.busy_ns(begin, end), busy);
      QCOMPARE(lane.within(begin, end).count(), count);
    }
  }

  void the_interval_under_a_pointer() {
    const LevelOfDetail lane(Intervals{{100, 200, 0, 0}, {300, 310, 1, 0}});
    QCOMPARE(lane.find(150, 0), 0);
    QCOMPARE(lane.find(250, 10), -1);
    QCOMPARE(lane.find(205, 10), 0);
    QCOMPARE(lane.find(295, 10), 1);
    QCOMPARE(lane.find(305, 10), 1);
    QCOMPARE(lane.find(50, 10), -1);
    QCOMPARE(LevelOfDetail().find(5, 100), -1);
  }

  void what_comes_unsorted_or_overlaps_is_still_covered_once() {
    const LevelOfDetail lane(Intervals{{50, 90, 1, 1}, {0, 60, 0, 0}, {10, 20, 2, 2}, {80, 80, 3, 200}});
    QCOMPARE(lane.busy_ns(0, 100), 90);
    std::vector<LevelOfDetail::Piece> pieces;
    lane.pieces(0.0, 200.0, 1, pieces);
    QCOMPARE(pieces.size(), std::size_t{1});
    QVERIFY(std::abs(pieces[0].high - 0.45F) < 1e-6F);
  }

  void nothing_is_nothing() {
    std::vector<LevelOfDetail::Piece> pieces(3);
    const LevelOfDetail lane{Intervals{}};
    lane.pieces(0.0, 10.0, 100, pieces);
    QVERIFY(pieces.empty());
    QCOMPARE(lane.busy_ns(0, 1000), 0);
    QCOMPARE(lane.within(0, 1000).count(), std::size_t{0});
  }

  /// Taking them in is a sort: ten times as many take little more than ten times as long.
  void a_million_intervals_are_taken_in_at_once() {
    const auto taken_in = [](std::size_t count) {
      const Intervals intervals = random_lane(count, 9);
      LevelOfDetail lane{Intervals{}};
      const double built_ms = test::least_processor_ms(3, [&] { lane = LevelOfDetail(intervals); });
      const double dimmed_ms = test::least_processor_ms(3, [&] { lane.dim(is_dim); });
      return std::pair(built_ms, dimmed_ms);
    };
    const auto [some_built_ms, some_dimmed_ms] = taken_in(100'000);
    const auto [built_ms, dimmed_ms] = taken_in(1'000'000);
    qInfo(
        "a million intervals: taken in in %.0f ms, dimmed anew in %.0f ms; a tenth of them: %.1f and %.1f ms",
        built_ms, dimmed_ms, some_built_ms, some_dimmed_ms);
    QVERIFY(some_built_ms > 0.0 && some_dimmed_ms > 0.0);
    QVERIFY(built_ms < 60.0 * some_built_ms);
    QVERIFY(dimmed_ms < 60.0 * some_dimmed_ms);
  }
};

QTEST_APPLESS_MAIN(TestLevelOfDetail)
#include "test_level_of_detail.moc"
