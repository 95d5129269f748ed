// SPDX-License-Identifier: Apache-2.0
// Killed at any moment while it records, a program leaves a file that can be read and holds what was heard,
// and the next start offers it.
#define QT_NO_KEYWORDS
#include <QTest>
#include <array>
#include <random>

#include "tests/inference/audio/recording/killed_recorder.h"

using namespace tilescribe;
using namespace tilescribe::test;

class RecordingKillTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fifty_kills_lose_less_than_a_second() {
    QTemporaryDir folder;
    const auto source = noise(KilledRecorder::rate * 2);
    const QString wav = folder.filePath("source.wav");
    write_samples(wav.toStdString(), source, KilledRecorder::rate);
    std::mt19937 random(7);
    double most_lost_s = 0.0;
    for (int round = 0; round < 10; ++round) {
      std::array<KilledRecorder, 5> recorders;
      std::array<int, 5> lives_ms{};
      for (int& ms : lives_ms) ms = std::uniform_int_distribution(5, 2500)(random);
      for (KilledRecorder& one : recorders) one.start(wav);
      for (KilledRecorder& one : recorders) QVERIFY(one.records());
      for (std::size_t dead = 0; dead < recorders.size();) {
        for (std::size_t i = 0; i < recorders.size(); ++i) {
          if (recorders[i].killed() || recorders[i].lives_ms() < lives_ms[i]) continue;
          recorders[i].kill();
          ++dead;
        }
        QTest::qSleep(1);
      }
      for (KilledRecorder& one : recorders) {
        const QString fault = one.fault(source);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        most_lost_s = std::max(most_lost_s, one.lost_s());
      }
    }
    qInfo("50 kills: at most %.3f s were lost", most_lost_s);
  }
};

QTEST_GUILESS_MAIN(RecordingKillTest)
#include "test_recording_kill.moc"
