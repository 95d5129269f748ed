// SPDX-License-Identifier: Apache-2.0
// Killed at any moment while it records, a program leaves a file that can be read and holds what was heard,
// and the next start offers it.
#define QT_NO_KEYWORDS
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <random>

#include "tests/inference/audio/recording/recording_checks.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

constexpr int rate = 16'000;
constexpr int speed = 2;  // times real time

// One program that records in a folder of its own.
struct Child {
  QTemporaryDir folder;
  QProcess process;
  QElapsedTimer since_start;  // from when it said that it records
  int lives_ms = 0;
  qint64 lived_ms = 0;
  std::int64_t told = 0;  // samples
};

}  // namespace

class RecordingKillTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fifty_kills_lose_less_than_a_second() {
    QTemporaryDir folder;
    const auto source = noise(rate * 2);
    write_samples(folder.filePath("source.wav").toStdString(), source, rate);
    const QString id = QString("file:%1?speed=%2&loop=1").arg(folder.filePath("source.wav")).arg(speed);
    std::mt19937 random(7);
    double most_lost_s = 0.0;
    for (int round = 0; round < 10; ++round) {
      std::array<Child, 5> children;
      for (Child& child : children) {
        child.lives_ms = std::uniform_int_distribution(5, 2500)(random);
        child.process.start(TILESCRIBE_RECORD_UNTIL_KILLED, {id, child.folder.path()});
      }
      for (Child& child : children) {
        QVERIFY(child.process.waitForReadyRead(20'000));
        child.since_start.start();
      }
      for (std::size_t dead = 0; dead < children.size();) {
        for (Child& child : children) {
          if (child.process.state() == QProcess::NotRunning || child.since_start.elapsed() < child.lives_ms)
            continue;
          child.lived_ms = child.since_start.elapsed();
          child.process.kill();
          QVERIFY(child.process.waitForFinished());
          QCOMPARE(child.process.exitStatus(), QProcess::CrashExit);
          QList<QByteArray> lines = child.process.readAllStandardOutput().split('\n');
          lines.removeLast();  // empty, or not written to its end
          child.told = lines.isEmpty() ? 0 : lines.last().toLongLong();
          ++dead;
        }
        QTest::qSleep(1);
      }
      for (const Child& child : children) {
        const auto found = recordings(child.folder.path().toStdString());
        QCOMPARE(found.size(), std::size_t{1});
        const auto kept = samples_of(found[0].file);
        QCOMPARE(found[0].unfinished, !kept.empty());
        for (std::size_t i = 0; i < kept.size(); ++i) {
          if (kept[i] != source[i % source.size()]) QFAIL(qPrintable(QString("sample %1 is another").arg(i)));
        }
        const double heard_s = static_cast<double>(child.lived_ms) / 1000.0 * speed;
        const double kept_s = static_cast<double>(kept.size()) / rate;
        most_lost_s = std::max(most_lost_s, (heard_s - kept_s) / speed);
        QVERIFY(static_cast<std::int64_t>(kept.size()) >= child.told);
        QVERIFY2((heard_s - kept_s) / speed < 1.0,
                 qPrintable(QString("%1 s of %2 s").arg(kept_s).arg(heard_s)));
      }
    }
    qInfo("50 kills: at most %.3f s were lost", most_lost_s);
  }
};

QTEST_GUILESS_MAIN(RecordingKillTest)
#include "test_recording_kill.moc"
