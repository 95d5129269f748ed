// SPDX-License-Identifier: Apache-2.0
// A program that is killed at random moments while its user corrects a transcript: every edit that is older
// than two seconds is in the file, which is whole.
#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/api/export.h"

using namespace tilescribe;

namespace {

constexpr int patience_ms = 120'000;
constexpr int kills = 50;
constexpr qint64 safe_ms = 2000;  // an edit that is older is on disk

}  // namespace

class TestCorrectionsKill : public QObject {
  Q_OBJECT

 private slots:
  void every_edit_older_than_two_seconds_is_there() {
    QRandomGenerator random(50);
    int edits = 0;
    for (int kill = 0; kill < kills; ++kill) {
      const QTemporaryDir folder;
      QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("transcripts")));
      const QString file = folder.filePath(QStringLiteral("transcripts/20260131-120000-000-talk.wav.json"));
      Transcript transcript;
      transcript.source = "talk.wav";
      for (int i = 0; i < 200; ++i)
        transcript.segments.push_back(
            {.start_s = i * 3.0, .end_s = i * 3.0 + 3.0, .text = "Some words are said."});
      save_transcript(file.toStdString(), transcript, ExportFormat::json, Readers::user_alone);

      QProcess process;
      auto environment = QProcessEnvironment::systemEnvironment();
      environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
      process.setProcessEnvironment(environment);
      process.start(QStringLiteral(TILESCRIBE_CORRECTING), {folder.path()});
      QVERIFY(process.waitForStarted());
      QElapsedTimer clock;
      clock.start();
      QList<qint64> typed_at;  // of each number, in order; not before it was printed
      const auto hear = [&](int wait_ms) {
        process.waitForReadyRead(wait_ms);
        for (; process.canReadLine(); typed_at.append(clock.elapsed()))
          if (process.readLine().trimmed().toInt() != typed_at.size()) return false;
        return true;
      };
      while (typed_at.isEmpty() && clock.elapsed() < patience_ms) QVERIFY(hear(100));
      QVERIFY(!typed_at.isEmpty());
      const qint64 end = clock.elapsed() + 1000 + static_cast<qint64>(random.bounded(3000));
      while (clock.elapsed() < end)
        QVERIFY(hear(static_cast<int>(std::max<qint64>(1, end - clock.elapsed()))));
      const qint64 killed_at = clock.elapsed();
      process.kill();
      QVERIFY(process.waitForFinished());
      QCOMPARE(process.exitStatus(), QProcess::CrashExit);

      const QString text =
          QString::fromStdString(load_transcript(file.toStdString(), ExportFormat::json).text());
      for (int number = 0; number < typed_at.size(); ++number) {
        if (killed_at - typed_at.at(number) <= safe_ms) break;
        ++edits;
        QVERIFY2(text.contains(QStringLiteral(" n%1.").arg(number)),
                 qPrintable(QStringLiteral("kill %1: %2 of %3").arg(kill).arg(number).arg(typed_at.size())));
      }
      // Nothing else became of it.
      QCOMPARE(text.count(QStringLiteral("Some words are said.")), 200);
    }
    qInfo("%d edits looked for after %d kills", edits, kills);
    QVERIFY(edits > 10 * kills);
  }
};

QTEST_MAIN(TestCorrectionsKill)
#include "test_corrections_kill.moc"
