// SPDX-License-Identifier: Apache-2.0
// What transcribe() takes and reports besides the text.
#include <QtTest>
#include <chrono>
#include <optional>
#include <span>

#include "inference/api/transcriber.h"
#include "tests/inference/pipeline/transcript_checks.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

using Clock = std::chrono::steady_clock;

std::filesystem::path in(const QTemporaryDir& folder, const char* name) {
  return folder.filePath(name).toStdString();
}

std::size_t tokens_of(const Transcript& transcript) {
  std::size_t count = 0;
  for (const Segment& segment : transcript.segments) count += segment.tokens.size();
  return count;
}

}  // namespace

class TranscribeOptionsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<Transcriber> transcriber_ = open_transcriber({});
  QTemporaryDir folder_;

 private slots:
  void silence_gives_no_text_data() {
    QTest::addColumn<int>("samples");
    QTest::newRow("60 s") << 960'000;
    QTest::newRow("0.05 s") << 800;
    QTest::newRow("one sample") << 1;
  }
  void silence_gives_no_text() {
    QFETCH(int, samples);
    const std::filesystem::path file = in(folder_, "silence.wav");
    write_speech(file, std::vector<float>(static_cast<std::size_t>(samples), 0.0f));
    const Transcript transcript = transcriber_->transcribe(file, {}, {}, {});
    QCOMPARE(transcript.text(), std::string());
    QVERIFY(transcript.segments.empty());
    QVERIFY(std::abs(transcript.duration_s - samples / 16000.0) < 1e-6);
  }

  void max_new_tokens_is_kept_data() {
    QTest::addColumn<int>("tokens");
    QTest::newRow("1") << 1;
    QTest::newRow("9") << 9;
  }
  void max_new_tokens_is_kept() {
    QFETCH(int, tokens);
    TranscribeOptions options;
    options.max_new_tokens = tokens;
    const Transcript transcript = transcriber_->transcribe(bundled_file("sample.wav"), options, {}, {});
    QCOMPARE(tokens_of(transcript), static_cast<std::size_t>(tokens));
  }

  void sampling_is_repeatable() {
    TranscribeOptions options;
    options.temperature = 1.5f;
    options.top_k = 0;
    options.seed = 21;
    const auto text = [&] {
      return transcriber_->transcribe(bundled_file("long.wav"), options, {}, {}).text();
    };
    const std::string first = text();
    QCOMPARE(text(), first);
    for (const int batch : {1, 2, 8}) {
      options.batch = batch;
      QCOMPARE(text(), first);
    }
    options.seed = 22;
    QVERIFY(text() != first);
    options.top_k = 1;
    QCOMPARE(text(), bundled_speech("long").text);
  }

  void progress_never_goes_back_and_ends_at_one_data() {
    QTest::addColumn<bool>("joint");
    QTest::newRow("windows") << false;
    QTest::newRow("joint") << true;
  }
  void progress_never_goes_back_and_ends_at_one() {
    QFETCH(bool, joint);
    const Speech speech = joined_speech(75.0);
    const std::filesystem::path file = in(folder_, "three-windows.wav");
    write_speech(file, speech.samples);
    std::vector<Progress> reports;
    std::vector<std::string> given;
    double partial_end_s = 0.0;
    bool partial_goes_back = false;
    TranscribeEvents events;
    events.progress = [&](const Progress& progress) { reports.push_back(progress); };
    events.segment = [&](const Segment& segment) { given.push_back(segment.text); };
    events.partial = [&](const PartialText& partial) {
      partial_goes_back = partial_goes_back || partial.end_s < partial_end_s;
      partial_end_s = partial.end_s;
    };
    TranscribeOptions options;
    options.long_audio = joint ? LongAudio::joint : LongAudio::windows;
    const Transcript transcript = transcriber_->transcribe(file, options, events, {});

    QVERIFY(reports.size() > 50);
    double fraction = 0.0, elapsed_s = 0.0;
    for (const Progress& progress : reports) {
      QVERIFY(progress.fraction >= fraction && progress.fraction <= 1.0);
      QVERIFY(progress.elapsed_s >= elapsed_s);
      QVERIFY(progress.audio_done_s <= progress.audio_total_s + 1e-6);
      QVERIFY(std::abs(progress.audio_total_s - speech.seconds()) < 1e-3);
      fraction = progress.fraction;
      elapsed_s = progress.elapsed_s;
    }
    QCOMPARE(reports.back().fraction, 1.0);
    QVERIFY(reports.back().stage == Stage::finished);
    QVERIFY(std::abs(reports.back().audio_done_s - speech.seconds()) < 1e-3);
    QVERIFY(!partial_goes_back);
    std::vector<std::string> kept;
    for (const Segment& segment : transcript.segments) kept.push_back(segment.text);
    QCOMPARE(given, kept);
    QVERIFY(given.size() > 10);
  }

  /// Opening the model included: about when a file of one window would be done, however long this one is. Ten
  /// windows, or the first batch of them, would take several times as long. The least of three each, in turn,
  /// because others may use the machine, and the file's next windows are read meanwhile.
  void the_first_text_comes_soon() {
    const std::filesystem::path window = in(folder_, "window.wav"), file = in(folder_, "five-minutes.wav");
    const Speech speech = joined_speech(300.0);
    write_speech(window, std::span(speech.samples).first(480'000));
    write_speech(file, speech.samples);
    bool as_asked = true;
    const auto seconds = [&](const std::filesystem::path& audio, bool only_first) {
      std::stop_source enough;
      std::optional<Clock::time_point> first;
      TranscribeEvents events;
      events.partial = [&](const PartialText& partial) {
        if (partial.text.empty() || first) return;
        first = Clock::now();
        if (only_first) enough.request_stop();
      };
      const auto begin = Clock::now();
      const Transcript transcript = open_transcriber({})->transcribe(audio, {}, events, enough.get_token());
      as_asked = as_asked && transcript.cancelled == only_first;
      const Clock::time_point end = only_first ? first.value() : Clock::now();
      return std::chrono::duration<double>(end - begin).count();
    };
    double first_s = 1e9, window_s = 1e9;
    for (int round = 0; round < 3; ++round) {
      first_s = std::min(first_s, seconds(file, true));
      window_s = std::min(window_s, seconds(window, false));
    }
    qInfo("first text after %.2f s, a window alone in %.2f s", first_s, window_s);
    QVERIFY(as_asked);
    QVERIFY(first_s <= 1.5 * window_s);
  }
};

QTEST_GUILESS_MAIN(TranscribeOptionsTest)
#include "test_transcribe_options.moc"
