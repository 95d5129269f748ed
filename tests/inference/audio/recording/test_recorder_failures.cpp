// SPDX-License-Identifier: Apache-2.0
// What fails on the recorder's thread ends neither the program nor, where it can be helped, the recording.
#define QT_NO_KEYWORDS
#include <QTest>
#include <new>

#include "tests/inference/audio/recording/recorder_bench.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Kind = RecordingNotice::Kind;

class RecorderFailuresTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_source_that_cannot_be_looked_after_is_opened_again() {
    Bench bench;
    bench.start();
    const auto sent = noise(16'000);
    QVERIFY(bench.device.give(sent));
    QTRY_COMPARE_WITH_TIMEOUT(bench.kept(), sent.size(), patience_ms);
    bench.device.set_failing(true);
    QTRY_VERIFY_WITH_TIMEOUT(
        noticed(*bench.recorder, Kind::source_lost, "\"Fake Microphone\" can't be heard: "), patience_ms);
    QVERIFY(!bench.recorder->status().trouble.empty());
    bench.device.set_failing(false);
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*bench.recorder, Kind::source_back, "the recording continues"),
                             patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(bench.device.is_open(), patience_ms);
    const auto more = noise(1600, 2);
    QVERIFY(bench.device.give(more));
    QTRY_COMPARE_WITH_TIMEOUT(bench.kept(), sent.size() + more.size(), patience_ms);
    bench.recorder->stop();
  }

  void any_other_failure_stops_the_recording_and_keeps_it() {
    QTemporaryDir folder;
    FakeDevice device;
    std::atomic<bool> failing{false};
    const auto recorder =
        audio::start_recording({.source = "fake", .folder = folder.path().toStdString()},
                               {device.opener(), [&](const std::filesystem::path&) -> std::uintmax_t {
                                  if (failing) throw std::bad_alloc();
                                  return plenty;
                                }});
    const auto sent = noise(16'000);
    QVERIFY(device.give(sent));
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<std::size_t>(recorder->recording()->samples()), sent.size(),
                              patience_ms);
    failing = true;
    QTRY_COMPARE_WITH_TIMEOUT(recorder->status().state, RecordingState::stopped, patience_ms);
    QVERIFY(noticed(*recorder, Kind::disk_full, "recorded before is kept"));
    QVERIFY(recorder->recording()->complete());
    QCOMPARE(samples_of(recorder->recording()->file()), sent);
    QVERIFY(!device.is_open());
  }
};

QTEST_GUILESS_MAIN(RecorderFailuresTest)
#include "test_recorder_failures.moc"
