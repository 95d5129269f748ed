// SPDX-License-Identifier: Apache-2.0
// The real program, killed in the middle of a long file: the next start continues what was transcribed, and
// ends with the text of a run that nobody disturbed.
#include <QProcess>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <sstream>

#include <sys/stat.h>

#include "inference/api/export.h"
#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/patience.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;
namespace fs = std::filesystem;

namespace {

constexpr int program_patience_ms = 300'000;

/// What the next start would find of it, were whoever writes in a folder killed now: copies, of which nobody
/// holds the lock.
std::vector<UnfinishedText> as_if_killed(const fs::path& folder) {
  QTemporaryDir dead;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    fs::copy_file(entry.path(), fs::path(dead.path().toStdString()) / entry.path().filename(), none);
  }
  return unfinished_texts(dead.path().toStdString());
}

int windows_in(const fs::path& folder) {
  const auto found = as_if_killed(folder);
  return found.empty() ? 0 : found[0].options.from.end.window;
}

std::string subtitles(const Transcript& transcript) {
  std::ostringstream out;
  write_transcript(out, transcript, ExportFormat::srt);
  return out.str();
}

unsigned mode_of(const fs::path& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_mode & 0777U : 0U;
}

}  // namespace

class TestUnfinishedKill : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path file_;
  Transcript whole_;

 private slots:
  void initTestCase() {
    file_ = folder_.filePath(QStringLiteral("interview.wav")).toStdString();
    write_speech(file_, joined_speech(300.0).samples);
    // The program searches its texts.
    whole_ = open_transcriber({})->transcribe(file_, {.prompt = {}, .word_ngram = true}, {}, {});
    QVERIFY(whole_.segments.back().window >= 5);
  }

  void the_next_start_goes_on_from_there_data() {
    QTest::addColumn<int>("windows");
    for (const int windows : {1, 3}) QTest::addRow("%d", windows) << windows;
  }
  void the_next_start_goes_on_from_there() {
    QFETCH(int, windows);
    QTemporaryDir home;
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.filePath(QStringLiteral("config")));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), home.filePath(QStringLiteral("data")));
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home.path());
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TILESCRIBE_PROGRAM), {QString::fromStdString(file_.string())});
    QVERIFY(process.waitForStarted());
    const fs::path data = fs::path(home.path().toStdString()) / "data" / "tilescribe";
    QTRY_VERIFY_WITH_TIMEOUT(windows_in(data / "transcripts" / "unfinished") >= windows, program_patience_ms);
    process.kill();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);

    // What the program made is its user's alone.
    const fs::path config = fs::path(home.path().toStdString()) / "config" / "tilescribe";
    for (const fs::path& made : {data, data / "transcripts", data / "transcripts" / "unfinished", config})
      QVERIFY2(mode_of(made) == 0700U, made.c_str());
    QCOMPARE(mode_of(config / "tilescribe.ini"), 0600U);

    GuiFixture gui(false, {1100, 720}, test::real_engines());
    fs::rename(data / "transcripts", gui.folder.filePath(QStringLiteral("transcripts")).toStdString());
    const fs::path kept = gui.folder.filePath(QStringLiteral("transcripts/unfinished")).toStdString();
    const auto found = unfinished_texts(kept);
    QCOMPARE(found.size(), std::size_t{1});
    const TranscribedPart part = found[0].options.from;
    QVERIFY(part.end.window >= windows && part.end.seconds() < whole_.duration_s);
    gui.controller->start({});
    QTRY_VERIFY(gui.banner("unfinished")->isVisible());
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QTRY_COMPARE(gui.queue().rowCount(), 1);
    double least = 1.0;
    gui.controller->service().on<JobProgress>(
        &gui.window(), [&](const auto& event) { least = std::min(least, event.progress.fraction); });
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().overall().active == 0, program_patience_ms);
    QVERIFY2(gui.item(0).state == JobState::done, qPrintable(state_text(gui.item(0))));
    QVERIFY(gui.item(0).note.isEmpty());
    QVERIFY(least >= std::min(0.99, part.end.seconds() / whole_.duration_s) - 1e-9);
    QCOMPARE(QString::fromStdString(subtitles(gui.item(0).transcript())),
             QString::fromStdString(subtitles(whole_)));
    gui.store().flush();
    QVERIFY(fs::is_empty(kept));
  }

  /// From when it is shown; the best of some, since the machine may be busy.
  void a_finished_window_is_on_disk_within_two_seconds() {
    qint64 best_ms = program_patience_ms;
    for (int round = 0; round < 5 && best_ms >= 2000; ++round) {
      GuiFixture gui;
      gui.world.script("held.mp3", {.audio_s = 600.0, .segments = 10, .hold_after = 3});
      gui.drop({gui.file(QStringLiteral("held.mp3"))});
      QTRY_VERIFY_WITH_TIMEOUT(gui.item(0).transcript().segments.size() == 3, program_patience_ms);
      QElapsedTimer clock;
      clock.start();
      const fs::path kept = gui.folder.filePath(QStringLiteral("transcripts/unfinished")).toStdString();
      QTRY_VERIFY_WITH_TIMEOUT(windows_in(kept) == 3, program_patience_ms);
      best_ms = std::min(best_ms, clock.elapsed());
    }
    qInfo("on disk after %lld ms", static_cast<long long>(best_ms));
    QVERIFY(best_ms < 2000);
  }
};

QTEST_MAIN(TestUnfinishedKill)
#include "test_unfinished_kill.moc"
