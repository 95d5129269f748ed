// SPDX-License-Identifier: Apache-2.0
// A program that is killed leaves whole transcripts or none, never half of one.
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <random>

#include "inference/api/export.h"
#include "tests/app/cli/process.h"

using namespace tilescribe;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

const QString program = TILESCRIBE_CLI;
const QString audio = TILESCRIBE_SOURCE_DIR "/resources/audio/";

// Copies of one short recording under names of their own, so that files are written all the time.
QStringList recordings(const QTemporaryDir& folder, int count) {
  QStringList files;
  for (int i = 0; i < count; ++i) {
    files += folder.filePath(QString("recording-%1.wav").arg(i, 2, 10, QLatin1Char('0')));
    QFile::copy(audio + "short.wav", files.back());
  }
  return files;
}

Transcript read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return read_transcript(in, ExportFormat::json);
}

}  // namespace

class KillTest : public QObject {
  Q_OBJECT

 private slots:
  void whole_transcripts_or_none() {
    QTemporaryDir folder;
    const QStringList files = recordings(folder, 8);
    const auto arguments = [&](const QString& out) {
      return QStringList{"transcribe"} + files + QStringList{"--output", out, "--format", "json"};
    };
    QElapsedTimer clock;
    clock.start();
    const QString whole = folder.filePath("whole");
    QCOMPARE(run_program(program, arguments(whole)).exit_code, 0);
    const auto whole_ms = static_cast<int>(clock.elapsed());
    const Transcript expected = read((whole + "/recording-00.json").toStdString());
    QVERIFY(!expected.text().empty());

    std::mt19937 random(1);
    int written = 0, interrupted = 0;
    for (int i = 0; i < 10; ++i) {
      const QString out = folder.filePath(QString("killed-%1").arg(i));
      QProcess process;
      process.start(program, arguments(out));
      QVERIFY(process.waitForStarted());
      QTest::qSleep(std::uniform_int_distribution(whole_ms / 10, whole_ms * 3 / 4)(random));
      process.kill();
      QVERIFY(process.waitForFinished());
      interrupted += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
      if (!fs::exists(out.toStdString())) continue;
      for (const fs::directory_entry& entry : fs::directory_iterator(out.toStdString())) {
        const fs::path& file = entry.path();
        if (file.extension() != ".json")
          continue;  // a temporary file, which no reader takes for a transcript
        ++written;
        QCOMPARE(read(file).text(), expected.text());
      }
    }
    qInfo("%d of 10 runs were killed under way; %d transcripts stood, all whole", interrupted, written);
    QVERIFY(interrupted >= 3);
    QVERIFY(written >= 3);
  }
};

QTEST_GUILESS_MAIN(KillTest)
#include "test_kill.moc"
