// SPDX-License-Identifier: Apache-2.0
// What the command line does when a GPU fails, on fake services.
#include <QtTest>
#include <sstream>

#include "inference/api/export.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::run_words;
using test::text;

class GpuFailuresTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  /// Nobody asked for the GPU, so the CPU continues: once with a warning, and no sentence is written twice.
  void aGpuThatFailsIsLeft() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "--model", "big", "a.wav", "dies.wav", "dies-2.wav"}, console), 0);
    QCOMPARE(text(console.output),
             QString("==> a.wav <==\nFirst of a.wav.\nSecond of a.wav.\n"
                     "\n==> dies.wav <==\nFirst of dies.wav.\nSecond of dies.wav.\n"
                     "\n==> dies-2.wav <==\nFirst of dies-2.wav.\nSecond of dies-2.wav.\n"));
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: dies.wav: The GPU was lost. Now the CPU transcribes "
                     "it from its beginning.\n"));
    // In one piece the transcript is the CPU's.
    test::StringConsole json;
    QCOMPARE(run_words({"transcribe", "--model", "big", "dies.wav", "--format", "json"}, json), 0);
    std::istringstream in(json.output);
    const Transcript transcript = read_transcript(in, ExportFormat::json);
    QCOMPARE(text(transcript.text()), QString("First of dies.wav. Second of dies.wav."));
    QVERIFY(!transcript.engine.starts_with("Fake GPU"));
  }

  /// What was measured of the GPU is gone with it; the profile is the CPU's.
  void aGpuThatFailsWhileItIsMeasuredIsLeft() {
    const QString csv = folder_.filePath("dies.csv");
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "--model", "big", "dies.wav", "--profile", csv}, console), 0);
    QCOMPARE(text(console.output), QString("First of dies.wav.\nSecond of dies.wav.\n"));
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: dies.wav: The GPU was lost. Now the CPU transcribes "
                     "it from its beginning.\n"));
    QVERIFY(QFile::exists(csv));
  }

  /// Each file says why, and none that it was cancelled.
  void noEngineIsLeft() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "--model", "alone", "dies.wav", "a.wav"}, console), 1);
    QCOMPARE(
        text(console.errors),
        QString("tilescribe-cli: dies.wav: The GPU was lost. Now the CPU transcribes it from its beginning.\n"
                "tilescribe-cli: dies.wav: There is not enough memory for the CPU.\n"
                "tilescribe-cli: a.wav: The GPU can't be opened again. --engine cpu runs without the GPU.\n"
                "tilescribe-cli: 2 of 2 files failed.\n"));
  }

  void aGpuThatWasAskedForFailsTheFile() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "--model", "big", "--engine", "cuda", "dies.wav"}, console), 1);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: dies.wav: The GPU was lost. --engine cpu runs without the GPU.\n"));
    QCOMPARE(text(console.output), QString("First of dies.wav.\n"));
  }

  void aBadFileIsNotTheGpusFault() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "--model", "big", "bad.wav"}, console), 1);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: bad.wav: Expected audio, found nothing of the kind.\n"));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(GpuFailuresTest)
#include "test_gpu_failures.moc"
