// SPDX-License-Identifier: Apache-2.0
// The program as a process on fake services: exit codes, pipes, signals, a terminal.
#include <QtTest>

#include <signal.h>

#include "tests/app/cli/process.h"

using namespace tilescribe::test;

namespace {

const QString program = TILESCRIBE_CLI;

// Starts the program, sends it a signal some times once its output holds `marker`. The exit code is minus the
// signal's number where the signal ended it.
Ended interrupted(const QStringList& arguments, const QByteArray& marker, int number, int times) {
  QProcess process;
  process.start(program, arguments);
  Ended ended;
  while (!ended.output.contains(marker) && process.waitForReadyRead(60'000)) {
    ended.output += process.readAllStandardOutput();
  }
  for (int i = 0; i < times; ++i) {
    ::kill(static_cast<pid_t>(process.processId()), number);
    QTest::qSleep(100);
  }
  if (!process.waitForFinished(60'000)) process.kill();
  process.waitForFinished();
  ended.output += process.readAllStandardOutput();
  ended.errors = process.readAllStandardError();
  const bool normal = process.exitStatus() == QProcess::NormalExit;
  ended.exit_code = normal ? process.exitCode() : -process.exitCode();
  return ended;
}

}  // namespace

class ProcessTest : public QObject {
  Q_OBJECT

 private slots:
  void exitCodes() {
    QCOMPARE(run_program(program, {"transcribe", "a.wav"}).exit_code, 0);
    QCOMPARE(run_program(program, {"transcribe", "a.wav", "bad.wav"}).exit_code, 1);
    QCOMPARE(run_program(program, {"transcribe"}).exit_code, 2);
    QCOMPARE(run_program(program, {}).exit_code, 2);
    QCOMPARE(run_program(program, {"--help"}).exit_code, 0);
  }

  void aPipeGetsNothingButText() {
    const Ended ended = run_program(program, {"transcribe", "a.wav", "b.wav"});
    QCOMPARE(ended.output, QByteArray("==> a.wav <==\nFirst of a.wav.\nSecond of a.wav.\n"
                                      "\n==> b.wav <==\nFirst of b.wav.\nSecond of b.wav.\n"));
    QVERIFY(!has_control_characters(ended.output));
    QCOMPARE(ended.errors, QByteArray());
  }

  void aTerminalGetsTheBarAndTheText() {
    const Ended ended = run_on_terminal(program, {"transcribe", "a.wav"});
    QCOMPARE(ended.exit_code, 0);
    QVERIFY2(ended.output.contains("50%  1:05 left"), ended.output.constData());
    QVERIFY(ended.output.contains("\r\x1B[KSecond of a.wav.\r\n"));
    QVERIFY(ended.output.endsWith("\r\x1B[K") || ended.output.endsWith("\r\n"));
  }

  void standardInput() {
    QCOMPARE(run_program(program, {"tokenize"}, "Hi\n").output, QByteArray("72 105\n"));
    QCOMPARE(run_program(program, {"detokenize"}, "72 105").output, QByteArray("Hi\n"));
  }

  void anInterruptWritesWhatIsDone_data() {
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
  }
  void anInterruptWritesWhatIsDone() {
    QFETCH(int, number);
    const Ended ended = interrupted({"transcribe", "a.wav", "slow.wav", "b.wav"}, "First of slow", number, 1);
    QCOMPARE(ended.exit_code, 130);
    QVERIFY(ended.output.endsWith("==> slow.wav <==\nFirst of slow.wav.\n"));
    QCOMPARE(ended.errors, QByteArray("tilescribe-cli: slow.wav: Cancelled; the transcript ends at 0:02.\n"));
  }

  void aSecondInterruptEndsItAtOnce() {
    const Ended ended = interrupted({"transcribe", "stuck.wav"}, "hears nothing", SIGINT, 2);
    QCOMPARE(ended.exit_code, -SIGINT);
    QCOMPARE(ended.output, QByteArray("First of stuck.wav.\nNow it hears nothing.\n"));
  }

  void aReaderThatGoesAwayEndsItQuietly() {
    const Ended ended =
        run_program("/bin/sh", {"-c", "{ " + program + " transcribe long.wav; echo $? >&2; } | head -n 1"});
    QCOMPARE(ended.output, QByteArray("Sentence number 0.\n"));
    QCOMPARE(ended.errors, QByteArray("141\n"));
  }

  void aFullDevice() {
    const Ended ended = run_program("/bin/sh", {"-c", program + " transcribe a.wav > /dev/full"});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.errors,
             QByteArray("tilescribe-cli: Standard output could not be written: No space left on device.\n"));
  }
};

QTEST_APPLESS_MAIN(ProcessTest)
#include "test_process.moc"
