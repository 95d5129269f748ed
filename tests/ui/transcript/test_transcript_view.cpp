// SPDX-License-Identifier: Apache-2.0
#include <QAbstractTextDocumentLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextBlock>
#include <QtTest>

#include "tests/support/fake_transcriber.h"
#include "tests/support/patience.h"
#include "tests/support/processor_time.h"
#include "ui/theme/theme.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

std::vector<Segment> segments(int count) {
  std::vector<Segment> made(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    Segment& segment = made[static_cast<std::size_t>(i)];
    segment.start_s = i * 5.0;
    segment.end_s = i * 5.0 + 5.0;
    segment.text = test::fake_sentence(i);
  }
  return made;
}

std::shared_ptr<TranscriptDocument> document_of(const std::vector<Segment>& shown) {
  Transcript transcript;
  transcript.segments = shown;
  return std::make_shared<TranscriptDocument>(transcript);
}

/// Segments longer than any line.
std::vector<Segment> long_segments() {
  std::vector<Segment> made = segments(6);
  for (std::size_t i = 0; i < made.size(); ++i) {
    for (int more = 1; more < 6; ++more)
      made[i].text += " " + test::fake_sentence(static_cast<int>(i) + more);
  }
  return made;
}

/// What is wrong with the laid-out text; empty: every line is whole and within the view.
QString layout_flaw(const TranscriptView& view, const std::vector<Segment>& shown) {
  const QTextDocument& document = *view.document();
  const int width = view.viewport()->width();
  if (document.blockCount() != static_cast<int>(shown.size())) return QStringLiteral("segments are missing");
  for (QTextBlock block = document.firstBlock(); block.isValid(); block = block.next()) {
    document.documentLayout()->blockBoundingRect(block);  // lays it out
    QString laid_out;
    for (int i = 0; i < block.layout()->lineCount(); ++i) {
      const QTextLine line = block.layout()->lineAt(i);
      laid_out += block.text().mid(line.textStart(), line.textLength());
      if (line.width() != width - 2 * document.documentMargin())
        return QStringLiteral("laid out for %1, shown in %2").arg(line.width()).arg(width);
      if (line.naturalTextRect().right() > width)
        return QStringLiteral("line %1 of block %2 is cut").arg(i).arg(block.blockNumber());
    }
    if (laid_out != QString::fromStdString(shown[static_cast<std::size_t>(block.blockNumber())].text))
      return QStringLiteral("block %1 has lost text").arg(block.blockNumber());
  }
  return {};
}

}  // namespace

class TestTranscriptView : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->apply(ThemeChoice::light);
    view_ = std::make_unique<TranscriptView>();
    view_->resize(700, 400);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get(), test::patience_ms));
  }
  void cleanup() { view_.reset(); }

  void shows_segments_as_they_come() {
    const auto document = document_of(segments(2));
    show(document);
    QCOMPARE(view_->toPlainText(), lines_of(segments(2)));
    document->append(segments(3)[2]);
    QCOMPARE(view_->toPlainText(), lines_of(segments(3)));
    QVERIFY(view_->isReadOnly());
    view_->set_document(nullptr);
    QVERIFY(view_->toPlainText().isEmpty());
    document->append(segments(4)[3]);
    QVERIFY(view_->toPlainText().isEmpty());
  }

  void the_find_bar_counts_what_is_there_now() {
    const auto document = document_of(segments(3));
    show(document);
    for (int row = 0; row < 3; ++row) document->edit(document->segment_id(row), QStringLiteral("one word"));
    FindBar bar(*view_, view_.get());
    bar.open();
    bar.findChild<QLineEdit*>(QStringLiteral("findText"))->setText(QStringLiteral("word"));
    QCOMPARE(bar.result(), QStringLiteral("3 match(es)"));
    document->edit(document->segment_id(1), QStringLiteral("word for word"));
    QCOMPARE(bar.result(), QStringLiteral("4 match(es)"));
    QCOMPARE(view_->extraSelections().size(), 4);
    Transcript last = document->transcript();
    last.segments.resize(1);
    document->finish(last);
    QCOMPARE(bar.result(), QStringLiteral("1 match(es)"));
    QCOMPARE(view_->extraSelections().size(), 1);
  }

  /// What is the same in a final transcript stays as it stands.
  void follows_what_becomes_of_its_document() {
    const auto document = document_of(segments(5));
    show(document);
    document->set_tail({QStringLiteral("and then"), 25.0});
    QVERIFY(view_->find_text(QStringLiteral("weather"), false, true));
    document->edit(document->segment_id(1), QStringLiteral("In other\nwords."));
    Transcript last = document->transcript();
    QCOMPARE(view_->toPlainText(),
             lines_of(last.segments).replace(QStringLiteral("other\n"), QStringLiteral("other ")) +
                 QStringLiteral("\nand then"));
    last.segments[1].text = "In other words.";
    last.segments[1].looped = true;
    last.segments.resize(4);
    last.segments[3].text = "The end.";
    document->finish(last);
    QCOMPARE(view_->toPlainText(), lines_of(last.segments));
    QVERIFY(view_->gutter_tool_tip(middle_of(1)).contains(QStringLiteral("repeated")));
    QVERIFY(view_->gutter_tool_tip(middle_of(3)).contains(QStringLiteral("begins")));
    last.segments.resize(1);
    document->finish(last);
    QCOMPARE(view_->toPlainText(), lines_of(last.segments));
    QVERIFY(view_->gutter_tool_tip(middle_of(0)).contains(QStringLiteral("begins")));
    document->begin();
    QVERIFY(view_->toPlainText().isEmpty());
    document->append(segments(1)[0]);
    QCOMPARE(view_->toPlainText(), lines_of(segments(1)));
  }

  void partial_text_comes_last_and_looks_unfinished() {
    const auto document = document_of(segments(1));
    show(document);
    document->set_tail({QStringLiteral("We will"), 5});
    document->set_tail({QStringLiteral("We will talk"), 5});
    QCOMPARE(view_->document()->blockCount(), 2);
    const QTextBlock last = view_->document()->lastBlock();
    QCOMPARE(last.text(), QStringLiteral("We will talk"));
    const QTextCharFormat format = last.begin().fragment().charFormat();
    QVERIFY(format.fontItalic());
    QCOMPARE(format.foreground().color(), theme_colors(false).secondary);
    document->append(segments(2)[1]);
    QCOMPARE(view_->toPlainText(), lines_of(segments(2)));
    QVERIFY(!view_->document()->lastBlock().begin().fragment().charFormat().fontItalic());
  }

  void partial_text_may_come_first() {
    const auto document = document_of({});
    show(document);
    document->set_tail({QStringLiteral("Please"), 0});
    QCOMPARE(view_->toPlainText(), QStringLiteral("Please"));
    document->append(segments(1)[0]);
    QCOMPARE(view_->toPlainText(), lines_of(segments(1)));
  }

  void a_selection_survives_what_is_appended() {
    const auto document = document_of(segments(3));
    show(document);
    QVERIFY(view_->find_text(QStringLiteral("weather"), false, true));
    const QTextCursor selected = view_->textCursor();
    QCOMPARE(selected.selectedText(), QStringLiteral("weather"));
    document->append(segments(4)[3]);
    document->set_tail({QStringLiteral("and then"), 20});
    QCOMPARE(view_->textCursor().selectedText(), QStringLiteral("weather"));
  }

  void follows_the_end_unless_one_has_scrolled_up() {
    const auto document = document_of(segments(60));
    show(document);
    QScrollBar* bar = view_->verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum());
    for (const Segment& more : segments(10)) document->append(more);
    QVERIFY(QTest::qWaitFor([&] { return view_->complete(); }, test::patience_ms));
    QCOMPARE(bar->value(), bar->maximum());
    bar->setValue(3);
    for (const Segment& more : segments(10)) document->append(more);
    QVERIFY(QTest::qWaitFor([&] { return view_->complete(); }, test::patience_ms));
    QCOMPARE(bar->value(), 3);
  }

  void search_goes_round_and_counts() {
    const std::vector<Segment> shown = segments(16);  // every sentence twice
    show(document_of(shown));
    QCOMPARE(view_->count_matches(QStringLiteral("PENCIL")), 2);
    QVERIFY(view_->find_text(QStringLiteral("pencil"), false, true));
    const int first = view_->textCursor().position();
    QVERIFY(view_->find_text(QStringLiteral("pencil"), false, false));
    QVERIFY(view_->textCursor().position() > first);
    QVERIFY(view_->find_text(QStringLiteral("pencil"), false, false));
    QCOMPARE(view_->textCursor().position(), first);
    QVERIFY(view_->find_text(QStringLiteral("pencil"), true, false));
    QVERIFY(view_->textCursor().position() > first);
    QVERIFY(!view_->find_text(QStringLiteral("xylophone"), false, false));
    QCOMPARE(view_->count_matches({}), 0);
  }

  void visible_matches_are_marked_until_the_search_ends() {
    const std::vector<Segment> shown = segments(8);
    show(document_of(shown));
    view_->find_text(QStringLiteral("the"), false, true);
    QVERIFY(view_->extraSelections().size() >= 8);
    view_->find_text({}, false, true);
    QVERIFY(view_->extraSelections().isEmpty());
  }

  void the_time_column_says_what_it_marks() {
    std::vector<Segment> shown = segments(3);
    shown[1].looped = true;
    show(document_of(shown));
    QVERIFY(view_->gutter_tool_tip(middle_of(1)).contains(QStringLiteral("repeated")));
    QVERIFY(!view_->gutter_tool_tip(middle_of(0)).contains(QStringLiteral("repeated")));
    // The mark is painted in the error colour, also without times.
    for (const bool times : {true, false}) {
      view_->set_times_visible(times);
      const QImage image = view_->grab().toImage();
      bool found = false;
      for (int y = 0; y < 80 && !found; ++y) {
        for (int x = 0; x < 120 && !found; ++x) found = image.pixelColor(x, y) == theme_colors(false).error;
      }
      QVERIFY(found);
    }
  }

  void hiding_the_times_gives_the_text_their_room() {
    const std::vector<Segment> shown = segments(3);
    show(document_of(shown));
    const int with_times = view_->viewport()->x();
    view_->set_times_visible(false);
    QVERIFY(view_->viewport()->x() < with_times);
  }

  void lines_fit_after_every_resize() {
    const std::vector<Segment> shown = long_segments();
    show(document_of(shown));
    for (const int width : {700, 1900, 640, 1300, 400, 2500, 1280}) {
      view_->resize(width, 500);
      QCOMPARE(layout_flaw(*view_, shown), QString());
      view_->set_times_visible(!view_->times_visible());
      QCOMPARE(layout_flaw(*view_, shown), QString());
    }
    view_->set_zoom(200);
    QCOMPARE(layout_flaw(*view_, shown), QString());
  }

  void lines_fit_when_the_text_comes_before_the_view_is_shown() {
    const std::vector<Segment> shown = long_segments();
    for (const int width : {1900, 1000, 500}) {
      // As in the window: a page of a stack that is shown only once there is text.
      QStackedWidget stack;
      auto* message = new QWidget(&stack);
      auto* late = new TranscriptView(&stack);
      stack.addWidget(message);
      stack.addWidget(late);
      stack.resize(width, 500);
      stack.show();
      QVERIFY(QTest::qWaitForWindowExposed(&stack, test::patience_ms));
      late->set_document(document_of(shown));
      stack.setCurrentWidget(late);
      QCOMPARE(layout_flaw(*late, shown), QString());
      stack.setCurrentWidget(message);
      stack.resize(width + 150, 500);
      stack.setCurrentWidget(late);
      QCOMPARE(layout_flaw(*late, shown), QString());
    }
  }

  void zoom_stays_in_its_bounds() {
    const double before = view_->font().pointSizeF();
    view_->set_zoom(200);
    QVERIFY(view_->font().pointSizeF() > before * 1.9);
    view_->set_zoom(10'000);
    QCOMPARE(view_->zoom(), 250);
    view_->set_zoom(1);
    QCOMPARE(view_->zoom(), 70);
  }

  /// However long that takes: a machine may be busy with something else in that moment.
  void a_short_text_is_there_at_once() {
    std::vector<Segment> shown = segments(16);
    for (Segment& segment : shown) {
      const std::string once = " " + segment.text;
      for (int i = 0; i < 2000; ++i) segment.text += once;
    }
    view_->set_document(document_of(shown));
    QVERIFY(view_->complete());
    QCOMPARE(view_->document()->blockCount(), 16);
  }

  void ten_thousand_segments_are_taken_in_by_and_by() {
    // What it costs to paint the end of few, once they are laid out.
    const auto painted_ms = [&] {
      return test::least_processor_ms(3, [&] {
        view_->verticalScrollBar()->setValue(0);
        view_->verticalScrollBar()->setValue(view_->verticalScrollBar()->maximum());
        view_->grab();
      });
    };
    const std::vector<Segment> few = segments(100);
    show(document_of(few));
    const double few_ms = painted_ms();

    const std::vector<Segment> shown = segments(10'000);
    view_->set_document(document_of(shown));
    QVERIFY(!view_->complete());
    QVERIFY(view_->document()->blockCount() < 5'000);  // it gave way soon
    const std::unique_ptr<QMimeData> copied(view_->copied_whole());
    QCOMPARE(copied->text().count(QLatin1Char('\n')), 9'999);  // all of it is copied at once
    QVERIFY(QTest::qWaitFor([&] { return view_->complete(); }, test::patience_ms));
    QCOMPARE(view_->document()->blockCount(), 10'000);
    QCOMPARE(view_->document()->lastBlock().text(), QString::fromStdString(shown.back().text));
    const double many_ms = painted_ms();
    qInfo("painted in %.1f ms, where of a hundred segments in %.1f ms", many_ms, few_ms);
    QVERIFY(many_ms < 10.0 * few_ms);
  }

 private:
  /// Waits until the view has taken in all of the document: on a slow machine it takes a few turns of the
  /// event loop.
  void show(const std::shared_ptr<TranscriptDocument>& document) {
    view_->set_document(document);
    QVERIFY(QTest::qWaitFor([this] { return view_->complete(); }, test::patience_ms));
  }
  QPoint middle_of(int block) const {
    const QTextCursor cursor(view_->document()->findBlockByNumber(block));
    return {5, view_->cursorRect(cursor).center().y()};
  }
  static QString lines_of(const std::vector<Segment>& shown) {
    QStringList lines;
    for (const Segment& segment : shown) lines.append(QString::fromStdString(segment.text));
    return lines.join(QLatin1Char('\n'));
  }

  std::unique_ptr<Theme> theme_;
  std::unique_ptr<TranscriptView> view_;
};

QTEST_MAIN(TestTranscriptView)
#include "test_transcript_view.moc"
