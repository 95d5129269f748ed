// SPDX-License-Identifier: Apache-2.0
// The whole window with a kept text of 20,000 segments and its waveform, which is heard: what the GUI thread
// takes for one event while somebody scrolls and types.
#include <QMenu>
#include <QScrollBar>
#include <QTextBlock>
#include <QtTest>

#include "inference/api/export.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/processor_time.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/waveform_strip.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

constexpr int segment_count = 20'000;
constexpr double segment_s = 3.0;
constexpr double most_ms = 16.0;

Transcript long_text(const std::string& audio) {
  Transcript transcript;
  transcript.source = audio;
  transcript.duration_s = segment_count * segment_s;
  for (int i = 0; i < segment_count; ++i)
    transcript.segments.push_back(
        {.start_s = i * segment_s, .end_s = (i + 1) * segment_s, .text = fake_sentence(i)});
  return transcript;
}

}  // namespace

class TestWindowSpeed : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    gui_ = std::make_unique<GuiFixture>(false);
    const QString audio = gui_->file(QStringLiteral("talk.wav")).toLocalFile();
    const QDir folder(gui_->folder.filePath(QStringLiteral("transcripts")));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    save_transcript(folder.filePath(QStringLiteral("20260131-120000-000-talk.wav.json")).toStdString(),
                    long_text("talk.wav"), ExportFormat::json, Readers::user_alone);
    gui_->playback.set_length(segment_count * segment_s);
    gui_->playback.set_known(audio.toStdString());
    gui_->make_controller();  // it looks for what is kept
    gui_->controller->start({});
    gui_->window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&gui_->window(), patience_ms));
    const auto* recent = gui_->window().findChild<QMenu*>(QStringLiteral("recentMenu"));
    QTRY_VERIFY(!recent->actions().isEmpty());
    recent->actions().first()->trigger();
    QTRY_VERIFY(view().document()->blockCount() >= segment_count && view().complete());
    QTRY_VERIFY(!view().isReadOnly());
    QTRY_VERIFY(gui_->controller->playback().part().bar().strip().isVisible());
    gui_->action("playbackPlay")->trigger();
    QVERIFY(gui_->playback.status().playing);
  }
  void cleanupTestCase() { gui_.reset(); }

  void scrolling() {
    QScrollBar* bar = view().verticalScrollBar();
    measure("scrolling by a line", 200, [&](int) { bar->setValue(bar->value() + 1); });
    measure("scrolling anywhere", 200, [&](int i) { bar->setValue(i * 7919 % bar->maximum()); });
  }

  void typing_data() {
    QTest::addColumn<int>("row");
    for (const int row : {0, segment_count / 2, segment_count - 1}) QTest::addRow("row %d", row) << row;
  }
  void typing() {
    QFETCH(int, row);
    const auto place = [&] {
      view().setFocus();
      view().setTextCursor(QTextCursor(view().document()->findBlockByNumber(row)));
      QCoreApplication::processEvents();
    };
    place();
    measure("a letter", 200, [&](int i) { QTest::keyClick(&view(), i % 6 == 5 ? ' ' : 'x'); });
    measure("Backspace", 50, [&](int) { QTest::keyClick(&view(), Qt::Key_Backspace); });
    place();
    measure("Enter", 30,
            [&](int i) { QTest::keyClick(&view(), i % 2 == 0 ? Qt::Key_Right : Qt::Key_Return); });
    measure("undo", 40, [&](int) { gui_->action("undoEdit")->trigger(); });
  }

 private:
  ui::TranscriptView& view() { return gui_->panel().view(); }

  /// While the sound goes on, and with everything that is due then: painting, the mark of what is heard,
  /// saves.
  template <class Event>
  void measure(const char* what, int count, const Event& event) {
    const double longest_ms = longest_event_ms(what, count, most_ms, [&](int i) {
      gui_->playback.hear(heard_s_ += 0.5);
      event(i);
      QCoreApplication::processEvents();
    });
    QVERIFY2(within(longest_ms, most_ms), what);
  }

  std::unique_ptr<GuiFixture> gui_;
  double heard_s_ = 0.0;
};

QTEST_MAIN(TestWindowSpeed)
#include "test_window_speed.moc"
