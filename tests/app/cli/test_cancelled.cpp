// SPDX-License-Identifier: Apache-2.0
// What is left of a transcription that was cancelled on the terminal, on fake services and strings for
// streams.
#include <QDeadlineTimer>
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <thread>

#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;

using test::content;
using test::run_words;
using test::text;

namespace {

void interrupt_once_a_file_waits(test::StringConsole& console) {
  static int seen = 0;  // by the tests before
  const QDeadlineTimer patience(20'000);
  while (test::files_that_waited() == seen && !patience.hasExpired())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  seen = test::files_that_waited();
  console.interrupt.request_stop();
}

}  // namespace

class CancelledTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  void cancelledBeforeTheModelIsOpen() {
    test::StringConsole console;
    console.interrupt.request_stop();
    QCOMPARE(run_words({"transcribe", "a.wav"}, console), 130);
    QCOMPARE(text(console.errors), QString("tilescribe-cli: Cancelled.\n"));
  }

  void cancelledInTheMiddleKeepsWhatIsDone() {
    const QString out = folder_.filePath("cancelled");
    test::StringConsole console;
    std::thread later([&console] { interrupt_once_a_file_waits(console); });
    const int code =
        run_words({"transcribe", "a.wav", "slow.wav", "b.wav", "--output", out, "--format", "json"}, console);
    later.join();
    QCOMPARE(code, 130);
    QCOMPARE(QDir(out).entryList(QDir::Files | QDir::Hidden), (QStringList{"a.json", "slow.json"}));
    QVERIFY(content(out + "/slow.json").contains("\"cancelled\": true"));
    QVERIFY(content(out + "/slow.json").contains("First of slow.wav."));
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: slow.wav: Cancelled; the transcript ends at 0:02.\n"));
  }

  void cancelledWithNothingKeepsTheOlderFile() {
    QFile older(folder_.filePath("mute.txt"));
    QVERIFY(older.open(QIODevice::WriteOnly));
    older.write("older");
    older.close();
    test::StringConsole console;
    std::thread later([&console] { interrupt_once_a_file_waits(console); });
    const int code = run_words({"transcribe", "mute.wav", "--output", folder_.path()}, console);
    later.join();
    QCOMPARE(code, 130);
    QCOMPARE(content(older.fileName()), QByteArray("older"));
  }

  void cancelledInTheMiddleKeepsTheOlderFile() {
    const QString out = folder_.filePath("older");
    QVERIFY(QDir().mkpath(out));
    QFile older(out + "/slow.txt");
    QVERIFY(older.open(QIODevice::WriteOnly) && older.write("older") > 0);
    older.close();
    for (const char* unfinished : {"slow-unfinished.txt", "slow-unfinished-2.txt"}) {
      test::StringConsole console;
      std::thread later([&console] { interrupt_once_a_file_waits(console); });
      const int code = run_words({"transcribe", "slow.wav", "--output", out}, console);
      later.join();
      QCOMPARE(code, 130);
      QCOMPARE(content(older.fileName()), QByteArray("older"));
      QVERIFY(content(out + "/" + unfinished).contains("First of slow.wav."));
      QVERIFY2(
          text(console.errors)
              .contains(
                  QString("slow.txt stays as it was; what is transcribed so far is in %1.").arg(unfinished)),
          console.errors.c_str());
    }
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(CancelledTest)
#include "test_cancelled.moc"
