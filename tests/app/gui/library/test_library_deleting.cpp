// SPDX-License-Identifier: Apache-2.0
// Deleting in the library's page: what it asks and does, the bin, and texts that are open or being read.
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QRadioButton>
#include <QtTest>

#include "tests/app/gui/library/library_bench.h"
#include "tests/support/dialogs.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"
#include "ui/library/library_dialogs.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;
namespace fs = std::filesystem;

using Bench = LibraryBench;

class TestLibraryDeleting : public QObject {
  Q_OBJECT

 private slots:
  void deleting_asks_and_does_what_it_says_data() {
    QTest::addColumn<QString>("choice");
    QTest::addColumn<bool>("text");
    QTest::addColumn<bool>("sound");
    QTest::newRow("both") << "deleteBoth" << true << true;
    QTest::newRow("text") << "deleteText" << true << false;
    QTest::newRow("sound") << "deleteSound" << false << true;
  }
  void deleting_asks_and_does_what_it_says() {
    QFETCH(QString, choice);
    QFETCH(bool, text);
    QFETCH(bool, sound);
    Bench bench;
    bench.files.recording(3);
    bench.files.text(3, "2026-01-03 12-00-00.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(1));
    const LibraryEntry entry = *bench.model().entry(0);
    bench.go_to(0);
    QTest::keyClick(&bench.list(), Qt::Key_Delete);
    auto* dialog = shown_dialog<DeleteDialog>();
    QVERIFY(dialog != nullptr);
    QTest::keyClick(dialog, Qt::Key_Escape);  // nothing happens
    QVERIFY(fs::exists(entry.text) && fs::exists(entry.sound));
    QTest::keyClick(&bench.list(), Qt::Key_Delete);
    dialog = shown_dialog<DeleteDialog>();
    auto* chosen = dialog->findChild<QRadioButton*>(choice);
    chosen->setFocus();
    QTest::keyClick(chosen, Qt::Key_Space);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(fs::exists(entry.text), !text, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(fs::exists(entry.sound), !sound, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().view().in_bin, 1, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), text && sound ? 0 : 1, patience_ms);
  }

  void the_bin_gives_back_and_is_emptied_by_its_user_alone() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words."});
    bench.files.text(2, "old.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(2));
    const LibraryEntry first = *bench.model().entry(0), second = *bench.model().entry(1);
    bench.list().setFocus();
    QTest::keyClick(&bench.list(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&bench.list(), Qt::Key_Delete);
    QTest::keyClick(shown_dialog<DeleteDialog>(), Qt::Key_Return);
    QVERIFY(bench.has_rows(0));
    bench.gui->action("libraryShowBin")->trigger();
    QVERIFY(bench.has_rows(2));
    QVERIFY(!bench.model().flags(bench.model().index(0)).testFlag(Qt::ItemIsEditable));
    bench.go_to(0);
    bench.gui->action("libraryRestore")->trigger();
    QVERIFY(bench.has_rows(1));
    QVERIFY(fs::exists(first.text));
    bench.gui->action("libraryEmpty")->trigger();
    auto* question = shown_dialog<QMessageBox>(QStringLiteral("removalQuestion"));
    QVERIFY(question != nullptr);
    QCOMPARE(question->text(), QStringLiteral("Delete 1 transcript for good?"));
    QTest::keyClick(question, Qt::Key_Return);  // the first answer is to keep it
    const fs::path binned = bench.model().entry(0)->text;
    QVERIFY(fs::exists(binned));
    bench.gui->action("libraryEmpty")->trigger();
    press("removeNow");
    QVERIFY(bench.has_rows(0));
    QVERIFY(!fs::exists(binned) && !fs::exists(second.text));
    bench.gui->action("libraryShowBin")->trigger();
    QVERIFY(bench.has_rows(1));
  }

  void a_text_that_is_open_is_deleted_with_its_last_correction() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words"});
    bench.start();
    QVERIFY(bench.has_rows(1));
    const LibraryEntry entry = *bench.model().entry(0);
    bench.go_to(0);
    QTest::keyClick(&bench.list(), Qt::Key_Return);
    TranscriptView& view = bench.gui->panel().view();
    QTRY_VERIFY_WITH_TIMEOUT(!view.isReadOnly() && view.complete(), patience_ms);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(&view, QStringLiteral(" of mine"));
    bench.gui->action("libraryPage")->trigger();
    bench.go_to(0);
    QTest::keyClick(&bench.list(), Qt::Key_Delete);
    QTest::keyClick(shown_dialog<DeleteDialog>(), Qt::Key_Return);
    QVERIFY(bench.has_rows(0));
    QCOMPARE(bench.gui->queue().rowCount(), 0);
    QVERIFY(bench.gui->window().findChild<QMenu*>(QStringLiteral("recentMenu"))->isEmpty());
    bench.gui->store().flush();
    QVERIFY(!fs::exists(entry.text));
    const Transcript kept =
        load_transcript(bench.folder("transcripts") / "bin" / entry.text.filename(), ExportFormat::json);
    QCOMPARE(kept.segments.at(0).text, std::string("Words of mine"));
  }

  void two_texts_of_one_recording_count_it_once() {
    Bench bench;
    const fs::path sound = bench.files.recording(3);
    bench.files.text(3, sound.filename(), {"Words."});
    bench.files.text(4, sound.filename(), {"Another model's words."});
    bench.start();
    QVERIFY(bench.has_rows(2));
    bench.list().setFocus();
    QTest::keyClick(&bench.list(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&bench.list(), Qt::Key_Delete);
    auto* dialog = shown_dialog<DeleteDialog>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->findChild<QRadioButton*>(QStringLiteral("deleteBoth"))->text(),
             QStringLiteral("2 transcripts and 1 recording go into the bin"));
    for (const QLabel* label : dialog->findChildren<QLabel*>())
      QVERIFY2(!label->text().contains(QStringLiteral("other transcript")), qPrintable(label->text()));
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(bench.has_rows(0));
    QVERIFY(!bench.gui->banner("failure")->isVisible());
    QCOMPARE(bench.model().view().in_bin, 2);
    // Its bytes too.
    const std::vector<LibraryEntry> entries{
        {.text = "/a.json", .sound = "/a.wav", .recorded = true, .bytes = 1010, .sound_bytes = 1000},
        {.text = "/b.json", .sound = "/a.wav", .recorded = true, .bytes = 1020, .sound_bytes = 1000}};
    QCOMPARE(amount_of(entries).bytes, std::uintmax_t{1030});
  }

  void what_could_not_be_saved_is_not_written_beside_the_bin() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words"});
    bench.start();
    QVERIFY(bench.has_rows(1));
    const LibraryEntry entry = *bench.model().entry(0);
    bench.go_to(0);
    QTest::keyClick(&bench.list(), Qt::Key_Return);
    TranscriptView& view = bench.gui->panel().view();
    QTRY_VERIFY_WITH_TIMEOUT(!view.isReadOnly() && view.complete(), patience_ms);
    {
      const FullDisk full;
      view.setFocus();
      QTest::keyClicks(&view, QStringLiteral("My "));
      QTRY_VERIFY_WITH_TIMEOUT(bench.gui->banner("failure")->isVisible(), patience_ms);
      bench.gui->action("libraryPage")->trigger();
      bench.go_to(0);
      QTest::keyClick(&bench.list(), Qt::Key_Delete);
      QTest::keyClick(shown_dialog<DeleteDialog>(), Qt::Key_Return);
      bench.gui->controller->transcripts().flush();
    }
    QTRY_VERIFY_WITH_TIMEOUT(!fs::exists(entry.text), patience_ms);
    bench.gui->controller->transcripts().flush();  // tries again what could not be saved
    QVERIFY(!fs::exists(entry.text));
    QVERIFY(!bench.gui->controller->transcripts().closing_question());
  }

  void a_text_that_is_deleted_while_it_is_read_is_not_opened() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words"});
    bench.start();
    QVERIFY(bench.has_rows(1));
    const QString path = QString::fromStdString(bench.model().entry(0)->text.string());
    TranscriptsController& transcripts = bench.gui->controller->transcripts();
    transcripts.open(path);
    transcripts.let_go(path);
    bench.gui->store().flush();
    QCOMPARE(bench.gui->queue().rowCount(), 0);
    transcripts.open(path);
    bench.gui->store().flush();
    QCOMPARE(bench.gui->queue().rowCount(), 1);
  }

  void the_bin_is_emptied_only_while_it_is_shown() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words."});
    bench.files.text(2, "old.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(2));
    bench.go_to(0);
    bench.gui->action("libraryShowBin")->trigger();
    // The library's entries are still there until the bin's come.
    QVERIFY(bench.model().rowCount() == 2 && bench.page().chosen().size() == 1);
    for (const char* name : {"libraryEmpty", "libraryRemove", "libraryRestore"})
      QVERIFY2(!bench.gui->action(name)->isEnabled(), name);
    QVERIFY(bench.has_rows(0));
    bench.gui->action("libraryShowBin")->trigger();
    QVERIFY(bench.has_rows(2));
    bench.go_to(0);
    QTest::keyClick(&bench.list(), Qt::Key_Delete);
    QTest::keyClick(shown_dialog<DeleteDialog>(), Qt::Key_Return);
    QVERIFY(bench.has_rows(1));
    bench.gui->action("libraryShowBin")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bench.gui->action("libraryEmpty")->isEnabled(), patience_ms);
  }
};

QTEST_MAIN(TestLibraryDeleting)
#include "test_library_deleting.moc"
