// SPDX-License-Identifier: Apache-2.0
// Exports from the window: subtitles by rules with a preview, and many files at once.
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QtTest>

#include "inference/api/export.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "ui/exporting/export_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

QByteArray content(const QString& path) {
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
    format->setCurrentIndex(format->findData(static_cast<int>(ExportFormat::srt)));
    dialog->findChild<QComboBox*>(QStringLiteral("cuePreset"))->setCurrentIndex(1);
    const auto cues = lay_out_cues(gui.item(0).transcript().segments, cue_rules(CuePreset::netflix));
    auto* table = dialog->findChild<QTableView*>(QStringLiteral("cuePreview"));
    QTRY_COMPARE(table->model()->rowCount(), static_cast<int>(cues.size()));
    press("exportNow");
    const QString target = gui.folder.filePath(QStringLiteral("talk.srt"));
    choose_file(target);
    QTRY_VERIFY(QFile::exists(target));
    QTRY_COMPARE(content(target).count("-->"), static_cast<int>(cues.size()));

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
    dialog->findChild<QLineEdit*>(QStringLiteral("exportFolder"))->setText(out);
    dialog->findChild<QLineEdit*>(QStringLiteral("namePattern"))->setText(QStringLiteral("{number} {name}"));
    press("exportNow");
    QTRY_VERIFY(QFile::exists(out + QStringLiteral("/002 two.vtt")));
    QCOMPARE(content(mine.fileName()), QByteArray("mine"));
    QVERIFY(content(out + QStringLiteral("/001 one-2.vtt")).startsWith("WEBVTT"));
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
};

QTEST_MAIN(TestExport)
#include "test_export.moc"
