// SPDX-License-Identifier: Apache-2.0
// A transcript of 20,000 segments: what the GUI thread takes for one event while somebody scrolls and types.
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QtTest>

#include "inference/api/export.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/patience.h"
#include "tests/support/processor_time.h"
#include "ui/theme/theme.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr int segment_count = 20'000;
constexpr double most_ms = 16.0;

/// With tokens, as a model writes them.
std::shared_ptr<TranscriptDocument> long_document() {
  Transcript transcript;
  for (int i = 0; i < segment_count; ++i) {
    Segment segment;
    segment.start_s = i * 3.0;
    segment.end_s = i * 3.0 + 3.0;
    segment.text = test::fake_sentence(i);
    for (std::size_t at = 0; at < segment.text.size(); at += 4)
      segment.tokens.push_back({7, segment.text.substr(at, 4), (at % 20) == 0 ? 0.3F : 0.9F});
    transcript.segments.push_back(std::move(segment));
  }
  return std::make_shared<TranscriptDocument>(std::move(transcript));
}

}  // namespace

class TestTranscriptSpeed : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->apply(ThemeChoice::light);
    view_ = std::make_unique<TranscriptView>();
    view_->resize(900, 700);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get(), test::patience_ms));
    document_ = long_document();
    view_->set_document(document_);
    view_->set_editable(true);
    view_->set_unsure_below(0.5);
    view_->setFocus();
    QVERIFY(QTest::qWaitFor([&] { return view_->complete(); }, 60'000));
  }
  void cleanupTestCase() { view_.reset(); }

  void scrolling() {
    QScrollBar* bar = view_->verticalScrollBar();
    measure("scrolling by a line", 200, [&](int) { bar->setValue(bar->value() + 1); });
    measure("scrolling anywhere", 200, [&](int i) { bar->setValue(i * 7919 % bar->maximum()); });
  }

  void typing_data() {
    QTest::addColumn<int>("row");
    for (const int row : {0, segment_count / 2, segment_count - 1}) QTest::addRow("row %d", row) << row;
  }
  void typing() {
    QFETCH(int, row);
    const auto key = [&](Qt::Key pressed) {
      return [this, pressed](int) { QTest::keyClick(view_.get(), pressed); };
    };
    caret(row);
    measure("a letter", 100, [&](int i) { QTest::keyClick(view_.get(), i % 6 == 5 ? ' ' : 'x'); });
    measure("Backspace", 50, key(Qt::Key_Backspace));
    measure("Enter", 30,
            [&](int i) { QTest::keyClick(view_.get(), i % 2 == 0 ? Qt::Key_Return : Qt::Key_Right); });
    measure("joining", 10, [&](int) {
      caret(row);
      QTest::keyClick(view_.get(), row == segment_count - 1 ? Qt::Key_Home : Qt::Key_End);
      QTest::keyClick(view_.get(), row == segment_count - 1 ? Qt::Key_Backspace : Qt::Key_Delete);
    });
    measure("undo", 40, [&](int) { view_->undo_edit(); });
  }

  /// A search counts on by and by.
  void typing_while_something_is_searched() {
    FindBar bar(*view_, view_.get());
    bar.open();
    measure("a search", 3, [&](int i) {
      bar.findChild<QLineEdit*>(QStringLiteral("findText"))->setText(QStringLiteral("weather").left(5 + i));
    });
    view_->setFocus();
    caret(segment_count / 2);
    measure("a letter", 50, [&](int) { QTest::keyClick(view_.get(), 'x'); });
    QTRY_VERIFY_WITH_TIMEOUT(bar.result().contains(QStringLiteral("match")), 60'000);
    bar.close_bar();
  }

  /// The next letter after a snapshot that is still in use copies the document. A save holds one only for as
  /// long as its thread copies it, and only the first save of a document does.
  void typing_while_a_snapshot_is_held() {
    caret(segment_count / 2);
    std::shared_ptr<const Transcript> held;
    const double took_ms = test::least_processor_ms(5, [&] {
      held = document_->snapshot();
      QTest::keyClick(view_.get(), 'x');
      settle();
    });
    qInfo("a letter: %.1f ms", took_ms);
    QVERIFY(test::within(took_ms, most_ms));
  }

  /// So that it is on disk two seconds after an edit, half of one is left before the save and half after it.
  void saving_takes_its_thread_a_second_at_most() {
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("talk.json")).toStdString();
    const double took_ms = test::least_processor_ms(
        2, [&] { save_transcript(file, document_->transcript(), ExportFormat::json); });
    qInfo("saved in %.0f ms", took_ms);
    QVERIFY(took_ms <= 1000.0);
  }

  void what_is_played_is_followed() {
    measure("playing", 100, [&](int i) { view_->show_played(i * 7919.0 * 3.0 / 20); });
  }

 private:
  void caret(int row) {
    view_->setTextCursor(QTextCursor(view_->document()->findBlockByNumber(row)));
    settle();
  }
  static void settle() { QCoreApplication::processEvents(); }

  template <class Event>
  void measure(const char* what, int count, const Event& event) {
    const double longest_ms = test::longest_event_ms(what, count, most_ms, [&](int i) {
      event(i);
      settle();
    });
    QVERIFY2(test::within(longest_ms, most_ms), what);
  }

  std::unique_ptr<Theme> theme_;
  std::unique_ptr<TranscriptView> view_;
  std::shared_ptr<TranscriptDocument> document_;
};

QTEST_MAIN(TestTranscriptSpeed)
#include "test_transcript_speed.moc"
