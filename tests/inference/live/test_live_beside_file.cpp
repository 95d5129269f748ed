// SPDX-License-Identifier: Apache-2.0
// A live session between the ops of a file's transcription, on one engine: neither changes the other's text,
// and the live text does not wait for the file.
#define QT_NO_KEYWORDS  // the model has a member named slots
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "inference/api/error.h"
#include "inference/api/transcriber.h"
#include "inference/pipeline/live_decoder.h"
#include "tests/inference/live/latency.h"
#include "tests/inference/live/live_simulation.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;

class TestLiveBesideFile : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<Transcriber> transcriber_ = open_transcriber({});
  test::Speech speech_ = test::joined_speech(60.0);

  // A session on the whole recording, which is there from the beginning.
  std::unique_ptr<LiveSession> session(std::vector<test::Shown>& shown) {
    const auto recording =
        std::make_shared<test::MemoryRecording>(test::audio_of(test::spoken_words_file()), 16000);
    recording->grow_to(1e6);
    const LiveEvents events{.fixed =
                                [&shown](const LivePiece& piece) {
                                  shown.push_back({0.0, true, piece});
                                },
                            .provisional = {},
                            .status = {}};
    return transcriber_->live(recording, {}, events, {}, {});
  }

 private Q_SLOTS:
  void both_texts_are_those_that_each_has_alone() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("speech.wav").toStdString();
    test::write_speech(file, speech_.samples);
    const Transcript file_alone = transcriber_->transcribe(file, {}, {}, {});
    std::vector<test::Shown> live_alone;
    {
      const std::unique_ptr<LiveSession> live = session(live_alone);
      while (!live->finished()) QVERIFY(live->advance());
    }

    std::vector<test::Shown> live_beside;
    const std::unique_ptr<LiveSession> live = session(live_beside);
    std::size_t segments = 0, segments_when_live_ended = 0;
    int calls = 0;
    TranscribeEvents events;
    events.segment = [&](const Segment&) { ++segments; };
    events.between_ops = [&] {
      // Not all at once: at every stage of the file's work there is some of it.
      if (++calls % 40 != 0 || live->finished()) return;
      live->advance();
      if (live->finished()) segments_when_live_ended = segments;
    };
    // A fast engine is done with the file several times before the session is.
    for (int round = 0; round < 100 && !live->finished(); ++round) {
      segments = 0;
      const Transcript file_beside = transcriber_->transcribe(file, {}, events, {});
      QCOMPARE(QString::fromStdString(file_beside.text()), QString::fromStdString(file_alone.text()));
    }
    QVERIFY(live->finished());
    QVERIFY(segments_when_live_ended < segments);
    QCOMPARE(QString::fromStdString(test::fixed_text(live_beside)),
             QString::fromStdString(test::fixed_text(live_alone)));
    QVERIFY(test::fixed_text(live_alone).size() > 100);
  }

  void the_window_of_an_utterance_is_brief_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<int>("frames");
    QTest::addRow("a syllable") << 0.5 << 400;
    QTest::addRow("2 s, and 2 s of silence") << 2.0 << 400;
    QTest::addRow("a sample more") << 2.0 + 1.0 / 16000 << 600;
    QTest::addRow("the longest") << 29.0 << 3000;
    QTest::addRow("a whole window") << 30.0 << 3000;
  }
  void the_window_of_an_utterance_is_brief() {
    QFETCH(double, seconds);
    QTEST(static_cast<int>(brief_frames(std::llround(seconds * 16000))), "frames");
  }

  void cancelling_the_file_leaves_the_session_as_it_is() {
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("speech.wav").toStdString();
    test::write_speech(file, speech_.samples);
    std::vector<test::Shown> shown;
    const std::unique_ptr<LiveSession> live = session(shown);
    std::stop_source stop;
    TranscribeEvents events;
    events.between_ops = [&] {
      if (live->advance() && shown.size() > 2) stop.request_stop();
    };
    const Transcript cancelled = transcriber_->transcribe(file, {}, events, stop.get_token());
    QVERIFY(cancelled.cancelled);
    while (!live->finished()) QVERIFY(live->advance());
    std::vector<test::Shown> alone;
    const std::unique_ptr<LiveSession> again = session(alone);
    while (!again->finished()) QVERIFY(again->advance());
    QCOMPARE(QString::fromStdString(test::fixed_text(shown)),
             QString::fromStdString(test::fixed_text(alone)));
  }

  void a_session_that_is_told_to_stop_throws_and_leaves_the_file() {
    const auto recording = std::make_shared<test::MemoryRecording>(speech_.samples, 16000);
    recording->grow_to(1e6);
    std::stop_source stop;
    const std::unique_ptr<LiveSession> live = transcriber_->live(recording, {}, {}, {}, stop.get_token());
    const QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("speech.wav").toStdString();
    test::write_speech(file, std::span(speech_.samples).first(16000 * 12));
    bool stopped = false;
    TranscribeEvents events;
    events.between_ops = [&] {
      if (stopped) return;
      try {
        live->advance();
        stop.request_stop();
        while (live->advance()) {
        }
      } catch (...) {
        stopped = is_cancellation(std::current_exception());
      }
    };
    const Transcript transcript = transcriber_->transcribe(file, {}, events, {});
    QVERIFY(stopped);
    QVERIFY(!transcript.cancelled);
    QVERIFY(!transcript.segments.empty());
  }
};

QTEST_GUILESS_MAIN(TestLiveBesideFile)
#include "test_live_beside_file.moc"
