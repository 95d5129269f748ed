// SPDX-License-Identifier: Apache-2.0
// A stop request takes effect within 200 ms, whatever the demo model is doing.
#include <QtTest>
#include <fstream>
#include <random>

#include "inference/api/error.h"
#include "inference/api/transcriber.h"
#include "tests/inference/pipeline/stop_latency.h"
#include "tests/inference/pipeline/transcript_checks.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

constexpr double bound_s = 0.2;
constexpr int attempts = 3;  // the best counts: other programs may use the machine

// The best latency of some attempts at one moment.
double best_latency(double after_s, const std::function<void(std::stop_token)>& work) {
  double best = 1e9;
  for (int i = 0; i < attempts && best > bound_s; ++i) best = std::min(best, stop_latency(after_s, work));
  return best;
}

}  // namespace

class CancelTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void while_opening() {
    const auto begin = std::chrono::steady_clock::now();
    open_transcriber({});
    const double whole_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::mt19937 random(1);
    std::uniform_real_distribution<double> moment(0.0, whole_s);
    int cancelled = 0;
    double worst_s = 0.0;
    for (int i = 0; i < 12; ++i) {
      std::string wrong;
      const double latency_s = best_latency(i == 0 ? 0.0 : moment(random), [&](std::stop_token stop) {
        try {
          open_transcriber({}, stop);
        } catch (...) {
          if (is_cancellation(std::current_exception())) {
            ++cancelled;
          } else {
            wrong = english(describe_failure(std::current_exception()).message);
          }
        }
      });
      QVERIFY2(wrong.empty(), wrong.c_str());
      worst_s = std::max(worst_s, latency_s);
    }
    qInfo("opening takes %.3f s; cancelled %d times, at most %.3f s after the request", whole_s, cancelled,
          worst_s);
    QVERIFY(cancelled > 0);
    QVERIFY(worst_s <= bound_s);
  }

  // A header that goes on for 100 GB: minutes to look through.
  void while_a_file_is_opened() {
    const std::filesystem::path file = folder_.filePath("long.wav").toStdString();
    std::ofstream(file, std::ios::binary) << std::string("RIFF\xFF\xFF\xFF\x7FWAVEJUNK\0\0\0\0", 20);
    std::filesystem::resize_file(file, 100'000'000'000);
    const std::unique_ptr<Transcriber> transcriber = open_transcriber({});
    Transcript transcript;
    const double latency_s = best_latency(0.1, [&](std::stop_token stop) {
      transcript = transcriber->transcribe(file, {}, {}, std::move(stop));
    });
    QVERIFY(transcript.cancelled && transcript.segments.empty());
    QVERIFY2(latency_s >= 0.0 && latency_s <= bound_s, qPrintable(QString::number(latency_s)));
  }

  void while_transcribing_data() {
    QTest::addColumn<bool>("joint");
    QTest::addColumn<bool>("searched");
    QTest::newRow("windows") << false << false;
    QTest::newRow("joint") << true << false;
    QTest::newRow("searched") << false << true;
  }
  void while_transcribing() {
    QFETCH(bool, joint);
    QFETCH(bool, searched);
    const std::filesystem::path file = folder_.filePath("speech.wav").toStdString();
    write_speech(file, joined_speech(240.0).samples);
    const std::unique_ptr<Transcriber> transcriber = open_transcriber({});
    TranscribeOptions options;
    options.long_audio = joint ? LongAudio::joint : LongAudio::windows;
    options.word_ngram = searched;
    std::mt19937 random(2);
    std::uniform_real_distribution<double> moment(0.0, 2.5);
    double worst_s = 0.0;
    int cancelled = 0;
    for (int i = 0; i < 12; ++i) {
      Transcript transcript;
      std::string wrong;
      const double latency_s = best_latency(moment(random), [&](std::stop_token stop) {
        try {
          transcript = transcriber->transcribe(file, options, {}, stop);
        } catch (...) {
          wrong = english(describe_failure(std::current_exception()).message);
        }
      });
      QVERIFY2(wrong.empty(), wrong.c_str());
      cancelled += transcript.cancelled ? 1 : 0;
      worst_s = std::max(worst_s, latency_s);
      const QString faults = segment_faults(transcript);
      QVERIFY2(faults.isEmpty(), qPrintable(faults));
    }
    qInfo("cancelled %d times, at most %.3f s after the request", cancelled, worst_s);
    QVERIFY(cancelled >= 6);
    QVERIFY(worst_s <= bound_s);
    // The next file does not inherit the request.
    const Transcript next = transcriber->transcribe(bundled_file("short.wav"), options, {}, {});
    QCOMPARE(next.text(), bundled_speech("short").text);
  }
};

QTEST_GUILESS_MAIN(CancelTest)
#include "test_cancel.moc"
