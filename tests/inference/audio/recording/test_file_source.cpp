// SPDX-License-Identifier: Apache-2.0
// A file that stands in for a microphone.
#define QT_NO_KEYWORDS
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "inference/api/capture.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;

class FileSourceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_file_stands_in_for_a_microphone() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("what is this?.wav").toStdString();
    const auto sent = noise(44'100);
    write_samples(file, sent, 44'100);
    const auto recorder = start_recording(
        {.source = "file:" + file.string() + "?speed=20", .file = folder.filePath("kept.wav").toStdString()});
    QCOMPARE(recorder->source().name, std::string("what is this?.wav"));
    QTRY_COMPARE(recorder->status().state, RecordingState::stopped);  // by itself, at the file's end
    QCOMPARE(recorder->recording()->sample_rate(), 44'100);
    QCOMPARE(samples_of(folder.filePath("kept.wav").toStdString()), sent);
    QCOMPARE(recorder->notices().size(), std::size_t{0});
  }

  void so_does_a_file_of_any_other_format_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("rate");
    QTest::addColumn<int>("samples");
    QTest::newRow("FFmpeg's") << "speech.m4a" << 16'000 << 45'056;
    QTest::newRow("stereo") << "speech-44k-stereo.flac" << 44'100 << 123'480;
  }
  void so_does_a_file_of_any_other_format() {
    QFETCH(QString, name);
    QFETCH(int, rate);
    QFETCH(int, samples);
    QTemporaryDir folder;
    const auto recorder = start_recording(
        {.source = "file:" TILESCRIBE_SOURCE_DIR "/tests/data/audio/" + name.toStdString() + "?speed=20",
         .file = folder.filePath("kept.wav").toStdString()});
    QTRY_COMPARE(recorder->status().state, RecordingState::stopped);
    QCOMPARE(recorder->recording()->sample_rate(), rate);
    QCOMPARE(recorder->recording()->samples(), std::int64_t{samples});
  }

  void a_file_of_any_format_can_loop_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"speech.opus", "speech.mp3", "rate-change.aac"}) QTest::newRow(name) << name;
  }
  void a_file_of_any_format_can_loop() {
    QFETCH(QString, name);
    QTemporaryDir folder;
    const auto recorder = start_recording({.source = "file:" TILESCRIBE_SOURCE_DIR "/tests/data/audio/" +
                                                     name.toStdString() + "?speed=50&loop=1",
                                           .file = folder.filePath("kept.wav").toStdString()});
    constexpr std::int64_t twice = 2 * 6 * 48'000;  // more than any of them has
    QTRY_VERIFY(recorder->recording()->samples() > twice);
    recorder->stop();
  }

  void a_file_keeps_its_pace_and_can_loop() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("a.wav").toStdString();
    const auto sent = noise(1600);
    write_samples(file, sent);
    const auto before = std::chrono::steady_clock::now();
    const auto recorder = start_recording({.source = "file:" + file.string() + "?speed=4&loop=1",
                                           .file = folder.filePath("kept.wav").toStdString()});
    QTRY_VERIFY(recorder->recording()->samples() > 16'000);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    recorder->stop();
    QVERIFY2(took >= 0.24, qPrintable(QString::number(took)));
    const auto kept = samples_of(folder.filePath("kept.wav").toStdString());
    for (std::size_t i = 0; i < kept.size(); ++i) QCOMPARE(kept[i], sent[i % sent.size()]);
  }

  void what_can_not_be_opened_says_so_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("words");
    QTest::newRow("no file") << "file:/nowhere/a.wav"
                             << "/nowhere/a.wav";
    QTest::newRow("no sound") << "file:" TILESCRIBE_SOURCE_DIR "/README.md"
                              << "Not an audio or video file";
    QTest::newRow("speed") << "file:" TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav?speed=-1"
                           << "number above 0";
    QTest::newRow("option") << "file:" TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav?volume=3"
                            << "unknown option";
  }
  void what_can_not_be_opened_says_so() {
    QFETCH(QString, source);
    QFETCH(QString, words);
    QTemporaryDir folder;
    try {
      start_recording({.source = source.toStdString(), .folder = folder.path().toStdString()});
      QFAIL("it was opened");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains(words), error.what());
    }
    QVERIFY(recordings(folder.path().toStdString()).empty());
  }

  void a_file_whose_rate_no_model_can_use_says_so() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("slow.wav").toStdString();
    write_samples(file, noise(100), 10);
    try {
      start_recording({.source = "file:" + file.string(), .folder = folder.filePath("kept").toStdString()});
      QFAIL("it was opened");
    } catch (const Error& error) {
      QCOMPARE(std::string(error.what()), std::string("Audio at 10 Hz can't be resampled to 16000 Hz: a rate "
                                                      "from 63 to 4096000 Hz was expected."));
    }
    QVERIFY(recordings(folder.filePath("kept").toStdString()).empty());
  }
};

QTEST_GUILESS_MAIN(FileSourceTest)
#include "test_file_source.moc"
