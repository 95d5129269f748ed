// SPDX-License-Identifier: Apache-2.0
// A program that is killed at random moments while its user corrects a transcript and a file is transcribed:
// every edit and every window that is older than two seconds is on disk, in files that are whole.
#include <QRandomGenerator>
#include <QtTest>

#include "tests/app/gui/killed_corrector.h"

using tilescribe::test::KilledCorrector;

class TestCorrectionsKill : public QObject {
  Q_OBJECT

 private slots:
  void every_edit_and_window_older_than_two_seconds_is_there() {
    constexpr int kills = 25;
    QRandomGenerator random(50);
    qsizetype edits = 0, windows = 0;
    for (int kill = 0; kill < kills; ++kill) {
      KilledCorrector program;
      QString fault = program.start();
      if (fault.isEmpty()) fault = program.live(1000 + static_cast<int>(random.bounded(3000)));
      if (fault.isEmpty()) fault = program.kill();
      QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("kill %1: %2").arg(kill).arg(fault)));
      edits += program.edits();
      windows += program.windows();
    }
    qInfo("%lld edits and %lld windows looked for after %d kills", static_cast<long long>(edits),
          static_cast<long long>(windows), kills);
    QVERIFY(edits > 10 * kills && windows > 10 * kills);
  }
};

QTEST_MAIN(TestCorrectionsKill)
#include "test_corrections_kill.moc"
