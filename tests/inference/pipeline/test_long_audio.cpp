// SPDX-License-Identifier: Apache-2.0
// Recordings of many windows: nothing lost, nothing doubled, in order; and what joint transcription refuses.
#include <QtTest>
#include <optional>

#include "inference/api/error.h"
#include "inference/api/transcriber.h"
#include "tests/inference/pipeline/transcript_checks.h"
#include "tests/support/speech_recording.h"
#include "tests/support/word_error_rate.h"

using namespace tilescribe;
using namespace tilescribe::test;

class LongAudioTest : public QObject {
  Q_OBJECT

  std::unique_ptr<Transcriber> transcriber_ = open_transcriber({});
  QTemporaryDir folder_;
  Speech speech_ = joined_speech(600.0);
  std::filesystem::path file_;

 private slots:
  void initTestCase() {
    file_ = folder_.filePath("ten-minutes.wav").toStdString();
    write_speech(file_, speech_.samples);
  }

  void ten_minutes_come_out_in_order() {
    const Transcript transcript = transcriber_->transcribe(file_, {}, {}, {});
    const WordErrors errors = word_errors(speech_.text, transcript.text());
    qInfo("%.0f s in %.1f s; word error rate %.4f of %zu words; longest loss %zu, longest addition %zu words",
          speech_.seconds(), transcript.elapsed_s, errors.rate(), errors.reference_words, errors.longest_loss,
          errors.longest_addition);
    // What the model writes of a sentence depends a little on its neighbours in the window.
    QVERIFY2(errors.rate() <= 0.05, transcript.text().c_str());
    QVERIFY2(errors.longest_loss <= 3, transcript.text().c_str());
    QVERIFY2(errors.longest_addition <= 3, transcript.text().c_str());
    const QString faults = segment_faults(transcript);
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
    QVERIFY(std::abs(transcript.duration_s - speech_.seconds()) < 1e-3);
    QVERIFY(std::ranges::none_of(transcript.segments, [](const Segment& segment) { return segment.looped; }));
    int window = 0;
    for (const Segment& segment : transcript.segments) {
      QVERIFY(segment.window == window || segment.window == window + 1);
      window = segment.window;
    }
    QVERIFY2(window >= 19 && window <= 29, qPrintable(QString::number(window)));
  }
};

QTEST_GUILESS_MAIN(LongAudioTest)
#include "test_long_audio.moc"
