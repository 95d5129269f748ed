// SPDX-License-Identifier: Apache-2.0
// Outputs that are not there, go or hang; files that can't be played.
#include <QtTest>
#include <cmath>

#include "tests/inference/audio/playback/fake_output.h"

using namespace tilescribe;
using namespace tilescribe::test;

class PlaybackTroubleTest : public QObject {
  Q_OBJECT

 private slots:
  void a_device_that_goes_is_said_once_and_the_place_is_kept() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(2.0);
    bench.output.present = false;
    bench.run(0.1);
    const PlaybackStatus status = bench.status();
    QVERIFY(!status.playing);
    QVERIFY(english(status.trouble).starts_with("The sound output is gone"));
    QVERIFY(std::abs(status.position_s - 2.0) < 0.1);
    QVERIFY(bench.playback->idle());

    bench.output.present = true;
    bench.playback->play(bench.now);
    bench.run(0.5);
    QVERIFY(bench.status().playing && bench.status().trouble.empty());
    QVERIFY(std::abs(bench.status().position_s - status.position_s - 0.42) < 0.03);
  }

  void a_device_that_goes_during_a_pause_is_no_trouble() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(1.0);
    bench.playback->pause(bench.now);
    bench.run(0.2);
    const double place_s = bench.status().position_s;
    bench.output.present = false;
    bench.run(0.2);
    QVERIFY(bench.status().trouble.empty());
    QCOMPARE(bench.status().position_s, place_s);
  }

  void a_device_that_hangs_is_said() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(1.0);
    bench.output.hangs = true;
    bench.run(1.5);
    QVERIFY(bench.status().playing);
    bench.run(1.0);
    QVERIFY(!bench.status().playing);
    QVERIFY(english(bench.status().trouble).find("does not answer") != std::string::npos);
    QVERIFY(!bench.output.is_open());
  }

  void a_device_that_does_not_open_is_said() {
    PlaybackBench bench;
    bench.output.present = false;
    bench.playback->seek(4.0);
    bench.playback->play(bench.now);
    bench.run(0.1);
    QVERIFY(!bench.status().playing);
    QCOMPARE(english(bench.status().trouble), std::string("There is no output."));
    QCOMPARE(bench.status().position_s, 4.0);
    bench.output.present = true;
    bench.playback->play(bench.now);
    bench.run(0.5);
    QVERIFY(bench.status().playing && bench.status().position_s > 4.3);
  }

  void a_file_that_is_not_there_is_said_and_tried_again() {
    PlaybackBench bench;
    const auto moved = bench.folder.filePath("elsewhere.wav").toStdString();
    std::filesystem::rename(bench.file(), moved);
    bench.playback->play(bench.now);
    bench.run(0.1);
    QVERIFY(!bench.status().playing);
    QVERIFY(english(bench.status().trouble).find("count.wav") != std::string::npos);
    QCOMPARE(bench.output.opened, 0);
    std::filesystem::rename(moved, bench.file());
    bench.playback->play(bench.now);
    bench.run(0.5);
    QVERIFY(bench.status().playing && bench.status().trouble.empty());
    QVERIFY(bench.status().position_s > 0.3);
  }

  void a_thread_that_comes_late_makes_a_gap_and_no_false_place() {
    PlaybackBench bench;
    bench.playback->play(bench.now);
    bench.run(1.0);
    for (int i = 0; i < 100; ++i) {  // a second in which only the device works
      bench.output.run(bench.now);
      bench.now += std::chrono::milliseconds(10);
    }
    const double place_s = bench.status().position_s;
    QVERIFY2(place_s > 1.15 && place_s < 1.3, qPrintable(QString::number(place_s)));  // what was in the ring
    bench.run(0.5);
    QVERIFY(bench.status().playing);
    QVERIFY(std::abs(bench.status().position_s - place_s - 0.42) < 0.03);
  }
};

QTEST_GUILESS_MAIN(PlaybackTroubleTest)
#include "test_playback_trouble.moc"
