// SPDX-License-Identifier: Apache-2.0
// Time ↔ pixel, without an application.
#include <QLocale>
#include <QTest>
#include <cmath>
#include <random>

#include "ui/scale/time_scale.h"

using namespace tilescribe::ui;

namespace {

constexpr std::int64_t second = 1'000'000'000;

bool within_limits(const TimeScale& scale) {
  const double whole = std::max(static_cast<double>(scale.whole_ns()), TimeScale::least_span_ns);
  return scale.begin_ns() >= 0.0 && scale.end_ns() <= whole * (1.0 + 1e-12) &&
         scale.span_ns() >= TimeScale::least_span_ns;
}

}  // namespace

class TestTimeScale : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void a_pixel_and_its_moment_belong_together() {
    TimeScale scale(10 * second, 1000.0);
    QCOMPARE(scale.x_of(0), 0.0);
    QCOMPARE(scale.x_of(10 * second), 1000.0);
    QCOMPARE(scale.ns_at(250.0), 2'500'000'000);
    scale.show(2.0e9, 2.1e9);
    for (const double x : {0.0, 17.0, 500.0, 999.0}) {
      QVERIFY(std::abs(scale.x_of(scale.ns_at(x)) - x) < 1e-4);
    }
    QCOMPARE(scale.x_of(second), -10'000.0);
    QCOMPARE(scale.ns_at(-1e9), 0);  // never outside the whole
    QCOMPARE(scale.ns_at(1e9), 10 * second);
  }

  void zooming_keeps_the_moment_under_the_pointer() {
    TimeScale scale(100 * second, 1200.0);
    scale.show(40.0e9, 60.0e9);
    const double moment = scale.begin_ns() + 300.0 * scale.ns_per_px();
    for (int i = 0; i < 20; ++i) {
      scale.zoom(1.7, 300.0);
      QVERIFY(std::abs(scale.begin_ns() + 300.0 * scale.ns_per_px() - moment) < 1e-3);
    }
    for (int i = 0; i < 60; ++i) scale.zoom(1.0 / 1.7, 300.0);
    QVERIFY(scale.shows_whole());
    QCOMPARE(scale.begin_ns(), 0.0);
  }

  void nothing_leads_outside_the_whole() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    for (const std::int64_t whole : {std::int64_t{0}, std::int64_t{50}, second, 7200 * second}) {
      TimeScale scale(whole, 1920.0);
      QVERIFY(within_limits(scale));
      for (int i = 0; i < 2000; ++i) {
        if (i % 3 == 0) scale.zoom(std::exp(8.0 * (share(random) - 0.45)), 1920.0 * share(random));
        if (i % 3 == 1) scale.pan(1e5 * (share(random) - 0.5));
        if (i % 3 == 2) {
          const double begin = static_cast<double>(whole) * (3.0 * share(random) - 1.0);
          scale.show(begin, begin + static_cast<double>(whole) * share(random));
        }
        QVERIFY(within_limits(scale));
      }
    }
  }

  void panning_follows_the_hand() {
    TimeScale scale(10 * second, 1000.0);
    scale.show(4.0e9, 5.0e9);
    scale.pan(100.0);
    QCOMPARE(scale.begin_ns(), 3.9e9);
    QCOMPARE(scale.span_ns(), 1.0e9);
    scale.pan(1e7);
    QCOMPARE(scale.begin_ns(), 0.0);
  }

  void another_width_shows_the_same_part() {
    TimeScale scale(10 * second, 1000.0);
    scale.show(4.0e9, 5.0e9);
    scale.set_width(400.0);
    QCOMPARE(scale.begin_ns(), 4.0e9);
    QCOMPARE(scale.x_of(5 * second), 400.0);
    scale.set_width(0.0);  // of a window that is not laid out yet
    QVERIFY(std::isfinite(scale.ns_per_px()));
  }

  void what_is_shown_too_narrowly_is_widened_about_its_middle() {
    TimeScale scale(10 * second, 1000.0);
    scale.show(5.0e9, 5.0e9);
    QCOMPARE(scale.span_ns(), TimeScale::least_span_ns);
    QCOMPARE(scale.begin_ns(), 5.0e9 - TimeScale::least_span_ns / 2.0);
  }

  void steps_are_1_2_or_5() {
    TimeScale scale(3600 * second, 1500.0);
    double last = 1e30;
    while (scale.span_ns() > TimeScale::least_span_ns) {
      const std::int64_t step = scale.tick_step_ns(90.0);
      std::int64_t first = step;
      while (first % 10 == 0) first /= 10;
      QVERIFY2(first == 1 || first == 2 || first == 5, qPrintable(QString::number(step)));
      const double px = static_cast<double>(step) / scale.ns_per_px();
      QVERIFY(px >= 90.0 || step == 1);
      QVERIFY(px <= 90.0 * 2.5 + 1e-6 || step == 1);
      QVERIFY(static_cast<double>(step) <= last);
      last = static_cast<double>(step);
      scale.zoom(1.3, 700.0);
    }
  }

  void ticks_stand_where_they_say() {
    TimeScale scale(10 * second, 1000.0);
    scale.show(1.234e9, 1.434e9);
    int labelled = 0;
    double before = -1.0;
    for (const TimeScale::Tick& tick : scale.ticks(90.0)) {
      QVERIFY(std::abs(tick.x - scale.x_of(tick.at_ns)) < 1e-9);
      QVERIFY(tick.x >= 0.0 && tick.x <= 1000.0);
      QVERIFY(tick.x > before);
      before = tick.x;
      if (!tick.label.isEmpty()) ++labelled;
    }
    QCOMPARE(labelled, 10);  // 1.24, 1.26 … 1.42 s
    QVERIFY(scale.ticks(90.0).size() > 30);
  }

  void labels_have_the_decimals_that_tell_them_apart() {
    const auto label = [](std::int64_t ns, std::int64_t step, std::int64_t latest) {
      return tick_label(ns, step, latest).replace(QChar(0xa0), QLatin1Char(' '));
    };
    QCOMPARE(label(0, 1000, second), QStringLiteral("0"));
    QCOMPARE(label(1'350'000'000, 50'000'000, 2 * second), QStringLiteral("1.35 s"));
    QCOMPARE(label(3'200'015'000, 5'000, 4 * second), QStringLiteral("3.200015 s"));
    QCOMPARE(label(20 * second, 10 * second, 60 * second), QStringLiteral("20 s"));
    QCOMPARE(label(250'000, 50'000, 900'000), QStringLiteral("250 µs"));
    QCOMPARE(label(1'500'000, 500'000, 9'000'000), QStringLiteral("1.5 ms"));
    QCOMPARE(label(40, 20, 100), QStringLiteral("40 ns"));
  }
};

QTEST_APPLESS_MAIN(TestTimeScale)
#include "test_time_scale.moc"
