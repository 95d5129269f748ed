// SPDX-License-Identifier: Apache-2.0
// The program with too little memory, however little: a sentence and an exit code, never a crash.
#include <QtTest>

#include "tests/app/cli/process.h"

using namespace tilescribe::test;

class MemoryLimitTest : public QObject {
  Q_OBJECT

  // `kibibytes` of address space.
  static Ended transcribe_within(int kibibytes) {
    const QString command = QStringLiteral("ulimit -v %1; exec \"$@\"").arg(kibibytes);
    return run_program(QStringLiteral("/bin/sh"),
                       QStringList{"-c", command, "sh", TILESCRIBE_CLI, "transcribe",
                                   TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav", "--engine", "cpu"});
  }

 private slots:
  /// From where the program starts at all to where it succeeds: in between, each thing that takes memory
  /// meets the limit once.
  void any_limit_gives_text_or_a_sentence_data() {
    QTest::addColumn<int>("kibibytes");
    for (int kibibytes = 120'000; kibibytes <= 200'000; kibibytes += 4'000)
      QTest::addRow("%d KiB", kibibytes) << kibibytes;
    for (int kibibytes = 220'000; kibibytes <= 400'000; kibibytes += 20'000)
      QTest::addRow("%d KiB", kibibytes) << kibibytes;
  }
  void any_limit_gives_text_or_a_sentence() {
    QFETCH(int, kibibytes);
    const Ended ended = transcribe_within(kibibytes);
    QVERIFY2(ended.exit_code != -1, "it crashed: " + ended.errors);
    const bool text = ended.exit_code == 0 && !ended.output.isEmpty();
    const bool loader = ended.exit_code == 127;  // a library does not fit into so little
    const bool sentence = ended.exit_code == 1 && ended.errors.trimmed().endsWith('.');
    QVERIFY2(text || loader || sentence, QByteArray::number(ended.exit_code) + ": " + ended.errors);
  }
};

QTEST_APPLESS_MAIN(MemoryLimitTest)
#include "test_memory.moc"
