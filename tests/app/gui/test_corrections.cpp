// SPDX-License-Identifier: Apache-2.0
// Corrections in the window: they are in the transcript's file soon, in exports, and there after the next
// start.
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTextBlock>
#include <QtTest>

#include "inference/api/export.h"
#include "inference/api/library.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"
#include "ui/queue/queue_view.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

QStringList kept_files(GuiFixture& gui) {
  const QDir folder(gui.folder.filePath(QStringLiteral("transcripts")));
  QStringList paths;
  for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
    paths << folder.filePath(name);
  return paths;
}

QString text_in(const QString& path) {
  try {
    return QString::fromStdString(load_transcript(path.toStdString(), ExportFormat::json).text());
  } catch (const std::exception&) {
    return {};  // a name that was just taken
  }
}

/// Types in front of a row.
void type(GuiFixture& gui, int row, const QString& text) {
  TranscriptView& view = gui.panel().view();
  view.setFocus();
  view.setTextCursor(QTextCursor(view.document()->findBlockByNumber(row)));
  QTest::keyClicks(&view, text);
}

/// A window with one file that is done.
bool make_done(GuiFixture& gui, const QString& name = QStringLiteral("talk.wav")) {
  gui.drop({gui.file(name)});
  return QTest::qWaitForWindowActive(&gui.window(), patience_ms) && gui.wait_for_state(0, JobState::done) &&
         QTest::qWaitFor([&] { return gui.panel().view().complete() && gui.store().recent().size() == 1; },
                         patience_ms);
}

}  // namespace

class TestCorrections : public QObject {
  Q_OBJECT

 private slots:
  /// How soon is measured where programs are killed (test_corrections_kill).
  void edits_get_to_the_disk_by_themselves() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    for (int round = 0; round < 2; ++round) {
      type(gui, 1, QStringLiteral("Round%1 ").arg(round));
      QTRY_VERIFY(text_in(file).contains(QStringLiteral("Round%1 ").arg(round)));
    }
    QCOMPARE(text_in(file), gui.item(0).document->plain_text());
    QVERIFY(!(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther)));
    QCOMPARE(kept_files(gui).size(), 1);
  }

  void closing_right_after_an_edit_loses_nothing() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    type(gui, 0, QStringLiteral("Last "));
    gui.panel().view().split_here();
    QTest::keyClick(&gui.panel().view(), Qt::Key_End);
    QTest::keyClicks(&gui.panel().view(), QStringLiteral(" end "));
    gui.quit();
    const QString text = gui.item(0).document->plain_text();
    QCOMPARE(text_in(file), text);
    QVERIFY(text.contains(QStringLiteral(" end ")) && !text.contains(QStringLiteral("end  ")));  // and tidy
    QVERIFY(text.contains(QStringLiteral("Last ")));
  }

  void what_was_kept_is_opened_again_and_corrected_in_its_file() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    type(gui, 0, QStringLiteral("First "));
    // One that is in the list is shown there.
    gui.action("recordPage")->trigger();
    open_recent(gui);
    QCOMPARE(gui.queue().rowCount(), 1);
    // One that was removed is read again, with its corrections.
    gui.controller->queue().part().act(RowAction::remove, gui.item(0).id());
    QCOMPARE(gui.queue().rowCount(), 0);
    open_recent(gui);
    QTRY_COMPARE(gui.queue().rowCount(), 1);
    QTRY_VERIFY(gui.panel().view().complete() && !gui.panel().view().isReadOnly());
    QVERIFY(gui.item(0).document->plain_text().startsWith(QStringLiteral("First ")));
    type(gui, 0, QStringLiteral("Second "));
    QTRY_VERIFY_WITH_TIMEOUT(text_in(file).startsWith(QStringLiteral("Second First ")), patience_ms);
    QCOMPARE(kept_files(gui).size(), 1);
    // What comes back into the list has a text of its own, and overwrites nothing.
    gui.window().findChild<QueueView*>()->setFocus();
    gui.action("undo")->trigger();
    QCOMPARE(gui.queue().rowCount(), 2);
    for (int row = 0; row < 2; ++row) {
      if (gui.item(row).document->plain_text().startsWith(QStringLiteral("First ")))
        gui.choose(gui.item(row).id());
    }
    QTRY_VERIFY(gui.panel().view().complete());
    type(gui, 0, QStringLiteral("Third "));
    QTRY_COMPARE_WITH_TIMEOUT(kept_files(gui).size(), 2, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(text_in(kept_files(gui).last()).startsWith(QStringLiteral("Third First ")),
                             patience_ms);
    QVERIFY(text_in(file).startsWith(QStringLiteral("Second First ")));
  }

  void while_a_job_writes_the_text_it_can_only_be_read() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 3, .failures = 1});
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTRY_COMPARE(gui.item(0).transcript().segments.size(), std::size_t{3});
    const QString text = gui.item(0).document->plain_text();
    for (const char* action : {"splitSegment", "mergeNext", "deleteSegment", "replace", "undoEdit"})
      QVERIFY2(!gui.action(action)->isEnabled(), action);
    type(gui, 0, QStringLiteral("X"));
    QCOMPARE(gui.item(0).document->plain_text(), text);
    auto* said = gui.visible<ElidedLabel>(QStringLiteral("statusMessage"));
    QVERIFY(said != nullptr);
    QVERIFY(said->text().contains(QStringLiteral("when the whole file is transcribed")));
    // What was cancelled can be corrected, and what was corrected stays when the file is tried again.
    gui.action("cancel")->trigger();
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QTRY_COMPARE(kept_files(gui).size(), 1);
    type(gui, 0, QStringLiteral("Mine "));
    const QString mine = gui.item(0).document->plain_text();
    QVERIFY(mine.startsWith(QStringLiteral("Mine ")));
    gui.world.script("held.wav", {});
    gui.action("retry")->trigger();
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QTRY_COMPARE(kept_files(gui).size(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(text_in(kept_files(gui).first()), mine, patience_ms);
    QVERIFY(!gui.item(0).document->plain_text().contains(QStringLiteral("Mine")));
    QVERIFY(!gui.panel().view().isReadOnly());
  }

  /// Two windows, or a program for backups.
  void what_another_program_wrote_meanwhile_stays() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    type(gui, 0, QStringLiteral("Mine1 "));
    QTRY_VERIFY_WITH_TIMEOUT(text_in(file).contains(QStringLiteral("Mine1")), patience_ms);
    Transcript theirs = load_transcript(file.toStdString(), ExportFormat::json);
    theirs.segments.front().text = "Theirs.";
    save_transcript(file.toStdString(), theirs, ExportFormat::json, Readers::user_alone);
    save_notes(file.toStdString(), {.title = "A title"});
    type(gui, 0, QStringLiteral("Mine2 "));
    QTRY_COMPARE_WITH_TIMEOUT(kept_files(gui).size(), 2, patience_ms);
    const QString own = kept_files(gui).last();
    QTRY_VERIFY_WITH_TIMEOUT(text_in(own).startsWith(QStringLiteral("Mine2 Mine1 ")), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("failure")->isVisible(), patience_ms);
    const QString told = gui.banner("failure")->text();
    QVERIFY2(told.contains(QFileInfo(own).fileName()), qPrintable(told));
    QCOMPARE(load_notes(own.toStdString()).title, std::string("A title"));
    type(gui, 0, QStringLiteral("Mine3 "));
    QTRY_VERIFY_WITH_TIMEOUT(text_in(own).startsWith(QStringLiteral("Mine3 ")), patience_ms);
    QVERIFY(text_in(file).startsWith(QStringLiteral("Theirs.")));
    // Opened again, it is theirs, and is corrected in its own file.
    gui.controller->transcripts().open(file);
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 2, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(gui.panel().view().complete(), patience_ms);
    type(gui, 0, QStringLiteral("Again "));
    QTRY_VERIFY_WITH_TIMEOUT(text_in(file).startsWith(QStringLiteral("Again Theirs.")), patience_ms);
    QCOMPARE(kept_files(gui).size(), 2);
  }

  void a_full_disk_is_told_once_and_asks_before_it_loses_anything() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    const QString before = text_in(file);
    {
      const FullDisk full;
      type(gui, 0, QStringLiteral("One "));
      QTRY_VERIFY_WITH_TIMEOUT(gui.banner("failure")->isVisible(), patience_ms);
      const QString told = gui.banner("failure")->text();
      QVERIFY2(told.contains(QStringLiteral("Corrections could not be saved")), qPrintable(told));
      type(gui, 0, QStringLiteral("Two "));
      for (int attempt = 0; attempt < 3; ++attempt) gui.controller->transcripts().flush();  // each fails
      QCOMPARE(gui.banner("failure")->text(), told);  // it counts failures
      gui.window().close();
      auto* question = shown_dialog<QMessageBox>(QStringLiteral("closingQuestion"));
      QVERIFY(question != nullptr);
      QVERIFY(question->text().contains(QStringLiteral("Corrections could not be saved")));
      press("stay");
      QCOMPARE(text_in(file), before);
    }
    // There is room again, and nobody has to do anything.
    QTRY_VERIFY_WITH_TIMEOUT(text_in(file).startsWith(QStringLiteral("Two One ")), patience_ms);
    gui.store().flush();  // and is told so
    gui.window().close();
    QVERIFY(shown_dialog<QMessageBox>(QStringLiteral("closingQuestion")) == nullptr);
  }

  void read_again_on_a_full_disk_a_text_has_what_could_not_be_saved() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    const QString before = text_in(file);
    {
      const FullDisk full;
      type(gui, 0, QStringLiteral("One "));
      QTRY_VERIFY_WITH_TIMEOUT(gui.banner("failure")->isVisible(), patience_ms);
      gui.controller->queue().part().act(RowAction::remove, gui.item(0).id());
      QCOMPARE(gui.queue().rowCount(), 0);
      gui.controller->transcripts().open(file);
      QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 1, patience_ms);
      QTRY_VERIFY_WITH_TIMEOUT(gui.panel().view().complete(), patience_ms);
      QVERIFY(gui.item(0).document->plain_text().startsWith(QStringLiteral("One ")));
      type(gui, 0, QStringLiteral("Two "));
      gui.controller->transcripts().flush();
      QCOMPARE(text_in(file), before);
    }
    gui.controller->transcripts().flush();
    QTRY_VERIFY_WITH_TIMEOUT(text_in(file).startsWith(QStringLiteral("Two One ")), patience_ms);
    QTest::qWait(6000);  // longer than until a failed writing is tried again
    QVERIFY(text_in(file).startsWith(QStringLiteral("Two One ")));
    QCOMPARE(kept_files(gui).size(), 1);
  }

  void removed_on_a_full_disk_a_text_is_exported_with_its_corrections_and_not_changed() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const QString file = kept_files(gui).first();
    const QString before = text_in(file);
    const QString out = gui.folder.filePath(QStringLiteral("out"));
    // The text alone has room, the kept file has not.
    const FullDisk full(static_cast<rlim_t>(before.size()) + 100);
    type(gui, 0, QStringLiteral("One "));
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("failure")->isVisible(), patience_ms);
    gui.controller->queue().part().act(RowAction::remove, gui.item(0).id());
    QCOMPARE(gui.queue().rowCount(), 0);

    emit gui.controller->queue().transcript().exporting().allRequested(
        {{.kept = file, .name = QStringLiteral("talk")}}, out, ExportFormat::txt, {});
    gui.store().flush();
    QFile exported(QDir(out).filePath(QStringLiteral("talk.txt")));
    QVERIFY(exported.open(QIODevice::ReadOnly));
    QVERIFY(exported.readAll().startsWith("One "));

    bool changed = false;
    std::vector<std::optional<Message>> why;
    gui.controller->transcripts().change(
        {file},
        [&](const QString&) {
          changed = true;
          return std::optional<Message>();
        },
        [&](const auto& reasons) { why = reasons; });
    gui.store().flush();
    QVERIFY(!changed);
    QCOMPARE(why.size(), std::size_t{1});
    QCOMPARE(english(*why[0]), std::string("Its corrections could not be saved yet."));
    QCOMPARE(text_in(file), before);
  }

  void quitting_at_once_on_a_full_disk_asks_too() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    const FullDisk full;
    type(gui, 0, QStringLiteral("One "));
    gui.window().close();
    auto* question = shown_dialog<QMessageBox>(QStringLiteral("closingQuestion"));
    QVERIFY(question != nullptr);
    QVERIFY(question->text().contains(QStringLiteral("Corrections could not be saved")));
    press("stay");
  }

  void exports_have_the_corrected_text() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    type(gui, 2, QStringLiteral("Corrected "));
    gui.action("export")->trigger();
    press("exportNow");
    const QString target = gui.folder.filePath(QStringLiteral("talk.txt"));
    choose_file(target);
    const auto content = [&] {
      QFile file(target);
      return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    };
    QTRY_VERIFY(content().contains(QStringLiteral("\nCorrected ")));
  }

  void what_was_spoken_is_corrected_too() {
    GuiFixture gui;
    QVERIFY(record(gui, 6.0));
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 1, patience_ms);
    gui.choose(gui.item(0).id());
    QTRY_VERIFY(gui.panel().view().complete() && !gui.panel().view().isReadOnly());
    type(gui, 0, QStringLiteral("Spoken "));
    QTRY_COMPARE(kept_files(gui).size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(text_in(kept_files(gui).first()).startsWith(QStringLiteral("Spoken ")),
                             patience_ms);
  }

  /// Everything by keys alone, from the window's menus and shortcuts.
  void the_keyboard_corrects_everything() {
    GuiFixture gui;
    QVERIFY(make_done(gui));
    TranscriptView& view = gui.panel().view();
    const auto texts = [&] { return view.toPlainText().split(QLatin1Char('\n')); };
    const QStringList before = texts();
    type(gui, 1, QStringLiteral("New words. "));
    QTest::keySequence(&view, gui.action("splitSegment")->shortcut());
    QCOMPARE(texts().at(1), QStringLiteral("New words."));
    QCOMPARE(texts().size(), before.size() + 1);
    QTest::keySequence(&view, gui.action("mergePrevious")->shortcut());
    QCOMPARE(texts().at(1), QStringLiteral("New words. ") + before.at(1));
    QTest::keySequence(&view, gui.action("mergeNext")->shortcut());
    QCOMPARE(texts().size(), before.size() - 1);
    QTest::keySequence(&view, gui.action("deleteSegment")->shortcut());
    QCOMPARE(texts().size(), before.size() - 2);
    // The focus decides what Ctrl+Z takes back.
    QVERIFY(gui.action("undoEdit")->isEnabled());
    QCOMPARE(gui.action("undoEdit")->shortcuts(), QKeySequence::keyBindings(QKeySequence::Undo));
    for (int i = 0; i < 20; ++i) QTest::keySequence(&view, QKeySequence(QKeySequence::Undo));
    QCOMPARE(texts(), before);
    QVERIFY(!gui.action("undoEdit")->isEnabled() && gui.action("redoEdit")->isEnabled());
    QTest::keySequence(&view, gui.action("redoEdit")->shortcut());
    QVERIFY(texts() != before);
    gui.window().findChild<QueueView*>()->setFocus();
    QCOMPARE(gui.action("undo")->shortcuts(), QKeySequence::keyBindings(QKeySequence::Undo));
    QVERIFY(gui.action("undoEdit")->shortcuts().isEmpty());
    view.setFocus();
    QTest::keySequence(&view, QKeySequence(QKeySequence::Undo));
    QCOMPARE(texts(), before);
    // Find and replace, from one field to the next.
    QTest::keySequence(&view, gui.action("replace")->shortcut());
    auto* text = gui.visible<QLineEdit>(QStringLiteral("findText"));
    auto* with = gui.visible<QLineEdit>(QStringLiteral("replaceText"));
    QVERIFY(text != nullptr && with != nullptr && text->hasFocus());
    QTest::keyClicks(text, QStringLiteral("e"));
    for (int i = 0; i < 12 && !with->hasFocus(); ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(with->hasFocus());
    QTest::keyClicks(with, QStringLiteral("EE"));
    auto* all = gui.visible<QPushButton>(QStringLiteral("replaceAll"));
    for (int i = 0; i < 12 && !all->hasFocus(); ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QTest::keyClick(all, Qt::Key_Space);
    QVERIFY(!view.toPlainText().contains(QLatin1Char('e')));
    QVERIFY(view.toPlainText().contains(QStringLiteral("EE")));
    gui.action("undoEdit")->trigger();
    QCOMPARE(texts(), before);
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(view.hasFocus());
  }

  void unsure_words_are_switched_in_the_menu() {
    GuiFixture gui;
    Segment unsure{.end_s = 5.0, .text = "One two", .tokens = {{1, "One", 0.9F}, {2, " two", 0.4F}}};
    gui.world.script("talk.wav", {.segments = 1, .says = {unsure}});
    QVERIFY(make_done(gui));
    const auto marks = [&] { return gui.panel().view().extraSelections().size(); };
    QCOMPARE(marks(), 0);
    gui.action("unsure50")->trigger();
    QCOMPARE(marks(), 1);
    QCOMPARE(gui.settings.unsure_below(), 0.5);
    gui.action("unsure30")->trigger();
    QCOMPARE(marks(), 0);
    QVERIFY(gui.action("unsure30")->isChecked() && !gui.action("unsure50")->isChecked());
  }

 private:
  static void open_recent(GuiFixture& gui) {
    auto* menu = gui.window().findChild<QMenu*>(QStringLiteral("recentMenu"));
    QVERIFY(menu != nullptr && menu->actions().size() == 1);
    menu->actions().first()->trigger();
  }
};

QTEST_MAIN(TestCorrections)
#include "test_corrections.moc"
