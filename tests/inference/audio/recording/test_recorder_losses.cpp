// SPDX-License-Identifier: Apache-2.0
// What a recorder does not keep, and that it says so; openings and beginnings that fail.
#define QT_NO_KEYWORDS
#include <QTest>
#include <filesystem>

#include "inference/audio/recording/notice_log.h"
#include "tests/inference/audio/recording/recorder_bench.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
using Kind = RecordingNotice::Kind;
using Verdict = audio::StreamHealth::Verdict;

namespace {

bool is_empty(const std::filesystem::path& folder) {
  return std::filesystem::directory_iterator(folder) == std::filesystem::directory_iterator();
}

}  // namespace

class RecorderLossesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_came_before_a_source_went_is_kept_where_it_is_its_own_data() {
    QTest::addColumn<bool>("own");
    QTest::newRow("a device of ALSA") << true;
    QTest::newRow("a source of a server") << false;
  }
  void what_came_before_a_source_went_is_kept_where_it_is_its_own() {
    QFETCH(bool, own);
    Bench bench;
    bench.start();
    bench.device.set({.verdict = Verdict::unknown});
    const auto sent = noise(8000);
    QVERIFY(bench.device.give(sent));
    bench.device.set_present(false);
    bench.device.set({.verdict = Verdict::source_gone, .chosen_before = own});
    QTRY_VERIFY(noticed(*bench.recorder, Kind::source_lost, own ? "is gone" : "The last 0.5 s before that"));
    QTRY_COMPARE(bench.recorder->status().lost_s, own ? 0.0 : 0.5);
    bench.recorder->stop();
    QCOMPARE(samples_of(bench.recorder->recording()->file()), own ? sent : std::vector<std::int16_t>());
    QCOMPARE(bench.recorder->notices().size(), std::size_t{1});
    QCOMPARE(bench.recorder->notices().back().at_s, own ? 0.5 : 0.0);
  }

  void what_the_server_does_not_vouch_for_before_the_end_is_counted_and_said() {
    Bench bench;
    bench.start();
    bench.device.set({.verdict = Verdict::unknown});
    QVERIFY(bench.device.give(noise(4800)));
    bench.recorder->pause(true);
    QTRY_VERIFY(bench.is(RecordingState::paused));
    QVERIFY(noticed(*bench.recorder, Kind::overflow, "the last 0.3 s are not recorded"));
    QVERIFY(bench.recorder->status().trouble.empty());
    bench.recorder->pause(false);
    QTRY_VERIFY(bench.device.is_open());
    QVERIFY(bench.device.give(noise(8000)));
    bench.recorder->stop();
    QVERIFY(noticed(*bench.recorder, Kind::overflow, "the last 0.5 s are not recorded"));
    QCOMPARE(bench.recorder->status().lost_s, 0.8);
    QCOMPARE(bench.kept(), std::size_t{0});
  }

  void an_opening_without_memory_is_tried_again() {
    Bench bench;
    bench.start();
    bench.recorder->pause(true);
    QTRY_VERIFY(bench.is(RecordingState::paused));
    bench.device.set_starved(true);
    bench.recorder->pause(false);
    QTRY_VERIFY(bench.is(RecordingState::waiting));
    QVERIFY(noticed(*bench.recorder, Kind::source_lost, "\"Fake Microphone\" can't be opened"));
    bench.device.set_starved(false);
    QTRY_VERIFY(noticed(*bench.recorder, Kind::source_back));
    bench.recorder->stop();
  }

  void a_monitor_is_not_asked_for_its_switch() {
    Bench bench;
    bench.device.monitor = true;
    bench.start();
    QVERIFY(bench.device.give(std::vector<std::int16_t>(49'000)));
    QTRY_VERIFY(noticed(*bench.recorder, Kind::muted_or_silent, "nothing is being played"));
    QVERIFY(!noticed(*bench.recorder, Kind::muted_or_silent, "switch"));
    bench.recorder->stop();
  }

  void a_header_that_can_not_be_written_leaves_no_file() {
    Bench bench;
    std::string said;
    try {
      const FullDisk full(40);
      bench.start();
    } catch (const Error& error) {
      said = error.what();
    }
    QVERIFY2(said.find("could no longer be written") != std::string::npos, said.c_str());
    QVERIFY(is_empty(bench.folder.path().toStdString()));
  }

  void a_mark_that_can_not_be_made_leaves_no_recording() {
    Bench bench;
    const std::filesystem::path file = bench.folder.filePath("mine.wav").toStdString();
    std::filesystem::create_directories(file.string() + ".unfinished/taken");
    QVERIFY_EXCEPTION_THROWN(
        audio::start_recording({.source = "fake", .file = file},
                               {bench.device.opener(), [](const auto&) { return plenty; }}),
        Error);
    QVERIFY(!std::filesystem::exists(file));
  }

  void notices_are_listed_up_to_a_thousand_and_that_the_disk_is_full_always() {
    audio::NoticeLog log;
    for (int i = 0; i < 5000; ++i)
      log.add({.kind = Kind::source_lost, .message = Message::verbatim(std::to_string(i))});
    QCOMPARE(log.all().size(), std::size_t{1001});
    QCOMPARE(english(log.all()[999].message), std::string("999"));
    QVERIFY(english(log.all().back().message).starts_with("1000 So much"));
    log.add({.kind = Kind::disk_full, .message = Message("full")});
    QCOMPARE(english(log.all().back().message), std::string("full"));
  }
};

QTEST_GUILESS_MAIN(RecorderLossesTest)
#include "test_recorder_losses.moc"
