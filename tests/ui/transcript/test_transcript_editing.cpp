// SPDX-License-Identifier: Apache-2.0
// Correcting a transcript by keyboard and mouse: what is typed is in the document, and the text follows that.
#include <QApplication>
#include <QClipboard>
#include <QInputMethodEvent>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTextBlock>
#include <QtTest>

#include "tests/support/patience.h"
#include "tests/ui/transcript/edited_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;

class TestTranscriptEditing : public QObject, test::EditedView {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(open()); }
  void cleanup() { view_.reset(); }

  void what_is_typed_is_in_the_document() {
    show({"One.", "Two.", "Three."});
    caret(1, 3);
    QTest::keyClicks(view_.get(), QStringLiteral(" more"));
    QCOMPARE(texts(), QStringList({"One.", "Two more.", "Three."}));
    QTest::keyClick(view_.get(), Qt::Key_Backspace);
    QTest::keyClick(view_.get(), Qt::Key_Home);
    QTest::keyClick(view_.get(), Qt::Key_Delete);
    QCOMPARE(texts(), QStringList({"One.", "wo mor.", "Three."}));
    QVERIFY(agrees());
  }

  void undo_and_redo_come_back_to_the_place() {
    show({"One.", "Two.", "Three."});
    caret(0, 3);
    QTest::keyClicks(view_.get(), QStringLiteral(" more words"));
    caret(2, 0);
    QTest::keyClicks(view_.get(), QStringLiteral("X"));
    QTest::keySequence(view_.get(), QKeySequence(QKeySequence::Undo));
    QCOMPARE(texts().last(), QStringLiteral("Three."));
    QTest::keySequence(view_.get(), QKeySequence(QKeySequence::Undo));
    QCOMPARE(texts().first(), QStringLiteral("One more ."));
    QCOMPARE(place(), QPoint(9, 0));
    QTest::keySequence(view_.get(), QKeySequence(QKeySequence::Redo));
    QCOMPARE(texts().first(), QStringLiteral("One more words."));
    QCOMPARE(place(), QPoint(14, 0));
    for (int i = 0; i < 9; ++i) view_->undo_edit();
    QCOMPARE(texts(), QStringList({"One.", "Two.", "Three."}));
    QVERIFY(agrees());
  }

  void enter_splits_and_backspace_and_delete_join() {
    show({"One two.", "Three."});
    caret(0, 4);
    QTest::keyClick(view_.get(), Qt::Key_Return);
    QCOMPARE(texts(), QStringList({"One", "two.", "Three."}));
    QCOMPARE(place(), QPoint(0, 1));
    QTest::keyClick(view_.get(), Qt::Key_Backspace);
    QCOMPARE(texts(), QStringList({"One two.", "Three."}));
    QCOMPARE(place(), QPoint(4, 0));
    QTest::keyClick(view_.get(), Qt::Key_End);
    QTest::keyClick(view_.get(), Qt::Key_Delete);
    QCOMPARE(texts(), QStringList{"One two. Three."});
    QCOMPARE(place(), QPoint(9, 0));
    QVERIFY(agrees());
    QTest::keyClick(view_.get(), Qt::Key_End);
    QTest::keyClick(view_.get(), Qt::Key_Delete);  // the end
    QTest::keyClick(view_.get(), Qt::Key_Home);
    QTest::keyClick(view_.get(), Qt::Key_Backspace);  // the beginning
    QTest::keyClick(view_.get(), Qt::Key_Return);     // nothing before it
    QCOMPARE(texts(), QStringList{"One two. Three."});
    for (int i = 0; i < 3; ++i) view_->undo_edit();
    QCOMPARE(texts(), QStringList({"One two.", "Three."}));
    QVERIFY(agrees());
  }

  void a_selection_over_segments_becomes_what_is_typed() {
    show({"One two.", "Three.", "Four five."});
    caret(0, 4);
    QTextCursor selected = view_->textCursor();
    selected.setPosition(view_->document()->findBlockByNumber(2).position() + 5, QTextCursor::KeepAnchor);
    view_->setTextCursor(selected);
    QTest::keyClicks(view_.get(), QStringLiteral("s"));
    QCOMPARE(texts(), QStringList{"One sfive."});
    QCOMPARE(place(), QPoint(5, 0));
    QVERIFY(agrees());
    view_->undo_edit();
    QCOMPARE(texts(), QStringList({"One two.", "Three.", "Four five."}));
    QVERIFY(agrees());
    view_->selectAll();
    QTest::keyClick(view_.get(), Qt::Key_Backspace);
    QCOMPARE(texts(), QStringList{""});
    QTest::keyClicks(view_.get(), QStringLiteral("New"));
    QCOMPARE(texts(), QStringList{"New"});
    QVERIFY(agrees());
  }

  void pasted_lines_become_segments() {
    show({"One.", "Two."});
    QApplication::clipboard()->setText(QStringLiteral("a\r\nb\tc\n\nd\u2028e"));
    caret(0, 3);
    view_->paste();
    QCOMPARE(texts(), QStringList({"Onea", "b c", "d", "e.", "Two."}));
    QVERIFY(agrees());
    view_->undo_edit();
    QCOMPARE(texts(), QStringList({"One.", "Two."}));
    QVERIFY(agrees());
  }

  void line_ends_of_any_kind_inside_a_segment_are_no_new_one() {
    show({QStringLiteral("a\r\nb\u2028c\u2029d\uFDD0e\nf"), "Two."});
    QCOMPARE(view_->toPlainText(), QStringLiteral("a  b c d e f\nTwo."));
    caret(1, 0);
    QTest::keyClicks(view_.get(), QStringLiteral("x"));
    QCOMPARE(texts().at(1), QStringLiteral("xTwo."));
    caret(0, 3);
    QTest::keyClick(view_.get(), Qt::Key_Return);
    QCOMPARE(texts(), QStringList({"a", QStringLiteral("b\u2028c\u2029d\uFDD0e\nf"), "xTwo."}));
  }

  void chinese_comes_from_an_input_method() {
    show({"今天天气"});
    caret(0, 2);
    QInputMethodEvent composing(QStringLiteral("hen"), {});
    QCoreApplication::sendEvent(view_.get(), &composing);
    QCOMPARE(texts(), QStringList{"今天天气"});
    QInputMethodEvent commit;
    commit.setCommitString(QStringLiteral("很𠀀"));
    QCoreApplication::sendEvent(view_.get(), &commit);
    QCOMPARE(texts(), QStringList{"今天很𠀀天气"});
    view_->undo_edit();
    QCOMPARE(texts(), QStringList{"今天天气"});
    QVERIFY(agrees());
  }

  void what_is_emptied_goes_when_the_caret_leaves() {
    show({"One.", "Two.", "Three."});
    caret(1, 0);
    for (int i = 0; i < 4; ++i) QTest::keyClick(view_.get(), Qt::Key_Delete);
    QCOMPARE(texts(), QStringList({"One.", "", "Three."}));
    QTest::keyClick(view_.get(), Qt::Key_Up);
    QTRY_COMPARE(texts(), QStringList({"One.", "Three."}));
    QCOMPARE(place().y(), 0);
    QVERIFY(agrees());
    view_->undo_edit();
    QCOMPARE(texts(), QStringList({"One.", "Two.", "Three."}));
    caret(0, 4);
    QTest::keyClicks(view_.get(), QStringLiteral(" "));
    QCOMPARE(texts().first(), QStringLiteral("One. "));
    view_->clearFocus();
    QCOMPARE(texts().first(), QStringLiteral("One."));
    QVERIFY(agrees());
  }

  void segments_are_deleted_as_a_whole() {
    show({"One.", "Two.", "Three."});
    caret(1, 2);
    view_->delete_segments();
    QCOMPARE(texts(), QStringList({"One.", "Three."}));
    view_->selectAll();
    view_->delete_segments();  // not all
    QCOMPARE(texts(), QStringList({"One.", "Three."}));
    view_->undo_edit();
    QCOMPARE(texts(), QStringList({"One.", "Two.", "Three."}));
    QVERIFY(agrees());
  }

  void the_times_follow() {
    show({"One two.", "Three."});
    caret(0, 4);
    view_->split_here();
    QCOMPARE(view_->document()->blockCount(), 3);
    view_->selectAll();
    QCOMPARE(copied(), QStringLiteral("0:00 One\n0:05 two.\n0:10 Three."));
    QCOMPARE(whole(), copied());
    view_->undo_edit();
    view_->selectAll();
    QCOMPARE(copied(), QStringLiteral("0:00 One two.\n0:10 Three."));
    view_->set_times_visible(false);
    QCOMPARE(copied(), QStringLiteral("One two.\nThree."));
    QCOMPARE(whole(), copied());
    view_->set_times_visible(true);
    QVERIFY(view_->find_text(QStringLiteral("two"), false, true));
    QCOMPARE(copied(), QStringLiteral("two"));  // words of one segment
    // What is pasted here comes without times.
    view_->selectAll();
    view_->copy();
    caret(1, 6);
    QTest::keyClicks(view_.get(), QStringLiteral(" "));
    view_->paste();
    QCOMPARE(texts(), QStringList({"One two.", "Three. One two.", "Three."}));
  }

  void nothing_is_typed_where_it_can_only_be_read() {
    show({"One.", "Two."});
    view_->set_editable(false);
    QSignalSpy refused(view_.get(), &TranscriptView::edit_refused);
    for (const Qt::Key key : {Qt::Key_A, Qt::Key_Return, Qt::Key_Backspace, Qt::Key_Delete})
      QTest::keyClick(view_.get(), key);
    QVERIFY(refused.count() >= 3);
    QTest::keySequence(view_.get(), QKeySequence(QKeySequence::Undo));
    for (const auto does : {&TranscriptView::split_here, &TranscriptView::merge_next,
                            &TranscriptView::delete_segments, &TranscriptView::undo_edit})
      (view_.get()->*does)();
    QApplication::clipboard()->setText(QStringLiteral("a"));
    view_->paste();
    QCOMPARE(texts(), QStringList({"One.", "Two."}));
    QVERIFY(agrees());
    // Another document can only be read at first: a job may write it.
    view_->set_editable(true);
    view_->set_document(std::make_shared<TranscriptDocument>());
    QVERIFY(view_->isReadOnly());
  }

  /// Keys in any order: the text is the document's, and undoing all of them brings the beginning back.
  void any_keys_leave_the_text_the_documents() {
    show({"One two three.", "今天天气。", "Four.", "Five six seven eight."});
    const QStringList before = texts();
    QRandomGenerator random(7);
    const QList<Qt::Key> keys{Qt::Key_A,      Qt::Key_Space, Qt::Key_Return, Qt::Key_Backspace,
                              Qt::Key_Delete, Qt::Key_Left,  Qt::Key_Right,  Qt::Key_Up,
                              Qt::Key_Down,   Qt::Key_Home,  Qt::Key_End,    Qt::Key_Z};
    for (int i = 0; i < 1500; ++i) {
      const Qt::Key key = keys.at(random.bounded(static_cast<int>(keys.size())));
      Qt::KeyboardModifiers modifiers;
      const bool moves = key >= Qt::Key_Home && key <= Qt::Key_PageDown;
      if (moves && random.bounded(3) == 0) modifiers |= Qt::ShiftModifier;
      if (key == Qt::Key_Z || random.bounded(8) == 0) modifiers |= Qt::ControlModifier;
      QTest::keyClick(view_.get(), key, modifiers);
      if (random.bounded(4) == 0) QCoreApplication::processEvents();
      QVERIFY2(agrees(), qPrintable(QStringLiteral("%1: %2").arg(i).arg(view_->toPlainText())));
    }
    for (int i = 0; i < 1500; ++i) view_->undo_edit();
    QCOMPARE(texts(), before);
    QVERIFY(agrees());
  }
};

QTEST_MAIN(TestTranscriptEditing)
#include "test_transcript_editing.moc"
