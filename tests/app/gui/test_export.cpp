// SPDX-License-Identifier: Apache-2.0
// Exports from the window: subtitles by rules with a preview, and many files at once.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QTableView>
#include <QtTest>
#include <fstream>

#include "inference/api/export.h"
#include "tests/app/gui/library/library_bench.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/exporting/export_dialog.h"
#include "ui/theme/theme.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

QByteArray bytes_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestExport : public QObject {
  Q_OBJECT

 private slots:
  void subtitles_by_rules_with_a_preview() {
    GuiFixture gui;
    QVERIFY(!gui.action("exportAll")->isEnabled());
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.action("export")->trigger();
    auto* dialog = shown_dialog<ExportDialog>();
    QVERIFY(dialog != nullptr);
    auto* format = dialog->findChild<QComboBox*>(QStringLiteral("exportFormat"));
    // The dialog grows, and all of it stays on the screen.
    const QRect screen = dialog->screen()->availableGeometry();
    dialog->move(screen.bottomRight() - QPoint(dialog->width(), dialog->height()));
    format->setCurrentIndex(format->findData(static_cast<int>(ExportFormat::srt)));
    QTRY_VERIFY(screen.contains(dialog->frameGeometry()));
    dialog->findChild<QComboBox*>(QStringLiteral("cuePreset"))->setCurrentIndex(1);
    const auto cues = lay_out_cues(gui.item(0).transcript().segments, cue_rules(CuePreset::netflix));
    auto* table = dialog->findChild<QTableView*>(QStringLiteral("cuePreview"));
    QTRY_COMPARE(table->model()->rowCount(), static_cast<int>(cues.size()));
    press("exportNow");
    const QString target = gui.folder.filePath(QStringLiteral("talk.srt"));
    choose_file(target);
    QTRY_VERIFY(QFile::exists(target));
    QTRY_COMPARE(bytes_of(target).count("-->"), static_cast<int>(cues.size()));

    // What was chosen is there the next time.
    gui.action("export")->trigger();
    dialog = shown_dialog<ExportDialog>();
    QVERIFY(dialog->chosen().options.cues == cue_rules(CuePreset::netflix));
    QVERIFY(dialog->chosen().format == ExportFormat::srt);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(shown_dialog<ExportDialog>() == nullptr);
    QVERIFY(shown_dialog<QFileDialog>() == nullptr);
  }

  void all_finished_files_at_once() {
    GuiFixture gui;
    gui.world.script("bad.wav", {.fail_after = 1, .failures = 1});
    gui.drop({gui.file(QStringLiteral("one.wav")), gui.file(QStringLiteral("bad.wav")),
              gui.file(QStringLiteral("two.wav"))});
    QVERIFY(gui.wait_until_idle(3));
    const QString out = gui.folder.filePath(QStringLiteral("out/new"));
    QVERIFY(QDir().mkpath(out));
    QFile mine(out + QStringLiteral("/001 one.vtt"));
    QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("mine") == 4);
    mine.close();
    ExportSettings how;
    how.format = ExportFormat::vtt;
    gui.settings.set_exporting(how);
    QVERIFY(gui.action("exportAll")->isEnabled());
    gui.action("exportAll")->trigger();
    auto* dialog = shown_dialog<ExportDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("exportNow"))
                ->text()
                .contains(QStringLiteral("2 files")));
    const auto* example = dialog->findChild<QLabel*>(QStringLiteral("nameExample"));
    const QColor ink = example->palette().color(example->foregroundRole());
    QVERIFY(ink.alpha() == 255 && contrast(ink, example->palette().color(QPalette::Window)) >= 4.5);
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(out);
    dialog->findChild<QLineEdit*>(QStringLiteral("namePattern"))->setText(QStringLiteral("{number} {name}"));
    press("exportNow");
    QTRY_VERIFY(QFile::exists(out + QStringLiteral("/002 two.vtt")));
    QCOMPARE(bytes_of(mine.fileName()), QByteArray("mine"));
    QVERIFY(bytes_of(out + QStringLiteral("/001 one-2.vtt")).startsWith("WEBVTT"));
    QCOMPARE(QDir(out).entryList(QDir::Files).size(), 3);
    QCOMPARE(gui.settings.exporting().pattern, QStringLiteral("{number} {name}"));
    QCOMPARE(gui.settings.export_folder.get(), out);
  }

  void a_folder_that_takes_nothing_is_said() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("one.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.action("exportAll")->trigger();
    auto* dialog = shown_dialog<ExportDialog>();
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))
        ->setText(gui.folder.filePath(QStringLiteral("one.wav/in")));
    press("exportNow");
    QTRY_VERIFY(gui.banner("failure")->isVisible());
    QVERIFY(
        gui.banner("failure")->text().startsWith(QStringLiteral("Not all transcripts could be exported")));
  }

  /// By keys: a recording without text and a damaged text are among what is chosen.
  void entries_of_the_library_are_exported() {
    LibraryBench bench;
    bench.files.text(1, "talk.wav", {"The harbor is old.", "今天天气很好。"});
    save_notes(bench.files.text(2, "more.wav", {"No ships."}), {.title = "Ships, v1.2"});
    bench.files.recording(3);
    { std::ofstream(bench.files.text(4, "broken.wav", {"Lost."})) << "{"; }
    bench.start();
    QVERIFY(bench.has_rows(4));
    GuiFixture& gui = *bench.gui;
    bench.go_to(0);
    QVERIFY(!gui.action("libraryExport")->isEnabled());  // the damaged one
    QTest::keyClick(&bench.list(), Qt::Key_A, Qt::ControlModifier);
    QVERIFY(gui.action("libraryExport")->isEnabled());
    gui.action("libraryExport")->trigger();
    auto* dialog = shown_dialog<ExportDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("exportNow"))
                ->text()
                .contains(QStringLiteral("2 files")));
    auto* format = dialog->findChild<QComboBox*>(QStringLiteral("exportFormat"));
    format->setCurrentIndex(format->findData(static_cast<int>(ExportFormat::srt)));
    QTRY_COMPARE(dialog->findChild<QTableView*>(QStringLiteral("cuePreview"))->model()->rowCount(), 1);
    format->setCurrentIndex(format->findData(static_cast<int>(ExportFormat::txt)));
    const QString out = gui.folder.filePath(QStringLiteral("out"));
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(out);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(QDir(out).entryList(QDir::Files).join(QLatin1Char('|')),
                 QStringLiteral("Ships, v1.2.txt|talk.txt"));
    QTRY_COMPARE(bytes_of(out + QStringLiteral("/talk.txt")),
                 QByteArray("The harbor is old.\n今天天气很好。\n"));

    // One that is open is exported with its last correction.
    gui.controller->transcripts().open(
        QFile::decodeName((bench.folder("transcripts") / "20260101-120000-000-talk.wav.json").c_str()));
    QTRY_VERIFY(gui.queue().rowCount() == 1 && gui.item(0).document->size() == 2);
    TranscriptDocument& document = *gui.item(0).document;
    document.edit(document.segment_id(0), QStringLiteral("The port is old."));
    gui.action("libraryPage")->trigger();
    QVERIFY(bench.has_rows(4));
    bench.go_to(3);
    gui.action("libraryExport")->trigger();
    press("exportNow");
    QTRY_VERIFY(bytes_of(out + QStringLiteral("/talk-2.txt")).startsWith("The port is old."));
    // In the bin there is nothing to hand on.
    gui.action("libraryShowBin")->trigger();
    QTRY_VERIFY(!gui.action("libraryExport")->isEnabled());
  }
};

QTEST_MAIN(TestExport)
#include "test_export.moc"
