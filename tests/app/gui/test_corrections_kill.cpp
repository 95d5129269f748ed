// SPDX-License-Identifier: Apache-2.0
// A program that is killed at random moments while its user corrects a transcript and a file is transcribed:
// every edit and every window that is older than two seconds is on disk, in files that are whole.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>

#include "inference/api/export.h"
#include "inference/api/unfinished.h"
#include "tests/support/fake_transcriber.h"

using namespace tilescribe;

namespace {

constexpr int patience_ms = 120'000;
constexpr int kills = 50;
constexpr qint64 safe_ms = 2000;  // what is older is on disk

/// What a running program said of itself, and when. Nothing is heard before it was printed.
class Heard {
 public:
  explicit Heard(QProcess& process) : process_(process) { clock_.start(); }

  qint64 now() const { return clock_.elapsed(); }
  /// False: its lines are not those that were expected.
  bool listen(qint64 until) {
    process_.waitForReadyRead(static_cast<int>(std::max<qint64>(1, until - now())));
    while (process_.canReadLine()) {
      const QByteArrayList line = process_.readLine().trimmed().split(' ');
      QList<qint64>& times = line.first() == "typed" ? typed : shown;
      if (line.size() != 2 || line.last().toInt() != times.size()) return false;
      times.append(now());
    }
    return true;
  }
  static qsizetype older(const QList<qint64>& times, qint64 than) {
    return std::lower_bound(times.begin(), times.end(), than) - times.begin();
  }

  QList<qint64> typed, shown;  // of each number, in order

 private:
  QProcess& process_;
  QElapsedTimer clock_;
};

}  // namespace

class TestCorrectionsKill : public QObject {
  Q_OBJECT

 private slots:
  void every_edit_and_window_older_than_two_seconds_is_there() {
    QRandomGenerator random(50);
    qsizetype edits = 0, windows = 0;
    for (int kill = 0; kill < kills; ++kill) {
      const QTemporaryDir folder;
      QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("transcripts")));
      QVERIFY(QFile(folder.filePath(QStringLiteral("spoken.wav"))).open(QIODevice::WriteOnly));
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
      Heard heard(process);
      while ((heard.typed.isEmpty() || heard.shown.isEmpty()) && heard.now() < patience_ms)
        QVERIFY(heard.listen(heard.now() + 100));
      QVERIFY(!heard.typed.isEmpty() && !heard.shown.isEmpty());
      const qint64 end = heard.now() + 1000 + static_cast<qint64>(random.bounded(3000));
      while (heard.now() < end) QVERIFY(heard.listen(end));
      const qint64 safe_until = heard.now() - safe_ms;
      process.kill();
      QVERIFY(process.waitForFinished());
      QCOMPARE(process.exitStatus(), QProcess::CrashExit);

      const QString text =
          QString::fromStdString(load_transcript(file.toStdString(), ExportFormat::json).text());
      const qsizetype safe_edits = Heard::older(heard.typed, safe_until);
      for (qsizetype number = 0; number < safe_edits; ++number)
        QVERIFY2(text.contains(QStringLiteral(" n%1.").arg(number)),
                 qPrintable(QStringLiteral("kill %1: edit %2 of %3").arg(kill).arg(number).arg(safe_edits)));
      // Nothing else became of it.
      QCOMPARE(text.count(QStringLiteral("Some words are said.")), 200);
      edits += safe_edits;

      const qsizetype safe_windows = Heard::older(heard.shown, safe_until);
      windows += safe_windows;
      if (safe_windows == 0) continue;
      const auto kept =
          unfinished_texts(folder.filePath(QStringLiteral("transcripts/unfinished")).toStdString());
      QCOMPARE(kept.size(), std::size_t{1});
      const std::vector<Segment>& segments = kept.front().options.from.segments;
      QVERIFY2(
          static_cast<qsizetype>(segments.size()) >= safe_windows,
          qPrintable(
              QStringLiteral("kill %1: %2 windows of %3").arg(kill).arg(segments.size()).arg(safe_windows)));
      for (std::size_t i = 0; i < segments.size(); ++i) {
        QCOMPARE(segments[i].window, static_cast<int>(i));
        QCOMPARE(segments[i].text, test::fake_sentence(static_cast<int>(i)));
      }
    }
    qInfo("%lld edits and %lld windows looked for after %d kills", static_cast<long long>(edits),
          static_cast<long long>(windows), kills);
    QVERIFY(edits > 10 * kills && windows > 10 * kills);
  }
};

QTEST_MAIN(TestCorrectionsKill)
#include "test_corrections_kill.moc"
