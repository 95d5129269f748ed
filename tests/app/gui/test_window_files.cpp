// SPDX-License-Identifier: Apache-2.0
// What the window does with the user's files: nothing is replaced or removed that was not meant.
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QtTest>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/queue/queue_view.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
    qFatal("could not write %s", qPrintable(path));
}

}  // namespace

class TestWindowFiles : public QObject {
  Q_OBJECT

 private slots:
  void an_export_replaces_nothing_unasked() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    const QString notes = gui.folder.filePath(QStringLiteral("talk.srt"));
    write(notes, "mine");
    // The name is typed without an ending, which the chosen filter gives it.
    const QString subtitles = QStringLiteral("SubRip subtitles (*.srt)");
    gui.action("export")->trigger();
    press("exportNow");
    choose_file(gui.folder.filePath(QStringLiteral("talk")), subtitles);
    QVERIFY(shown_dialog<QMessageBox>()->text().contains(QStringLiteral("\"talk.srt\"")));
    press("stay");
    // Asked once more, from there.
    QCOMPARE(shown_dialog<QFileDialog>()->selectedFiles().first(), notes);
    choose_file(gui.folder.filePath(QStringLiteral("other")));
    QTRY_VERIFY(QFile::exists(gui.folder.filePath(QStringLiteral("other.srt"))));
    QCOMPARE(content(notes), QByteArray("mine"));
    // What was asked about is what is written.
    gui.action("export")->trigger();
    press("exportNow");
    choose_file(gui.folder.filePath(QStringLiteral("talk")), subtitles);
    press("replace");
    QTRY_VERIFY(content(notes).contains("-->"));
  }

  void finished_files_go_and_come_back() {
    GuiFixture gui;
    gui.world.script("bad.wav", {.fail_after = 1, .failures = 1});
    gui.world.script("held.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("first.wav")), gui.file(QStringLiteral("bad.wav")),
              gui.file(QStringLiteral("second.wav")), gui.file(QStringLiteral("held.wav")),
              gui.file(QStringLiteral("third.wav"))});
    QVERIFY(gui.wait_for_state(3, JobState::running));
    gui.controller->queue().part().act(RowAction::cancel, gui.item(3).id());
    QVERIFY(gui.wait_until_idle(5));
    QList<DocumentId> ids;
    for (int row = 0; row < 5; ++row) ids.append(gui.item(row).id());
    const QString text = gui.item(2).document->plain_text();
    QVERIFY(!gui.action("undo")->isEnabled());

    gui.action("removeFinished")->trigger();
    QCOMPARE(gui.queue().rowCount(), 2);  // what failed or was cancelled stays
    QCOMPARE(gui.item(0).id(), ids[1]);
    QCOMPARE(gui.item(1).id(), ids[3]);
    QVERIFY(!gui.action("removeFinished")->isEnabled());
    Banner* offer = gui.banner("undo");
    QVERIFY(offer->isVisible());
    QVERIFY2(offer->text().contains(QStringLiteral("3 finished files")), qPrintable(offer->text()));
    QTest::mouseClick(offer->findChild<QPushButton*>(QStringLiteral("undoRemoval")), Qt::LeftButton);
    QVERIFY(!offer->isVisible());
    QCOMPARE(gui.queue().rowCount(), 5);
    for (int row = 0; row < 5; ++row) QCOMPARE(gui.item(row).id(), ids[row]);
    QCOMPARE(gui.item(2).document->plain_text(), text);
    gui.choose(ids[2]);
    QTRY_VERIFY(gui.panel().view().complete());
    QVERIFY(gui.panel().view().toPlainText().startsWith(text.left(20)));
  }

  void a_removed_file_comes_back_and_can_be_tried_again() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    gui.world.script("bad.wav", {.fail_after = 1, .failures = 1});
    gui.drop({gui.file(QStringLiteral("bad.wav")), gui.file(QStringLiteral("good.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    const DocumentId bad = gui.item(0).id();
    const DocumentId good = gui.item(1).id();
    auto* list = gui.window().findChild<QueueView*>();
    list->setFocus();
    gui.choose(bad);
    QTest::keyClick(list, Qt::Key_Delete);
    gui.choose(good);
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(gui.queue().rowCount(), 0);
    QTest::keyClick(&gui.window(), Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&gui.window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(gui.queue().rowCount(), 2);
    QCOMPARE(gui.item(0).id(), bad);
    QCOMPARE(gui.item(0).state, JobState::failed);
    QCOMPARE(gui.item(1).id(), good);
    QCOMPARE(gui.chosen(), bad);  // what came back last
    QVERIFY(!gui.action("undo")->isEnabled());
    gui.action("retry")->trigger();
    QVERIFY(gui.wait_for_state(0, JobState::done));
  }

  void what_still_works_is_cancelled_and_not_brought_back() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("held.wav")), gui.file(QStringLiteral("next.wav"))});
    QTRY_VERIFY(gui.queue().rowCount() == 2 && gui.item(0).transcript().segments.size() == 2);
    gui.controller->queue().part().act(RowAction::remove, gui.item(0).id());
    QVERIFY(gui.wait_until_idle(1));
    QVERIFY(!gui.action("undo")->isEnabled());
    QTRY_COMPARE(gui.store().recent().size(), 2);  // its text is kept
  }

  void added_files_are_shown() {
    GuiFixture gui(true, {900, 600});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    QList<QUrl> many;
    for (int i = 0; i < 30; ++i) many.append(gui.file(QStringLiteral("old%1.wav").arg(i)));
    gui.drop(many);
    QTRY_COMPARE(gui.queue().rowCount(), 30);
    QCOMPARE(gui.chosen(), gui.item(0).id());
    auto* list = gui.window().findChild<QueueView*>();
    QVERIFY(list->hasFocus());
    QVERIFY(!list->viewport()->rect().intersects(list->visualRect(gui.queue().index(29))));
    gui.drop({gui.file(QStringLiteral("new.wav")), gui.file(QStringLiteral("newer.wav"))});
    QTRY_COMPARE(gui.queue().rowCount(), 32);
    QCOMPARE(gui.chosen(), gui.item(30).id());
    QVERIFY(list->viewport()->rect().contains(list->visualRect(gui.queue().index(30))));
    // The keyboard stays where it is.
    auto* elsewhere = gui.visible<QPushButton>(QStringLiteral("sidebarRecord"));
    elsewhere->setFocus();
    gui.drop({gui.file(QStringLiteral("newest.wav"))});
    QTRY_COMPARE(gui.chosen(), gui.item(32).id());
    QVERIFY(elsewhere->hasFocus());
    QVERIFY(gui.wait_until_idle(33));
  }

  void files_that_come_by_themselves_disturb_nobody_who_records() {
    GuiFixture gui;
    QVERIFY(record(gui, 3.0));
    emit gui.controller->recording().transcribeRequested(gui.folder.filePath(QStringLiteral("earlier.wav")));
    QTRY_COMPARE(gui.queue().rowCount(), 1);
    QVERIFY(gui.controller->recording().part().shows_page());
    // Those that the user opens are shown, and the recording continues.
    gui.drop({gui.file(QStringLiteral("opened.wav"))});
    QTRY_COMPARE(gui.chosen(), gui.item(1).id());
    QVERIFY(!gui.controller->recording().part().shows_page());
    QCOMPARE(phase(gui), RecordPhase::recording);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }
};

QTEST_MAIN(TestWindowFiles)
#include "test_window_files.moc"
