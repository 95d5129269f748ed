// SPDX-License-Identifier: Apache-2.0
// A program that corrects a transcript while it transcribes a file, until it is killed: correcting FOLDER
// transcribes FOLDER/spoken.wav, opens the text that is kept in FOLDER/transcripts, and types a number at the
// end of a segment, again and again. It prints "typed NUMBER" once a number is typed, and "shown WINDOW" once
// the text of a window is shown.
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTextBlock>
#include <QtTest>
#include <cstdio>

#include "app/gui/controller.h"
#include "tests/support/fake_desktop.h"
#include "tests/support/fake_lab.h"
#include "tests/support/fake_models.h"
#include "tests/support/fake_recorder.h"
#include "tests/support/fake_transcriber.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;

namespace {

void print(const char* what, int number) {
  std::printf("%s %d\n", what, number);
  std::fflush(stdout);
}

void correct(ui::TranscriptView& view, int number) {
  QTextCursor caret(view.document()->findBlockByNumber(number % view.document()->blockCount()));
  caret.movePosition(QTextCursor::EndOfBlock);
  view.setTextCursor(caret);
  QTest::keyClicks(&view, QStringLiteral(" n%1.").arg(number));
  // Splits and merges, which move what stands below.
  if (number % 5 == 0) view.merge_next();
  if (number % 5 == 2) {
    caret.movePosition(QTextCursor::StartOfBlock);
    caret.movePosition(QTextCursor::NextWord);
    view.setTextCursor(caret);
    view.split_here();
  }
  print("typed", number);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  if (argc != 2) return 2;
  const QDir folder(QString::fromLocal8Bit(argv[1]));
  test::FakeWorld world;
  // About twenty windows a second, for longer than anybody waits.
  world.script_all({.audio_s = 3e6, .segments = 100'000, .step = std::chrono::milliseconds(10)});
  test::FakeLab lab(world, folder.filePath(QStringLiteral("sample.wav")).toStdString());
  test::FakeSound sound;
  test::FakeModels models;
  Playback playback;
  test::FakeDesktop desktop;
  ui::Settings settings(folder.filePath(QStringLiteral("settings.ini")));
  ui::Theme theme(application);
  Controller controller(Composition{.services = Services{world, sound, lab, models},
                                    .playback = playback,
                                    .desktop = desktop,
                                    .recordings = folder.filePath(QStringLiteral("recordings")).toStdString(),
                                    .transcripts = folder.filePath(QStringLiteral("transcripts")),
                                    .waveforms = folder.filePath(QStringLiteral("waveforms")),
                                    .collect = collect_files},
                        theme, settings);
  controller.start({});
  controller.queue().open_urls({QUrl::fromLocalFile(folder.filePath(QStringLiteral("spoken.wav")))});
  ui::QueueModel& rows = controller.queue().model();
  const auto begun = [&rows] {
    return rows.rowCount() == 1 && rows.item_at(0)->state == ui::JobState::running;
  };
  if (!QTest::qWaitFor(begun, 60'000)) return 5;
  const auto spoken = rows.item_at(0)->document;
  int shown = 0;
  QObject::connect(spoken.get(), &ui::TranscriptDocument::changed, &rows, [&] {
    while (shown < spoken->size()) print("shown", shown++);
  });
  auto* recent = controller.window().findChild<QMenu*>(QStringLiteral("recentMenu"));
  ui::TranscriptView& view = controller.queue().transcript().panel().view();
  if (!QTest::qWaitFor([&] { return !recent->actions().isEmpty(); }, 60'000)) return 3;
  recent->actions().first()->trigger();
  if (!QTest::qWaitFor([&] { return !view.isReadOnly() && view.complete(); }, 60'000)) return 4;
  QTimer typing;
  int number = 0;
  QObject::connect(&typing, &QTimer::timeout, &view, [&] { correct(view, number++); });
  typing.start(20);
  return QApplication::exec();
}
