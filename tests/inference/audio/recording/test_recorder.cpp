// SPDX-License-Identifier: Apache-2.0
// The recorder on a device in the test's hand.
#define QT_NO_KEYWORDS
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <thread>

#include <sys/stat.h>

#include "inference/audio/recording/recorder.h"
#include "tests/inference/audio/recording/recorder_bench.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace std::chrono_literals;
using Kind = RecordingNotice::Kind;
using Verdict = audio::StreamHealth::Verdict;

namespace {

std::vector<std::int16_t> joined(std::vector<std::int16_t> a, const std::vector<std::int16_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

class RecorderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_sample_is_on_disk_and_can_be_read_while_it_grows() {
    Bench bench;
    bench.start();
    QVERIFY(bench.is(RecordingState::opening));
    const auto sent = noise(40'000);
    for (std::size_t at = 0; at < sent.size(); at += 400) {
      QVERIFY(bench.device.give({sent.begin() + static_cast<std::ptrdiff_t>(at),
                                 sent.begin() + static_cast<std::ptrdiff_t>(at) + 400}));
      if (at % 4000 == 0) std::this_thread::sleep_for(5ms);
    }
    QTRY_COMPARE(bench.kept(), sent.size());
    QVERIFY(bench.is(RecordingState::recording));
    const auto recording = bench.recorder->recording();
    QVERIFY(!recording->complete());
    QCOMPARE(samples_of(recording->file()), sent);
    std::vector<std::int16_t> read(1000);
    QCOMPARE(recording->read(39'500, read.data(), read.size()), std::size_t{500});
    QVERIFY(std::equal(read.begin(), read.begin() + 500, sent.begin() + 39'500));
    QCOMPARE(recording->read(40'000, read.data(), read.size()), std::size_t{0});
    const SoundLevel level = bench.recorder->status().level;
    QVERIFY(level.peak > 0.11f && level.peak <= 4000.0f / 32768.0f);
    QVERIFY(level.rms > 0.06f && level.rms < 0.08f);
    bench.recorder->stop();
    QVERIFY(recording->complete());
    QVERIFY(bench.is(RecordingState::stopped));
    QVERIFY(!bench.device.is_open());
    QCOMPARE(samples_of(recording->file()), sent);
    QCOMPARE(bench.recorder->notices().size(), std::size_t{0});
  }

  void what_came_before_stop_is_recorded_and_the_source_is_let_go_at_once() {
    // Once more at a tick that was due, once at the end: where that is in vain, it is asked for half a
    // second. More ticks are due where the machine is busy in that moment, but not always.
    int least_asked = 100;
    for (int round = 0; round < 20 && least_asked > 2; ++round) {
      Bench bench;
      bench.start();
      const auto sent = noise(1600);
      QVERIFY(bench.device.give(sent));
      const int asked = bench.device.times_asked();
      bench.recorder->stop();
      least_asked = std::min(least_asked, bench.device.times_asked() - asked);
      QVERIFY(!bench.device.is_open());
      QCOMPARE(samples_of(bench.recorder->recording()->file()), sent);
    }
    QVERIFY2(least_asked <= 2, qPrintable(QString::number(least_asked)));
  }

  void channels_are_averaged() {
    Bench bench;
    bench.device.channels = 3;
    bench.start();
    QVERIFY(bench.device.give({300, 600, 900, -32768, -32768, -32768, 32767, 32767, 32767}));
    QTRY_COMPARE(bench.kept(), std::size_t{3});
    bench.recorder->stop();
    QCOMPARE(samples_of(bench.recorder->recording()->file()),
             (std::vector<std::int16_t>{600, -32768, 32767}));
  }

  void a_pause_lets_the_source_go_and_the_same_file_goes_on() {
    Bench bench;
    bench.start();
    const auto first = noise(800, 1), second = noise(800, 2);
    QVERIFY(bench.device.give(first));
    bench.recorder->pause(true);
    QTRY_VERIFY(bench.is(RecordingState::paused));
    QVERIFY(!bench.device.is_open());
    QVERIFY(!bench.device.give(noise(800, 3)));
    bench.recorder->pause(false);
    QTRY_VERIFY(bench.device.is_open());
    QVERIFY(bench.device.give(second));
    QTRY_VERIFY(bench.is(RecordingState::recording));
    bench.recorder->stop();
    QCOMPARE(samples_of(bench.recorder->recording()->file()), joined(first, second));
    QCOMPARE(bench.recorder->notices().size(), std::size_t{0});
  }

  void stopped_while_paused_it_does_not_open_the_source_again() {
    Bench bench;
    bench.start();
    bench.recorder->pause(true);
    QTRY_VERIFY(bench.is(RecordingState::paused));
    bench.recorder->stop();
    QCOMPARE(bench.device.times_opened(), 1);
  }

  void absences_data() {
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QString>("other");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, Verdict verdict, const char* other, Kind kind, const char* words) {
      QTest::newRow(name) << static_cast<int>(verdict) << QString(other) << static_cast<int>(kind)
                          << QString(words);
    };
    row("unplugged", Verdict::source_gone, "", Kind::source_lost, "\"Fake Microphone\" is gone");
    row("replaced", Verdict::source_gone, "Webcam", Kind::source_moved, "would continue with \"Webcam\"");
    row("moved", Verdict::moved, "Webcam", Kind::source_moved, "from \"Fake Microphone\" to \"Webcam\"");
    row("server killed", Verdict::server_gone, "", Kind::server_lost, "sound server has ended");
  }
  void absences() {
    QFETCH(int, verdict);
    QFETCH(QString, other);
    QFETCH(int, kind);
    QFETCH(QString, words);
    Bench bench;
    bench.start();
    const auto first = noise(8000, 1), second = noise(8000, 2);
    QVERIFY(bench.device.give(first));
    QTRY_COMPARE(bench.kept(), first.size());
    bench.device.set_present(false);
    bench.device.set({.verdict = static_cast<Verdict>(verdict), .other = other.toStdString()});
    bench.device.give(noise(8000, 3));  // the other source's
    QTRY_VERIFY(bench.is(RecordingState::waiting));
    QVERIFY(noticed(*bench.recorder, static_cast<Kind>(kind), words.toStdString()));
    QVERIFY(english(bench.recorder->status().trouble).find("recording continues") != std::string::npos);
    const int missed = bench.device.times_missed();
    QTRY_VERIFY_WITH_TIMEOUT(bench.device.times_missed() >= missed + 2, 20'000);
    QVERIFY(bench.is(RecordingState::waiting));
    QCOMPARE(bench.recorder->notices().size(), std::size_t{1});
    bench.device.set({});
    bench.device.set_present(true);
    QTRY_VERIFY(noticed(*bench.recorder, Kind::source_back, "is back"));
    QVERIFY(bench.device.give(second));
    QTRY_VERIFY(bench.is(RecordingState::recording));
    QVERIFY(bench.recorder->status().trouble.empty());
    bench.recorder->stop();
    QCOMPARE(samples_of(bench.recorder->recording()->file()), joined(first, second));
    QCOMPARE(bench.recorder->notices().back().at_s, 0.5);
    QVERIFY(!bench.recorder->notices().back().trouble);
  }

  void sound_is_held_back_until_it_is_known_whose_it_is() {
    Bench bench;
    bench.start();
    bench.device.set({.verdict = Verdict::unknown});
    const auto sent = noise(1600);
    QVERIFY(bench.device.give(sent));
    const int asked = bench.device.times_asked();
    QTRY_VERIFY_WITH_TIMEOUT(bench.device.times_asked() >= asked + 3, 20'000);
    QCOMPARE(bench.kept(), std::size_t{0});
    bench.device.set({});
    QTRY_COMPARE(bench.kept(), sent.size());
    bench.device.set({.verdict = Verdict::unknown});
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*bench.recorder, Kind::server_lost, "does not answer"), 10'000);
    bench.recorder->stop();
  }

  void silence_and_mute_are_said_and_taken_back() {
    for (const bool muted : {false, true}) {
      Bench bench;
      bench.start();
      bench.device.set({.muted = muted});
      QVERIFY(bench.device.give(std::vector<std::int16_t>(47'000)));
      QTRY_COMPARE(bench.kept(), std::size_t{47'000});
      const int asked = bench.device.times_asked();
      QTRY_VERIFY_WITH_TIMEOUT(bench.device.times_asked() >= asked + 2, 20'000);
      QVERIFY(!noticed(*bench.recorder, Kind::muted_or_silent));
      QVERIFY(bench.device.give(std::vector<std::int16_t>(2000)));
      QTRY_VERIFY(noticed(*bench.recorder, Kind::muted_or_silent,
                          muted ? "is muted in the system's sound settings" : "digital silence"));
      QVERIFY(!bench.recorder->status().trouble.empty());
      QVERIFY(bench.device.give(noise(100)));
      QTRY_VERIFY(noticed(*bench.recorder, Kind::heard_again));
      QVERIFY(bench.recorder->status().trouble.empty());
      bench.recorder->stop();
      QCOMPARE(bench.recorder->recording()->samples(), std::int64_t{49'100});
    }
  }

  void a_source_that_gives_nothing_at_all_is_said() {
    Bench bench;
    bench.start();
    QTRY_VERIFY_WITH_TIMEOUT(noticed(*bench.recorder, Kind::muted_or_silent, "no sound at all"), 10'000);
    QVERIFY(bench.is(RecordingState::opening));
    bench.recorder->stop();
  }

  void an_overflow_says_how_much_was_lost() {
    Bench bench;
    bench.device.ring_samples = 16'000;
    bench.start();
    // Nobody takes while the sound server does not answer: the ring fills up.
    bench.device.set({.verdict = Verdict::unknown});
    const auto sent = noise(16'000);
    QVERIFY(bench.device.give(sent));
    QVERIFY(!bench.device.give(noise(8000, 2)));
    bench.device.set({});
    QTRY_VERIFY(noticed(*bench.recorder, Kind::overflow, "0.5 s of sound were lost"));
    QTRY_COMPARE(bench.recorder->status().lost_s, 0.5);
    bench.recorder->stop();
    QCOMPARE(samples_of(bench.recorder->recording()->file()), sent);
  }

  void a_disk_that_fills_up_warns_then_stops_and_keeps() {
    Bench bench;
    bench.free_bytes = 700ull * 32'000;
    bench.start();
    const auto sent = noise(1600);
    QVERIFY(bench.device.give(sent));
    QTRY_COMPARE(bench.kept(), sent.size());
    QCOMPARE(bench.recorder->notices().size(), std::size_t{0});
    QCOMPARE(bench.recorder->status().disk_s, 700.0);
    bench.free_bytes = 500ull * 32'000;
    QTRY_VERIFY(noticed(*bench.recorder, Kind::disk_low, "only about 8 minutes"));
    QVERIFY(!bench.recorder->status().trouble.empty());
    bench.free_bytes = plenty;
    QTRY_VERIFY(noticed(*bench.recorder, Kind::disk_low, "room again"));
    bench.free_bytes = 19ull * 32'000;
    QTRY_VERIFY(bench.is(RecordingState::stopped));
    QVERIFY(noticed(*bench.recorder, Kind::disk_full, "is kept"));
    QVERIFY(bench.recorder->recording()->complete());
    QVERIFY(!bench.device.is_open());
    QCOMPARE(samples_of(bench.recorder->recording()->file()), sent);
    bench.recorder->stop();
  }

  void a_full_disk_refuses_the_start() {
    Bench bench;
    bench.free_bytes = 19 * 32'000;
    QVERIFY_EXCEPTION_THROWN(bench.start(), Error);
    QVERIFY(recordings(bench.folder.path().toStdString()).empty());
  }

  void a_disk_that_refuses_a_write_stops_the_recording_and_keeps_it() {
    Bench bench;
    bench.start();
    const auto sent = noise(40'000);
    {
      const FullDisk full(65'536);
      QVERIFY(bench.device.give(sent));
      QTRY_VERIFY(bench.is(RecordingState::stopped));
    }
    QVERIFY(noticed(*bench.recorder, Kind::disk_full, "recorded before is kept"));
    const auto kept = samples_of(bench.recorder->recording()->file());
    QCOMPARE(kept.size(), std::size_t{(65'536 - 80) / 2});
    QVERIFY(std::equal(kept.begin(), kept.end(), sent.begin()));
  }

  void a_file_that_exists_is_not_written_over() {
    Bench bench;
    const std::filesystem::path file = bench.folder.filePath("mine.wav").toStdString();
    write_samples(file, {1, 2, 3});
    QVERIFY_EXCEPTION_THROWN(
        audio::start_recording({.source = "fake", .file = file},
                               {bench.device.opener(), [](const auto&) { return plenty; }}),
        Error);
    QCOMPARE(samples_of(file), (std::vector<std::int16_t>{1, 2, 3}));
  }

  void a_voice_is_for_its_user_alone() {
    Bench bench;
    const std::filesystem::path folder = bench.folder.filePath("data/recordings").toStdString();
    const auto recorder = audio::start_recording({.source = "fake", .folder = folder},
                                                 {bench.device.opener(), [](const auto&) { return plenty; }});
    const auto mode = [](const std::filesystem::path& path) {
      struct stat about {};
      ::stat(path.c_str(), &about);
      return about.st_mode & 07777;
    };
    QCOMPARE(mode(folder), 0700u);
    QCOMPARE(mode(recorder->recording()->file()), 0600u);
  }
};

QTEST_GUILESS_MAIN(RecorderTest)
#include "test_recorder.moc"
