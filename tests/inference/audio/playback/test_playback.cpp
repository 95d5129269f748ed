// SPDX-License-Identifier: Apache-2.0
// What a player says is heard against what its output was given, in simulated time.
#include <QtTest>
#include <cmath>

#include "tests/inference/audio/playback/fake_output.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

// The distance of two places within a second that comes round again.
double apart(double place_s, double heard_s) {
  const double difference = std::abs(std::fmod(place_s, 1.0) - heard_s);
  return std::min(difference, 1.0 - difference);
}

}  // namespace

class PlaybackTest : public QObject {
  Q_OBJECT

 private slots:
  void it_is_paused_at_the_beginning_and_opens_no_device() {
    PlaybackBench bench;
    bench.run(1.0);
    const PlaybackStatus status = bench.status();
    QVERIFY(!status.playing && !status.at_end && status.trouble.empty());
    QCOMPARE(status.position_s, 0.0);
    QCOMPARE(status.length_s, 10.0);
    QCOMPARE(bench.output.opened, 0);
    QVERIFY(bench.playback->idle());
  }

  void what_it_says_is_what_is_heard() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    double worst = 0.0;
    int compared = 0;
    bench.run(3.0, [&] {
      if (bench.heard_s() < 0.0) return;
      worst = std::max(worst, apart(bench.status().position_s, bench.heard_s()));
      ++compared;
    });
    QVERIFY2(worst < 0.0015, qPrintable(QString::number(worst)));
    QVERIFY(compared > 2800);
    QVERIFY(std::abs(bench.status().position_s - 2.92) < 0.03);  // 80 ms are on their way
  }

  void a_pause_loses_nothing_and_repeats_nothing() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(1.005);
    bench.playback->pause(bench.now);
    bench.run(0.5);
    const double place_s = bench.status().position_s;
    QVERIFY(!bench.status().playing);
    QVERIFY2(place_s > 0.95 && place_s < 1.02, qPrintable(QString::number(place_s)));
    bench.run(0.5);
    QCOMPARE(bench.status().position_s, place_s);
    QCOMPARE(bench.heard_s(), -1.0);
    bench.playback->play(bench.now);
    bench.run(1.0);
    std::int64_t next = 0;
    for (const auto& heard : bench.output.heard) {
      if (heard.sample == 0) continue;
      if (heard.sample != PlaybackBench::value_of(next)) QFAIL("a sample is missing or comes twice");
      ++next;
    }
    QVERIFY(next > 30'000);
    QVERIFY(std::abs(bench.status().position_s - place_s - 0.92) < 0.03);
  }

  void a_long_pause_gives_the_device_back_and_goes_on_where_it_was() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(1.0);
    bench.playback->pause(bench.now);
    bench.run(1.0);
    QVERIFY(bench.output.is_open());
    const double place_s = bench.status().position_s;
    bench.run(4.0);
    QVERIFY(!bench.output.is_open());
    QVERIFY(bench.playback->idle());
    QCOMPARE(bench.status().position_s, place_s);
    bench.playback->play(bench.now);
    bench.run(0.5);
    QCOMPARE(bench.output.opened, 2);
    QVERIFY(std::abs(bench.status().position_s - place_s - 0.42) < 0.03);
    QVERIFY(apart(bench.status().position_s, bench.heard_s()) < 0.0015);
  }

  void a_seek_says_its_place_at_once_and_is_heard_after_the_devices_latency() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(1.0);
    bench.playback->seek(7.25);
    QCOMPARE(bench.status().position_s, 7.25);
    bench.run(0.075, [&] { QCOMPARE(bench.status().position_s, 7.25); });
    bench.run(0.05);
    bench.run(0.5, [&] { QVERIFY(apart(bench.status().position_s, bench.heard_s()) < 0.0015); });
    QVERIFY(bench.status().position_s > 7.6);
    bench.playback->seek(2.0);  // and backwards
    bench.run(0.5);
    QVERIFY(apart(bench.status().position_s, bench.heard_s()) < 0.0015);
    QVERIFY(std::abs(bench.status().position_s - 2.4) < 0.05);
  }

  void a_seek_while_paused_stays_paused() {
    PlaybackBench bench;
    bench.playback->seek(3.0);
    bench.run(0.2);
    QCOMPARE(bench.status().position_s, 3.0);
    QCOMPARE(bench.output.opened, 0);
    bench.playback->play(bench.now);
    bench.run(0.3);
    bench.playback->pause(bench.now);
    bench.run(0.3);
    bench.playback->seek(5.0);
    bench.run(0.3);
    QVERIFY(!bench.status().playing);
    QCOMPARE(bench.status().position_s, 5.0);
    QCOMPARE(bench.heard_s(), -1.0);
    bench.playback->play(bench.now);
    bench.run(0.3);
    QVERIFY(std::abs(bench.status().position_s - 5.22) < 0.03);
    QVERIFY(apart(bench.status().position_s, bench.heard_s()) < 0.0015);
  }

  void a_seek_from_the_end_is_quiet() {
    PlaybackBench bench(1.5);
    bench.playback->play(bench.now);
    bench.run(2.0);
    QVERIFY(!bench.status().playing && bench.status().at_end);
    bench.playback->seek(0.5);
    bench.run(0.3);
    QVERIFY(!bench.status().playing && !bench.status().at_end);
    QCOMPARE(bench.status().position_s, 0.5);
    QCOMPARE(bench.heard_s(), -1.0);
  }

  void the_end_is_its_length_and_play_begins_again() {
    PlaybackBench bench(1.5);
    bench.playback->play(bench.now);
    bench.run(1.55);
    QVERIFY(bench.status().playing);  // the last 80 ms are not heard yet
    bench.run(0.2);
    QVERIFY(!bench.status().playing && bench.status().at_end);
    QCOMPARE(bench.status().position_s, 1.5);
    QCOMPARE(bench.status().length_s, 1.5);
    bench.playback->play(bench.now);
    bench.run(0.5);
    QVERIFY(bench.status().playing && !bench.status().at_end);
    QVERIFY(std::abs(bench.status().position_s - 0.42) < 0.03);
  }

  void a_seek_beyond_the_end_is_the_end() {
    PlaybackBench bench(1.5);
    bench.playback->play(bench.now);
    bench.run(0.5);
    bench.playback->seek(100.0);
    bench.run(0.3);
    QVERIFY(bench.status().at_end);
    QCOMPARE(bench.status().position_s, 1.5);
  }

  void another_speed_in_the_middle_makes_no_step_data() {
    QTest::addColumn<double>("speed");
    for (const double speed : {0.5, 0.8, 1.5, 2.0}) QTest::addRow("%.1f", speed) << speed;
  }
  void another_speed_in_the_middle_makes_no_step() {
    QFETCH(double, speed);
    PlaybackBench bench(20.0);
    bench.playback->play(bench.now);
    bench.run(1.0);
    bench.playback->set_speed(speed);
    double before = bench.status().position_s;
    const auto goes_on = [&] {
      const double place_s = bench.status().position_s;
      QVERIFY2(place_s >= before && place_s - before <= 0.0011 * std::max(1.0, speed),
               qPrintable(QString("%1 after %2").arg(place_s).arg(before)));
      before = place_s;
    };
    bench.run(1.0, goes_on);
    QCOMPARE(bench.status().speed, speed);
    const double from = bench.status().position_s;
    bench.run(2.0, goes_on);
    QVERIFY(std::abs(bench.status().position_s - from - 2.0 * speed) < 0.002);
    bench.playback->set_speed(1.0);
    bench.run(1.0, goes_on);
    // At its own speed the samples say their place again.
    bench.run(1.0, [&] { QVERIFY(apart(bench.status().position_s, bench.heard_s()) < 0.0015); });
  }

  void a_speed_that_is_set_before_is_used() {
    PlaybackBench bench;
    bench.playback->set_speed(7.0);  // at most 2
    bench.playback->play(bench.now);
    bench.run(1.08);
    QCOMPARE(bench.status().speed, 2.0);
    QVERIFY(std::abs(bench.status().position_s - 2.0) < 0.03);
  }
};

QTEST_GUILESS_MAIN(PlaybackTest)
#include "test_playback.moc"
