// SPDX-License-Identifier: Apache-2.0
// The library's page in the window, by keyboard: what is listed, found, heard and named.
// Deleting is in test_library_deleting.cpp.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QtTest>

#include "tests/app/gui/library/library_bench.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "tests/support/seen_texts.h"
#include "ui/library/library_dialogs.h"
#include "ui/playback/playback_part.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;
namespace fs = std::filesystem;

using Bench = LibraryBench;

class TestLibrary : public QObject {
  Q_OBJECT

 private slots:
  void an_empty_library_says_what_will_be_there() {
    Bench bench;
    bench.start();
    QVERIFY(bench.has_rows(0));
    auto* message = bench.gui->visible<QLabel>(QStringLiteral("message"));
    QTRY_VERIFY_WITH_TIMEOUT((message = bench.gui->visible<QLabel>(QStringLiteral("message"))) != nullptr &&
                                 message->text().startsWith(QStringLiteral("There is nothing here yet.")),
                             patience_ms);
    for (const char* name : {"libraryOpen", "libraryRename", "libraryTags", "libraryDelete", "libraryEmpty"})
      QVERIFY2(!bench.gui->action(name)->isEnabled(), name);
  }

  void what_was_kept_before_is_listed_and_opened_with_enter() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"The first words.", "The second words."});
    bench.files.text(2, "old.wav", {"Old words."});
    bench.files.recording(1);
    bench.start();
    const QAbstractItemModelTester tester(&bench.model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    QVERIFY(bench.has_rows(3));
    QCOMPARE(bench.text(0), QStringLiteral("talk.wav"));
    QVERIFY(
        bench.model().index(2).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("No text")));
    bench.go_to(1);
    QTest::keyClick(&bench.list(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(bench.gui->panel().view().toPlainText(), QStringLiteral("Old words."),
                              patience_ms);
    QVERIFY(bench.gui->window().shows_page(page_id::transcript));
    // Opened once more, it is the same row of the list of files.
    bench.gui->action("libraryPage")->trigger();
    QTest::keyClick(&bench.list(), Qt::Key_Return);
    QTRY_VERIFY(bench.gui->window().shows_page(page_id::transcript));
    QCOMPARE(bench.gui->queue().rowCount(), 1);
  }

  void tab_goes_from_the_search_to_the_list_and_its_buttons() {
    Bench bench;
    save_notes(bench.files.text(3, "talk.wav", {"Words."}), {.tags = {"work"}});
    bench.start();
    QVERIFY(bench.has_rows(1));
    QVERIFY(bench.gui->window().findChild<QComboBox*>(QStringLiteral("libraryTag"))->isEnabled());
    QTRY_VERIFY(bench.page().search().hasFocus());
    QStringList reached;
    for (int i = 0; i < 5; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      reached.append(QApplication::focusWidget()->objectName());
    }
    QCOMPARE(reached.mid(0, 4), (QStringList{"libraryTag", "libraryBin", "libraryClose", "libraryList"}));
    QVERIFY(qobject_cast<QPushButton*>(QApplication::focusWidget()) != nullptr);  // the row is chosen
  }

  void a_recording_without_text_is_transcribed() {
    Bench bench;
    bench.files.recording(1);
    bench.start();
    QVERIFY(bench.has_rows(1));
    bench.go_to(0);
    QCOMPARE(bench.gui->action("libraryOpen")->text(), QStringLiteral("Tra&nscribe"));
    QTest::keyClick(&bench.list(), Qt::Key_Return);
    QVERIFY(bench.gui->wait_for_state(0, JobState::done));
    bench.gui->action("libraryPage")->trigger();
    // Its text is kept, and is one entry with it.
    QTRY_VERIFY_WITH_TIMEOUT(bench.model().entry(0) != nullptr && !bench.model().entry(0)->text.empty(),
                             patience_ms);
    QCOMPARE(bench.model().rowCount(), 1);
    QVERIFY(bench.model().entry(0)->recorded);
  }

  void a_sentence_is_found_shown_and_heard() {
    Bench bench;
    bench.files.recording(3);
    bench.files.text(3, "2026-01-03 12-00-00.wav", {"Good morning.", "今天天气很好。", "Good night."});
    bench.files.text(2, "other.wav", {"Nothing of it."});
    bench.start();
    const QAbstractItemModelTester tester(&bench.model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    QVERIFY(bench.has_rows(2));
    bench.type(QStringLiteral("good"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 3, patience_ms);  // an entry and two sentences
    QVERIFY(bench.model().hit(2) != nullptr);
    bench.page().search().setText(QStringLiteral("天气"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 2, patience_ms);
    QCOMPARE(bench.model().index(1).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("今天天气很好。, at 0:05"));
    QTest::keyClick(&bench.page().search(), Qt::Key_Down);
    QVERIFY(bench.list().hasFocus());
    QTest::keyClick(&bench.list(), Qt::Key_Down);
    QTest::keyClick(&bench.list(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(bench.gui->playback.status().playing, patience_ms);
    QCOMPARE(bench.gui->playback.status().position_s, 5.0);
    QCOMPARE(bench.gui->playback.audio(), (bench.folder("recordings") / "2026-01-03 12-00-00.wav").string());
    QCOMPARE(bench.gui->panel().view().textCursor().blockNumber(), 1);
  }

  void a_long_sentence_begins_with_a_whole_word_before_what_was_found() {
    Bench bench;
    bench.files.text(3, "talk.wav", {QStringLiteral("sixsix ").repeated(60).toStdString() + "needle."});
    bench.start();
    QVERIFY(bench.has_rows(1));
    bench.type(QStringLiteral("needle"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 2, patience_ms);
    QStringList cut;
    for (const SeenText& seen : seen_texts(bench.gui->window())) {
      if (seen.painted && seen.text.startsWith(QChar(0x2026))) cut.append(seen.text);
    }
    QVERIFY(!cut.isEmpty());
    QVERIFY2(cut.first().startsWith(QStringLiteral("…sixsix ")), qPrintable(cut.first()));
  }

  void what_is_transcribed_and_corrected_is_found() {
    Bench bench;
    bench.gui.reset();
    bench.start();
    Segment said{.end_s = 5.0, .text = "A quick brown fox"};
    bench.gui->world.script("talk.wav", {.segments = 1, .says = {said}});
    bench.gui->drop({bench.gui->file(QStringLiteral("talk.wav"))});
    QVERIFY(bench.gui->wait_for_state(0, JobState::done));
    const QString audio = bench.gui->item(0).path;
    TranscriptView& view = bench.gui->panel().view();
    QTRY_VERIFY(!view.isReadOnly());
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(&view, QStringLiteral(" jumped"));
    bench.gui->action("libraryPage")->trigger();
    bench.type(QStringLiteral("fox jumped"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 2, patience_ms);
    const LibraryEntry& entry = *bench.model().entry(0);
    QCOMPARE(QString::fromStdString(entry.sound.string()), audio);  // where it was, although it is not ours
    QVERIFY(!entry.recorded);
  }

  void entries_are_renamed_and_tagged_by_keyboard() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words."});
    bench.files.text(2, "old.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(2));
    bench.go_to(1);
    QTest::keyClick(&bench.list(), Qt::Key_F2);
    auto* editor = bench.list().findChild<QLineEdit*>(QStringLiteral("libraryTitle"));
    QVERIFY(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("Interview"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(load_notes(bench.model().entry(1)->text).title),
                              QStringLiteral("Interview"), patience_ms);
    QTRY_COMPARE(bench.text(1), QStringLiteral("Interview"));
    bench.gui->action("libraryTags")->trigger();
    auto* dialog = shown_dialog<TagsDialog>();
    QVERIFY(dialog != nullptr);
    auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("tagsText"));
    QTest::keyClicks(field, QStringLiteral("work, #press"));
    field->insert(QStringLiteral("， work"));  // as an input method does
    QTest::keyClick(dialog, Qt::Key_Return);
    auto* tag = bench.gui->window().findChild<QComboBox*>(QStringLiteral("libraryTag"));
    QTRY_COMPARE_WITH_TIMEOUT(tag->count(), 3, patience_ms);
    QCOMPARE(tag->itemText(1), QStringLiteral("press"));
    tag->setFocus();
    QTest::keyClick(tag, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 1, patience_ms);
    QCOMPARE(bench.text(0), QStringLiteral("Interview"));
  }

  void tags_are_shown_as_they_were_typed() {
    Bench bench;
    save_notes(bench.files.text(3, "talk.wav", {"Words."}), {.tags = {"<b>bold</b>"}});
    bench.start();
    QVERIFY(bench.has_rows(1));
    bench.go_to(0);
    bench.gui->action("libraryTags")->trigger();
    auto* dialog = shown_dialog<TagsDialog>();
    QVERIFY(dialog != nullptr);
    int told = 0;
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
      if (!label->text().contains(QStringLiteral("<b>bold</b>"))) continue;
      ++told;
      QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    QCOMPARE(told, 1);
    dialog->reject();
    QCOMPARE(bench.page().findChild<QLabel*>(QStringLiteral("message"))->textFormat(), Qt::PlainText);
  }

  void open_opens_what_is_chosen() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"New words."});
    bench.files.text(2, "old.wav", {"Old words."});
    bench.start();
    QVERIFY(bench.has_rows(2));
    bench.go_to(1);
    bench.list().selectionModel()->setCurrentIndex(bench.model().index(0), QItemSelectionModel::NoUpdate);
    bench.gui->action("libraryOpen")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(bench.gui->panel().view().toPlainText(), QStringLiteral("Old words."),
                              patience_ms);
  }

  void a_damaged_index_is_made_anew_unasked() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Precious words."});
    std::ofstream(bench.files.index) << std::string(9000, 'x');
    bench.start();
    QVERIFY(bench.has_rows(1));
    bench.type(QStringLiteral("precious"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.model().rowCount(), 2, patience_ms);
    QVERIFY(fs::exists(bench.folder("transcripts") / "library-damaged-1.sqlite"));
    auto* told = bench.gui->window().findChild<ElidedLabel*>(QStringLiteral("statusMessage"));
    QVERIFY(told->text().contains(QStringLiteral("library-damaged-1.sqlite")));
  }

  void old_texts_are_deleted_at_the_start_where_that_was_chosen() {
    Bench bench;
    bench.files.text(3, "talk.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(1));
    bench.gui->action("libraryKeeping")->trigger();
    auto* dialog = shown_dialog<KeepingDialog>();
    QVERIFY(dialog != nullptr);
    auto* days = dialog->findChild<QComboBox*>(QStringLiteral("keepTexts"));
    QCOMPARE(days->currentData().toInt(), 0);  // off unless it is asked for
    days->setFocus();
    QTest::keyClick(days, Qt::Key_Down);
    dialog->accept();
    QCOMPARE(bench.gui->settings.keep_texts_days(), 30);
    bench.gui->controller->library().start();
    QVERIFY(bench.has_rows(0));
  }

  void a_library_that_can_not_be_read_says_why_in_its_place() {
    Bench bench;
    bench.gui = std::make_unique<GuiFixture>(false);
    QVERIFY(QFile(bench.gui->folder.filePath(QStringLiteral("transcripts"))).open(QIODevice::WriteOnly));
    bench.gui->controller->start({});
    bench.gui->action("libraryPage")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bench.gui->visible<QLabel>(QStringLiteral("message")) != nullptr &&
                                 bench.gui->visible<QLabel>(QStringLiteral("message"))
                                     ->text()
                                     .contains(QStringLiteral("transcripts")),
                             patience_ms);
    QVERIFY(!bench.gui->banner("failure")->isVisible());
  }

  void the_choice_stays_while_entries_come() {
    Bench bench;
    for (int day = 1; day <= 5; ++day) bench.files.text(day, "talk.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(5));
    bench.go_to(2);
    const fs::path chosen = bench.model().entry(2)->text;
    LibraryView view = bench.model().view();
    LibraryEntry newer = view.entries.front();
    newer.id = 1000;
    newer.text = "/newer.json";
    view.entries.insert(view.entries.begin(), newer);
    bench.page().show_view(view);
    QCOMPARE(bench.page().chosen().size(), std::size_t{1});
    QCOMPARE(bench.page().chosen().front().text, chosen);
    QCOMPARE(bench.list().currentIndex().row(), 3);
  }

  void a_title_that_is_being_typed_outlasts_what_comes() {
    Bench bench;
    for (int day = 1; day <= 3; ++day) bench.files.text(day, "talk.wav", {"Words."});
    bench.start();
    QVERIFY(bench.has_rows(3));
    bench.go_to(1);
    const fs::path named = bench.model().entry(1)->text;
    QTest::keyClick(&bench.list(), Qt::Key_F2);
    auto* editor = bench.list().findChild<QLineEdit*>(QStringLiteral("libraryTitle"));
    QVERIFY(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("Inter"));
    LibraryView view = bench.model().view();
    LibraryEntry newer = view.entries.front();
    newer.id = 1000;
    newer.text = "/newer.json";
    view.entries.insert(view.entries.begin(), newer);
    bench.page().show_view(view);
    QCOMPARE(bench.list().findChild<QLineEdit*>(QStringLiteral("libraryTitle")), editor);
    QTest::keyClicks(editor, QStringLiteral("view"));
    int most_rows = 0;  // it reads the library again soon, where there are three
    const QObject here;
    connect(&bench.model(), &QAbstractItemModel::modelReset, &here,
            [&] { most_rows = std::max(most_rows, bench.model().rowCount()); });
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(most_rows, 4, patience_ms);  // what waited is shown
    QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(load_notes(named).title), QStringLiteral("Interview"),
                              patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(bench.model().row_of({named, -1}) >= 0 &&
                                 bench.text(bench.model().row_of({named, -1})) == QStringLiteral("Interview"),
                             patience_ms);
  }
};

QTEST_MAIN(TestLibrary)
#include "test_library.moc"
