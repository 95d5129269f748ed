// SPDX-License-Identifier: Apache-2.0
// The demo model on the bundled samples: the golden texts, from any container.
#include <QtTest>
#include <filesystem>

#include "inference/api/transcriber.h"
#include "inference/api/word_errors.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "tests/inference/pipeline/transcript_checks.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TranscribeTest : public QObject {
  Q_OBJECT

  std::unique_ptr<Transcriber> f32_, best_;  // `best_`: what this machine takes by itself

  Transcript run(Transcriber& transcriber, const std::filesystem::path& file, LongAudio way) {
    TranscribeOptions options;
    options.long_audio = way;
    return transcriber.transcribe(file, options, {}, {});
  }

 private slots:
  void initTestCase() {
    EngineOptions options;
    best_ = open_transcriber(options);
    options.compute = Compute::f32;
    f32_ = open_transcriber(options);
    QCOMPARE(f32_->engine().compute, std::string("f32"));
    QCOMPARE(best_->engine().compute, std::string(kernels::cpu_facts().bf16 ? "bf16" : "f32"));
  }

  void samples_give_the_golden_text_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("joint");
    QTest::addColumn<bool>("f32");
    for (const char* name : {"short", "medium", "long", "sample"}) {
      for (const bool joint : {false, true}) {
        for (const bool f32 : {false, true}) {
          QTest::addRow("%s, %s, %s", name, joint ? "joint" : "windows", f32 ? "f32" : "this machine's best")
              << name << joint << f32;
        }
      }
    }
  }
  void samples_give_the_golden_text() {
    QFETCH(QString, name);
    QFETCH(bool, joint);
    QFETCH(bool, f32);
    const Speech speech = bundled_speech(name.toStdString());
    const Transcript transcript = run(f32 ? *f32_ : *best_, bundled_file(name.toStdString() + ".wav"),
                                      joint ? LongAudio::joint : LongAudio::windows);
    QCOMPARE(QString::fromStdString(transcript.text()), QString::fromStdString(speech.text));
    QVERIFY(!transcript.cancelled);
    QCOMPARE(transcript.source, name.toStdString() + ".wav");
    QVERIFY(std::abs(transcript.duration_s - speech.seconds()) < 1e-3);
    const QString faults = segment_faults(transcript);
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
  }

  /// Copies that lost something on the way: 12.5% is one of the sentence's eight words. With half the band,
  /// "amidst the" becomes "a midstat", which counts as two.
  void copies_keep_the_words_data() {
    QTest::addColumn<int>("stream");
    for (const char* file : {"speech.mp3", "speech.m4a", "speech.opus", "speech.ogg", "speech.flac",
                             "speech-44k-stereo.flac", "speech-8k.wav", "video.mp4", "video.webm"}) {
      QTest::newRow(file) << -1;
    }
    QTest::newRow("two-languages.mkv") << 2;
  }
  void copies_keep_the_words() {
    QFETCH(int, stream);
    TranscribeOptions options;
    options.audio_stream = stream;
    const std::string file = QTest::currentDataTag();
    const double bound = file == "speech-8k.wav" ? 0.25 : 0.125;
    const Transcript transcript =
        best_->transcribe(std::filesystem::path(TILESCRIBE_TEST_DATA "/audio") / file, options, {}, {});
    const WordErrors errors = word_errors(bundled_speech("short").text, transcript.text());
    qInfo("%s: word error rate %.3f", file.c_str(), errors.rate());
    QVERIFY2(errors.rate() <= bound, transcript.text().c_str());
    const QString faults = segment_faults(transcript);
    QVERIFY2(faults.isEmpty(), qPrintable(faults));
  }

  /// The measure itself.
  void word_error_rate() {
    const auto rate = [](const char* a, const char* b) { return word_errors(a, b).rate(); };
    QCOMPARE(rate("One two, three.", "one two three"), 0.0);
    QCOMPARE(rate("one two three four", "one too three four"), 0.25);
    QCOMPARE(rate("one two three four", "one four"), 0.5);
    QCOMPARE(rate("one two", "one two one two"), 1.0);
    QCOMPARE(rate("", ""), 0.0);
    QCOMPARE(word_errors("a b c d e f", "a f").longest_loss, std::size_t{4});
    QCOMPARE(word_errors("a b", "a x y b z").longest_addition, std::size_t{2});
  }
};

QTEST_GUILESS_MAIN(TranscribeTest)
#include "test_transcribe.moc"
