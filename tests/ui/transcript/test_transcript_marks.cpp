// SPDX-License-Identifier: Apache-2.0
// What is marked in a transcript (what is played, found and unsure), and what its marks do.
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "tests/support/fake_transcriber.h"
#include "tests/support/patience.h"
#include "tests/ui/transcript/edited_view.h"
#include "ui/transcript/find_bar.h"

using namespace tilescribe;
using namespace tilescribe::ui;

class TestTranscriptMarks : public QObject, test::EditedView {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(open()); }
  void cleanup() { view_.reset(); }

  void a_time_asks_to_be_played() {
    show({"One.", "Two.", "Three."});
    const QPoint second(30,
                        view_->cursorRect(QTextCursor(view_->document()->findBlockByNumber(1))).center().y());
    QVERIFY(!view_->plays_at(second));  // nobody would hear it
    QVERIFY(!view_->gutter_tool_tip(second).contains(QStringLiteral("Play")));
    QSignalSpy asked(view_.get(), &TranscriptView::play_requested);
    QVERIFY(view_->plays_at(second));
    QVERIFY(view_->gutter_tool_tip(second).contains(QStringLiteral("Play")));
    auto* gutter = view_->childAt(QPoint(30, 60));
    QTest::mouseClick(gutter, Qt::LeftButton, {}, second);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.last().at(0).toDouble(), 10.0);
    caret(2, 1);
    QTest::keyClick(view_.get(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(asked.count(), 2);
    QCOMPARE(asked.last().at(0).toDouble(), 20.0);
    QCOMPARE(texts(), QStringList({"One.", "Two.", "Three."}));
    view_->set_times_visible(false);
    QVERIFY(!view_->plays_at(second));
  }

  void what_is_played_is_marked_and_followed() {
    QStringList many;
    for (int i = 0; i < 200; ++i) many << QString::fromStdString(test::fake_sentence(i));
    show(many);
    QTRY_VERIFY(view_->complete());
    const QColor mark = theme_colors(false).selected_row;
    const auto marked = [&](int block) {
      const QTextBlock at = view_->document()->findBlockByNumber(block);
      const QRect rect = view_->cursorRect(QTextCursor(at));
      const QImage image = view_->viewport()->grab().toImage();
      return image.pixelColor(2, rect.center().y()) == mark;
    };
    QVERIFY(!marked(0));
    view_->show_played(3.0);
    QVERIFY(marked(0) && !marked(1));
    view_->show_played(14.0);
    QVERIFY(!marked(0) && marked(1));
    QCOMPARE(view_->verticalScrollBar()->value(), 0);
    view_->show_played(1005.0);
    QVERIFY(view_->verticalScrollBar()->value() > 50);
    QVERIFY(marked(100));
    // Not away from somebody who types.
    view_->verticalScrollBar()->setValue(0);
    caret(0, 0);
    QTest::keyClicks(view_.get(), QStringLiteral("x"));
    view_->show_played(1505.0);
    QCOMPARE(view_->verticalScrollBar()->value(), 0);
    view_->show_played(-1.0);
    view_->show_played(3.0);
    QVERIFY(marked(0));
    view_->show_played(-1.0);
    QVERIFY(!marked(0));
  }

  void the_word_that_is_heard_is_marked() {
    Transcript transcript;
    transcript.segments.push_back({.start_s = 1.0,
                                   .end_s = 4.0,
                                   .text = "«Ça va», ça va?",
                                   .words = {{"«Ça", 1.0, 1.4, 0.9F, false},
                                             {"va»,", 1.4, 1.8, 0.9F, false},
                                             {"ça", 2.5, 2.8, 0.9F, false},
                                             {"va?", 2.9, 3.2, 0.9F, false}}});
    transcript.segments.push_back({.start_s = 5.0, .end_s = 6.0, .text = "No times."});
    view_->set_document(std::make_shared<TranscriptDocument>(transcript));
    QTRY_VERIFY(view_->complete());
    const auto marked = [&](double seconds) {
      view_->show_played(seconds);
      const auto marks = view_->extraSelections();
      return marks.isEmpty() ? QString() : marks.last().cursor.selectedText();
    };
    QCOMPARE(marked(1.2), QStringLiteral("«Ça"));
    QCOMPARE(marked(1.4), QStringLiteral("va»,"));
    QCOMPARE(marked(2.0), QStringLiteral("va»,"));  // it was just heard
    QCOMPARE(marked(2.3), QString());               // a pause
    QCOMPARE(marked(2.6), QStringLiteral("ça"));
    QCOMPARE(marked(3.0), QStringLiteral("va?"));
    QCOMPARE(view_->extraSelections().last().cursor.selectionStart(), 12);  // the second one
    QCOMPARE(marked(5.5), QString());
    QCOMPARE(marked(1.2), QStringLiteral("«Ça"));
    QCOMPARE(marked(-1.0), QString());
    // A word that was typed over is marked no longer.
    view_->set_editable(true);
    caret(0, 5);
    QTest::keyClicks(view_.get(), QStringLiteral("xyz"));
    QVERIFY(marked(1.6) != QStringLiteral("va»,"));
  }

  /// Playing is paused while somebody types, so nobody tells the view again what is heard.
  void the_mark_goes_along_with_its_word() {
    Transcript transcript;
    transcript.segments.push_back(
        {.start_s = 1.0,
         .end_s = 3.0,
         .text = "one two",
         .words = {{"one", 1.0, 1.5, 0.9F, false}, {"two", 2.0, 3.0, 0.9F, false}}});
    const auto document = std::make_shared<TranscriptDocument>(transcript);
    view_->set_document(document);
    QTRY_VERIFY(view_->complete());
    view_->set_editable(true);
    const auto marked = [&] {
      const auto marks = view_->extraSelections();
      return marks.isEmpty() ? QString() : marks.last().cursor.selectedText();
    };
    view_->show_played(2.5);
    QCOMPARE(marked(), QStringLiteral("two"));
    caret(0, 0);
    QTest::keyClicks(view_.get(), QStringLiteral("Now "));
    QCOMPARE(marked(), QStringLiteral("two"));
    QCOMPARE(document->transcript().segments.front().text, std::string("Now one two"));
    document->undo_stack().undo();
    QCOMPARE(marked(), QStringLiteral("two"));
    QVERIFY(document->split(document->segment_id(0), 4));
    QCOMPARE(marked(), QString());  // it is in the next row now
    view_->show_played(2.5);
    QCOMPARE(marked(), QStringLiteral("two"));
  }

  void unsure_words_are_marked_below_the_threshold() {
    Transcript transcript;
    transcript.segments.push_back({.end_s = 5.0,
                                   .text = "The black cat",
                                   .tokens = {{1, "The", 0.9F}, {2, " black", 0.4F}, {3, " cat", 0.2F}}});
    view_->set_document(std::make_shared<TranscriptDocument>(transcript));
    view_->set_editable(true);
    const auto marked = [&] {
      QStringList words;
      const auto marks = view_->extraSelections();
      for (const auto& mark : marks) words << mark.cursor.selectedText();
      return words;
    };
    QCOMPARE(marked(), QStringList());
    view_->set_unsure_below(0.5);
    QCOMPARE(marked(), QStringList({"black", "cat"}));
    view_->set_unsure_below(0.3);
    QCOMPARE(marked(), QStringList({"cat"}));
    view_->set_unsure_below(0.5);
    caret(0, 7);
    QTest::keyClick(view_.get(), Qt::Key_Backspace);
    QTest::keyClicks(view_.get(), QStringLiteral("o"));
    QCOMPARE(marked(), QStringList({"cat"}));  // what was typed is sure
    view_->set_unsure_below(0.0);
    QCOMPARE(marked(), QStringList());
  }

  void the_find_bar_replaces_one_and_all() {
    show({"One cat.", "Two Cats.", "A dog."});
    FindBar bar(*view_, view_.get());
    bar.set_editable(true);
    QSignalSpy all(&bar, &FindBar::replaceAllRequested);
    SearchTerms asked;
    QString with;
    connect(&bar, &FindBar::replaceAllRequested, this, [&](const SearchTerms& terms, const QString& text) {
      asked = terms;
      with = text;
    });
    bar.open();
    auto* text = bar.findChild<QLineEdit*>(QStringLiteral("findText"));
    auto* other = bar.findChild<QLineEdit*>(QStringLiteral("replaceText"));
    QVERIFY(other->isHidden());
    bar.open_to_replace();
    QVERIFY(!other->isHidden());
    text->setText(QStringLiteral("cat"));
    other->setText(QStringLiteral("cow"));
    QCOMPARE(bar.result(), QStringLiteral("2 match(es)"));
    other->setFocus();
    QTest::keyClick(other, Qt::Key_Return);
    QCOMPARE(texts(), QStringList({"One cow.", "Two Cats.", "A dog."}));
    QCOMPARE(view_->textCursor().selectedText(), QStringLiteral("Cat"));  // the next
    bar.findChild<QToolButton*>(QStringLiteral("findCases"))->click();
    QCOMPARE(bar.result(), QStringLiteral("No matches"));
    bar.findChild<QToolButton*>(QStringLiteral("findRegular"))->click();
    text->setText(QStringLiteral("[CD](.)"));
    QCOMPARE(bar.result(), QStringLiteral("1 match(es)"));
    other->setText(QStringLiteral("B\\1"));
    QTest::mouseClick(bar.findChild<QPushButton*>(QStringLiteral("replaceOne")), Qt::LeftButton);
    QCOMPARE(texts().at(1), QStringLiteral("Two Bats."));
    QTest::mouseClick(bar.findChild<QPushButton*>(QStringLiteral("replaceAll")), Qt::LeftButton);
    QCOMPARE(all.count(), 1);
    QVERIFY(asked.regular && asked.cases && asked.text == text->text() && with == other->text());
    text->setText(QStringLiteral("a(b"));
    QVERIFY2(bar.result().startsWith(QStringLiteral("Not a regular expression: ")), qPrintable(bar.result()));
    QVERIFY(bar.result().endsWith(QStringLiteral(", at character 4.")));
    QVERIFY(!bar.findChild<QPushButton*>(QStringLiteral("replaceAll"))->isEnabled());
    bar.set_editable(false);
    QVERIFY(other->isHidden());
    bar.close_bar();
    QVERIFY(view_->hasFocus());
  }

  void everything_that_is_replaced_is_shown() {
    show({"a b", "a", "c"});
    QCOMPARE(document_->replace_all(TextSearch(QStringLiteral("a")), QString()), 2);
    QCOMPARE(texts(), QStringList({"b", "c"}));
    QVERIFY(agrees());
    view_->undo_edit();
    QCOMPARE(texts(), QStringList({"a b", "a", "c"}));
    QVERIFY(agrees());
  }
};

QTEST_MAIN(TestTranscriptMarks)
#include "test_transcript_marks.moc"
