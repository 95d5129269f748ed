// SPDX-License-Identifier: Apache-2.0
// Hearing the chosen transcript: the bar below its text, the keys, the mark of what is heard.
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolButton>
#include <QtTest>

#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/playback/playback_bar.h"
#include "ui/playback/waveform_strip.h"
#include "ui/theme/theme.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

namespace {

/// A window with one finished transcript of 100 s in 20 segments, and its waveform.
struct Bench {
  GuiFixture gui;

  Bench() {
    gui.playback.set_length(100.0);
    gui.world.script_all({.audio_s = 100.0, .segments = 20});
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    gui.wait_until_idle(1);
    gui.window().activateWindow();
  }

  PlaybackBar& bar() { return gui.controller->playback().part().bar(); }
  WaveformStrip& strip() { return bar().strip(); }
  TranscriptView& view() { return gui.panel().view(); }
  QString text(const char* name) { return bar().findChild<QLabel*>(QLatin1String(name))->text(); }
  void press(Qt::Key key) { QTest::keyClick(&gui.window(), key); }
  bool shown() {
    return QTest::qWaitFor([this] { return strip().isVisible(); }, test::patience_ms);
  }
  double segment_s(int row) {
    return gui.item(0).transcript().segments.at(static_cast<std::size_t>(row)).start_s;
  }
  /// The segment that is seen to be marked; -1: none.
  int marked() {
    const QImage seen = view().viewport()->grab().toImage();
    for (QTextBlock block = view().document()->firstBlock(); block.isValid(); block = block.next()) {
      const QRect line = view().cursorRect(QTextCursor(block));
      const QPoint behind_text = line.topLeft() + QPoint(12, 1);
      if (seen.rect().contains(behind_text) &&
          seen.pixelColor(behind_text) == colors_of(view().palette()).selected_row)
        return block.blockNumber();
    }
    return -1;
  }
  void click_time(int row) {
    view().verticalScrollBar()->setValue(0);  // it stands at the end of a text that has grown
    const QTextBlock block = view().document()->findBlockByNumber(row);
    const QRect line = view().cursorRect(QTextCursor(block));
    const QPoint place(30, line.center().y() + view().viewport()->y());
    QWidget* column = view().childAt(place);
    QVERIFY(column != nullptr && column != view().viewport());
    QTest::mouseClick(column, Qt::LeftButton, {}, column->mapFrom(&view(), place));
  }
};

}  // namespace

class TestPlayback : public QObject {
  Q_OBJECT

 private slots:
  void the_carets_segment_begins_and_ends_at_the_place_that_is_heard() {
    Bench bench;
    QVERIFY(bench.shown());
    TranscriptDocument& document = *bench.gui.item(0).document;
    const Segment before = document.transcript().segments[0];
    bench.press(Qt::Key_F8);
    const double begin_s = before.start_s + 0.25 * (before.end_s - before.start_s);
    const double end_s = before.start_s + 0.75 * (before.end_s - before.start_s);
    const auto edge_at = [&](double seconds, Qt::Key key) {
      bench.gui.playback.hear(seconds);
      QTRY_VERIFY(std::abs(bench.gui.playback.status().position_s - seconds) < 1e-6);
      bench.press(Qt::Key_F8);  // the place that is shown is the one that is heard
      QTest::keyClick(&bench.gui.window(), key, Qt::ControlModifier);
    };
    bench.view().moveCursor(QTextCursor::Start);
    edge_at(begin_s, Qt::Key_F7);
    edge_at(end_s, Qt::Key_F8);
    const Segment& now = document.transcript().segments[0];
    QVERIFY(std::abs(now.start_s - begin_s) < 0.001 && std::abs(now.end_s - end_s) < 0.001);
    QCOMPARE(document.undo_stack().count(), 2);
    // Not past its neighbour: a sentence says what is possible.
    edge_at(99.0, Qt::Key_F7);
    QCOMPARE(document.undo_stack().count(), 2);
    QVERIFY(bench.gui.visible<QWidget>(QStringLiteral("statusMessage")) != nullptr);
    bench.gui.action("undoEdit")->trigger();
    QCOMPARE(document.transcript().segments[0].end_s, before.end_s);
  }

  void the_keys_play_and_pause_and_go_back() {
    Bench bench;
    QVERIFY(bench.shown());
    QCOMPARE(bench.gui.playback.open(), 0);  // nothing is opened before it is needed
    QCOMPARE(bench.marked(), -1);
    bench.press(Qt::Key_F8);
    QVERIFY(bench.gui.playback.status().playing);
    QVERIFY(bench.gui.playback.audio().ends_with("/talk.wav"));
    bench.gui.playback.hear(12.0);
    QTRY_COMPARE(bench.text("playbackPlace"), QStringLiteral("0:12 / 1:40"));
    bench.press(Qt::Key_F7);
    QCOMPARE(bench.gui.playback.status().position_s, 9.0);
    QVERIFY(bench.gui.playback.status().playing);
    bench.press(Qt::Key_F8);
    QVERIFY(!bench.gui.playback.status().playing);
    bench.gui.playback.hear(1.0);
    QTRY_COMPARE(bench.text("playbackPlace"), QStringLiteral("0:01 / 1:40"));
    bench.press(Qt::Key_F7);
    QCOMPARE(bench.gui.playback.status().position_s, 0.0);
  }

  void slower_and_faster_go_through_the_speeds() {
    Bench bench;
    QVERIFY(bench.shown());
    auto* speed = bench.bar().findChild<QComboBox*>();
    QCOMPARE(speed->currentText(), QStringLiteral("1×"));
    bench.press(Qt::Key_F6);
    QCOMPARE(speed->currentText(), QStringLiteral("0.9×"));
    bench.press(Qt::Key_F8);
    QCOMPARE(bench.gui.playback.status().speed, 0.9);  // chosen before there was a player
    for (int i = 0; i < 3; ++i) bench.press(Qt::Key_F9);
    QCOMPARE(bench.gui.playback.status().speed, 1.5);
    QTRY_COMPARE(speed->currentText(), QStringLiteral("1.5×"));
    for (int i = 0; i < 5; ++i) bench.press(Qt::Key_F9);
    QCOMPARE(bench.gui.playback.status().speed, 2.0);
    QVERIFY(!bench.gui.action("playbackFaster")->isEnabled());
    speed->setCurrentIndex(0);
    emit speed->activated(0);
    QCOMPARE(bench.gui.playback.status().speed, 0.5);
    QVERIFY(!bench.gui.action("playbackSlower")->isEnabled());
  }

  void the_menu_and_the_buttons_name_the_keys() {
    Bench bench;
    QVERIFY(bench.shown());
    QStringList texts;
    for (const QAction* menu : bench.gui.window().menuBar()->actions()) {
      if (menu->text() != QStringLiteral("P&layback")) continue;
      for (const QAction* action : menu->menu()->actions()) texts << action->text();
    }
    QCOMPARE(texts, (QStringList{"&Play", "&Back 3 seconds", "", "&Slower", "&Faster"}));
    auto* play = bench.bar().findChild<QToolButton*>(QStringLiteral("playButton"));
    QCOMPARE(play->toolTip(), QStringLiteral("Play (F8)"));
    QTest::mouseClick(play, Qt::LeftButton);
    QVERIFY(bench.gui.playback.status().playing);
    QCOMPARE(play->toolTip(), QStringLiteral("Pause (F8)"));
    QCOMPARE(play->accessibleName(), QStringLiteral("Pause (F8)"));
  }

  void a_segments_time_plays_from_there() {
    Bench bench;
    QVERIFY(bench.shown());
    bench.click_time(2);
    QCOMPARE(bench.gui.playback.status().position_s, bench.segment_s(2));
    QVERIFY(bench.gui.playback.status().playing);
    QTRY_COMPARE(bench.marked(), 2);
  }

  void the_segment_that_is_heard_is_marked_and_followed() {
    Bench bench;
    QVERIFY(bench.shown());
    bench.press(Qt::Key_F8);
    bench.gui.playback.hear(bench.segment_s(1) + 0.01);
    QTRY_COMPARE(bench.marked(), 1);
    bench.gui.window().resize(900, 600);
    bench.gui.playback.hear(bench.segment_s(19) + 0.01);
    QTRY_COMPARE(bench.marked(), 19);
    const QRect line = bench.view().cursorRect(QTextCursor(bench.view().document()->findBlockByNumber(19)));
    QVERIFY(line.top() >= 0 && line.bottom() <= bench.view().viewport()->height());
    bench.gui.playback.hear(bench.segment_s(0));
    QTRY_COMPARE(bench.marked(), 0);
    QCOMPARE(bench.view().verticalScrollBar()->value(), 0);
  }

  void a_click_on_the_waveform_goes_there() {
    Bench bench;
    QVERIFY(bench.shown());
    WaveformStrip& strip = bench.strip();
    const QPoint place(strip.width() / 4, strip.height() / 2);
    QTest::mouseClick(&strip, Qt::LeftButton, {}, place);
    const double seconds = bench.gui.playback.status().position_s;
    QVERIFY2(std::abs(seconds - 25.0) < 0.5, qPrintable(QString::number(seconds)));
    QVERIFY(!bench.gui.playback.status().playing);
    QTRY_VERIFY(bench.marked() >= 0);
    QTest::keyClick(&strip, Qt::Key_Right);
    QVERIFY(std::abs(bench.gui.playback.status().position_s - seconds - 1.0) < 0.01);
    QTest::keyClick(&strip, Qt::Key_End);
    QCOMPARE(bench.gui.playback.status().position_s, 100.0);
  }

  void there_is_no_waveform_while_the_file_is_transcribed() {
    GuiFixture gui;
    gui.playback.set_length(100.0);
    gui.world.script("held.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    PlaybackBar& bar = gui.controller->playback().part().bar();
    QTRY_VERIFY(bar.isVisible());  // what there is can be heard
    QVERIFY(gui.action("playbackPlay")->isEnabled());
    QVERIFY(!bar.strip().isVisible());
    QCOMPARE(gui.playback.waveforms(), 0);
    gui.action("cancel")->trigger();
    QTRY_VERIFY(bar.strip().isVisible());
  }

  void sound_that_can_not_be_painted_takes_no_room() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    PlaybackBar& bar = gui.controller->playback().part().bar();
    QTRY_COMPARE(gui.playback.waveforms(), 1);
    QTRY_VERIFY(bar.isVisible());
    QVERIFY(!bar.strip().isVisible());
  }

  void audio_that_is_gone_is_said_in_a_sentence() {
    Bench bench;
    QVERIFY(bench.shown());
    const QString path = bench.gui.item(0).path;
    QVERIFY(QFile::remove(path));
    bench.gui.drop({bench.gui.file(QStringLiteral("other.wav"))});
    QVERIFY(bench.gui.wait_until_idle(2));
    bench.gui.choose(bench.gui.item(1).id());
    QTRY_VERIFY(bench.gui.action("playbackPlay")->isEnabled());
    bench.gui.choose(bench.gui.item(0).id());
    QTRY_COMPARE(
        bench.text("playbackProblem"),
        QStringLiteral("The audio of this text can't be played: expected it at %1, found no file there.")
            .arg(QDir::toNativeSeparators(path)));
    QVERIFY(bench.bar().isVisible() && !bench.strip().isVisible());
    QVERIFY(!bench.bar().findChild<QToolButton*>(QStringLiteral("playButton"))->isVisible());
    QVERIFY(!bench.gui.action("playbackPlay")->isEnabled());
    bench.click_time(0);
    QCOMPARE(bench.gui.playback.open(), 0);
  }

  void another_transcript_ends_the_sound() {
    Bench bench;
    QVERIFY(bench.shown());
    bench.gui.drop({bench.gui.file(QStringLiteral("other.wav"))});
    QVERIFY(bench.gui.wait_until_idle(2));
    bench.gui.choose(bench.gui.item(0).id());
    QTRY_VERIFY(bench.gui.action("playbackPlay")->isEnabled());
    bench.press(Qt::Key_F9);
    bench.press(Qt::Key_F8);
    QCOMPARE(bench.gui.playback.open(), 1);
    bench.gui.choose(bench.gui.item(1).id());
    QVERIFY(!bench.gui.playback.status().playing);
    QTRY_COMPARE(bench.gui.playback.open(), 0);
    QTRY_VERIFY(bench.gui.action("playbackPlay")->isEnabled());
    QCOMPARE(bench.marked(), -1);
    bench.press(Qt::Key_F8);
    QVERIFY(bench.gui.playback.audio().ends_with("/other.wav"));
    QCOMPARE(bench.gui.playback.status().speed, 1.25);  // the speed stays
    bench.gui.action("remove")->trigger();
    bench.gui.controller->playback().finish();
    QCOMPARE(bench.gui.playback.open(), 0);
  }

  void a_device_that_is_lost_is_said_and_play_tries_again() {
    Bench bench;
    QVERIFY(bench.shown());
    bench.press(Qt::Key_F8);
    bench.gui.playback.hear(30.0);
    bench.gui.playback.lose_device("The sound output is gone.");
    QTRY_COMPARE(bench.text("playbackProblem"), QStringLiteral("The sound output is gone."));
    QCOMPARE(bench.gui.action("playbackPlay")->text(), QStringLiteral("&Play"));
    QVERIFY(bench.strip().isVisible());
    bench.press(Qt::Key_F8);
    QVERIFY(bench.gui.playback.status().playing);
    QTRY_COMPARE(bench.text("playbackProblem"), QString());
  }

  void a_kept_recordings_text_finds_its_sound() {
    GuiFixture gui;
    QVERIFY(QDir(gui.folder.path()).mkpath(QStringLiteral("recordings")));
    gui.file(QStringLiteral("recordings/20260131-142530.wav"));
    Transcript transcript;
    transcript.segments = {{.start_s = 0.0, .end_s = 2.0, .text = "Good morning."}};
    const auto document = std::make_shared<TranscriptDocument>(transcript);
    gui.choose(
        gui.controller->queue().add_transcript(QStringLiteral("20260131-142530.wav"), document, false));
    QTRY_VERIFY(gui.action("playbackPlay")->isEnabled());
    gui.action("playbackPlay")->trigger();
    QVERIFY(gui.playback.audio().ends_with("/recordings/20260131-142530.wav"));

    const auto other = std::make_shared<TranscriptDocument>(transcript);
    gui.choose(gui.controller->queue().add_transcript(QStringLiteral("talk.mp3"), other, false));
    auto* problem = gui.window().findChild<QLabel*>(QStringLiteral("playbackProblem"));
    QTRY_VERIFY(problem->text().contains(QStringLiteral("only its name, talk.mp3, is known")));
    QVERIFY(problem->isVisible() && !gui.action("playbackPlay")->isEnabled());

    // One whose waveform was shown is found by its name and length.
    gui.file(QStringLiteral("known.mp3"));
    gui.playback.set_known(gui.folder.filePath(QStringLiteral("known.mp3")).toStdString());
    gui.playback.set_length(12.5);
    transcript.duration_s = 12.5;
    const auto known = std::make_shared<TranscriptDocument>(transcript);
    gui.choose(gui.controller->queue().add_transcript(QStringLiteral("known.mp3"), known, false));
    QTRY_VERIFY(gui.action("playbackPlay")->isEnabled());
    gui.action("playbackPlay")->trigger();
    QVERIFY(gui.playback.audio().ends_with("/known.mp3"));
  }
};

QTEST_MAIN(TestPlayback)
#include "test_playback.moc"
