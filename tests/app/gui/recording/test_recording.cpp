// SPDX-License-Identifier: Apache-2.0
// Speak, and read: recordings from their first word to their place among the files, on fake sound.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/recording/live_row.h"
#include "ui/recording/record_button.h"
#include "ui/recording/recording_dialog.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestRecording : public QObject {
  Q_OBJECT

 private slots:
  void speak_and_read() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTest::mouseClick(gui.visible<QPushButton>(QStringLiteral("emptyRecord")), Qt::LeftButton);
    QVERIFY(gui.record_page().isVisible());
    QCOMPARE(gui.sound.started(), 0);  // the page first
    auto* button_shown = gui.visible<RecordButton>(QStringLiteral("recordButton"));
    QVERIFY(button_shown->hasFocus());
    QTest::keyClick(button_shown, Qt::Key_Space);
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    QVERIFY(button_shown->stops());
    QCOMPARE(gui.sound.last_source(), std::string());  // the system's default

    // "Please bring a": the last two words may still change.
    gui.sound.hear(0.9);
    QTRY_COMPARE(text(gui).fixed_text(), QStringLiteral("Please"));
    QTRY_COMPARE(text(gui).provisional_text(), QStringLiteral(" bring a"));
    gui.sound.hear(0.3);
    QTRY_COMPARE(text(gui).fixed_text(), QStringLiteral("Please bring"));
    QTRY_COMPARE(text(gui).provisional_text(), QStringLiteral(" a pencil"));
    QVERIFY(gui.window().findChild<LiveRow*>()->isVisible());

    // A whole sentence is an utterance, a paragraph of its own.
    gui.sound.hear(0.3 * 14);
    QTRY_VERIFY(text(gui).toPlainText().count(QLatin1Char('\n')) == 1);
    QTRY_COMPARE(text(gui).provisional_text(), QStringLiteral(" will talk"));

    QTest::mouseClick(button_shown, Qt::LeftButton);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(!gui.sound.recording());
    QCOMPARE(gui.queue().rowCount(), 1);
    const QueueItem& item = gui.item(0);
    QCOMPARE(item.state, JobState::done);
    QCOMPARE(item.path.toStdString(), recording_file(gui, 1).string());
    QVERIFY(item.document->plain_text().startsWith(QString::fromStdString(test::fake_sentence(0))));
    QVERIFY(item.document->plain_text().endsWith(QStringLiteral("We will talk")));
    // It is the chosen file now, and its text is what was read.
    QCOMPARE(gui.chosen(), item.id());
    QVERIFY(!gui.controller->recording().part().shows_page());
    QVERIFY(gui.panel().view().toPlainText().contains(QStringLiteral("pencil")));
    QVERIFY(!gui.window().findChild<LiveRow*>()->isVisible());
    // Both show one document.
    item.document->edit(item.document->segment_id(0), QStringLiteral("Other words."));
    QVERIFY(gui.panel().view().toPlainText().startsWith(QStringLiteral("Other words.")));
    QVERIFY(text(gui).fixed_text().startsWith(QStringLiteral("Other words.\n")));
    // Kept as a transcript first, and then no longer unfinished.
    QTRY_VERIFY(gui.sound.settled(recording_file(gui, 1)));
    QTRY_COMPARE(gui.store().recent().size(), 1);
  }

  /// Chinese sentences follow each other without spaces, wherever they are shown or typed.
  void chinese_is_joined_without_spaces() {
    test::GuiFixture gui;
    gui.world.script_live({.sentences = {"港口很旧。", "我用 Python。", "Good.", "船来了。"}});
    gui.action("recordingSettings")->trigger();
    auto* dialog = shown_dialog<RecordingDialog>();
    dialog->findChild<QCheckBox*>(QStringLiteral("typesText"))->setChecked(true);
    dialog->accept();
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(0.3 * 5);
    const QString joined = QStringLiteral("港口很旧。我用 Python。Good. 船来了。");
    QTRY_COMPARE(gui.desktop.state->typed, joined);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QCOMPARE(gui.desktop.state->typed, joined);
    QCOMPARE(gui.item(0).document->plain_text(), joined);
    QCOMPARE(text(gui).fixed_text(), QStringLiteral("港口很旧。\n我用 Python。\nGood.\n船来了。"));
  }

  void fixed_words_only_ever_grow() {
    GuiFixture gui;
    gui.sound.set_speed(12.0);
    press_record_keys(gui);
    QTRY_VERIFY(text(gui).has_text());
    QString before;
    QElapsedTimer clock;
    clock.start();
    while (text(gui).fixed_text().size() < 600 && clock.elapsed() < patience_ms) {
      QTest::qWait(5);
      const QString now = text(gui).fixed_text();
      QVERIFY2(now.startsWith(before), qPrintable(before + QStringLiteral(" -> ") + now));
      before = now;
    }
    QVERIFY(before.size() >= 600);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void transcribed_again_on_request() {
    GuiFixture gui;
    QVERIFY(record(gui, 3.0));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.action("retry")->isEnabled());
    QTest::mouseClick(button(gui, "transcriptRetry"), Qt::LeftButton);
    QTRY_COMPARE(gui.queue().rowCount(), 2);
    QCOMPARE(gui.item(1).path, gui.item(0).path);
    QCOMPARE(gui.chosen(), gui.item(1).id());
    QVERIFY(gui.wait_for_state(1, JobState::done));
    QCOMPARE(gui.item(0).state, JobState::done);  // what was read live stays
    gui.choose(gui.item(0).id());
    QVERIFY(button(gui, "transcriptRetry") != nullptr);
  }

  void a_pause_stands_still() {
    GuiFixture gui;
    QVERIFY(record(gui, 3.0));
    QTest::mouseClick(gui.visible<QPushButton>(QStringLiteral("pauseButton")), Qt::LeftButton);
    QTRY_COMPARE(phase(gui), RecordPhase::paused);
    gui.sound.hear(5.0);
    const double before = gui.record_page().state().elapsed_s;
    gui.action("pause")->trigger();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    QTRY_COMPARE(gui.record_page().state().elapsed_s, before);
    gui.sound.hear(1.5);
    QTRY_COMPARE(gui.record_page().state().elapsed_s, before + 1.5);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void live_text_goes_before_files_and_they_say_so() {
    GuiFixture gui;
    gui.world.script("long.wav",
                     {.audio_s = 600.0, .segments = 2000, .step = std::chrono::microseconds(2000)});
    gui.drop({gui.file(QStringLiteral("long.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::running));
    QTRY_VERIFY(gui.item(0).progress.fraction > 0.0);
    QVERIFY(record(gui, 3.0));
    QTRY_VERIFY(gui.item(0).held);
    QCOMPARE(row_state_text(gui.item(0)), QStringLiteral("Slowed down: live text has priority"));
    QVERIFY(gui.item(0).progress.fraction > 0.0);  // where it was
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QTRY_VERIFY(!gui.item(0).held);
    QVERIFY(row_state_text(gui.item(0)).contains(QLatin1Char('%')));
  }

  void a_new_recording_may_begin_while_the_last_is_finished() {
    GuiFixture gui(false);
    press_record_keys(gui);  // no engine is open yet: the text of the first can't come
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(2.0);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::finishing);
    press_record_keys(gui);
    QTRY_COMPARE(gui.sound.started(), 2);
    gui.sound.hear(2.0);
    gui.controller->start({});
    QTRY_VERIFY(text(gui).fixed_text().startsWith(QStringLiteral("Please bring")));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.wait_until_idle(2));
    for (const int row : {0, 1}) QVERIFY(!gui.item(row).transcript().segments.empty());
    QVERIFY(gui.item(0).path != gui.item(1).path);
  }

  void copy_all_takes_what_is_read() {
    GuiFixture gui;
    QVERIFY(record(gui, 1.5));
    QTRY_COMPARE(text(gui).fixed_text(), QStringLiteral("Please bring a"));
    QTRY_COMPARE(text(gui).provisional_text(), QStringLiteral(" pencil and"));
    QTest::mouseClick(gui.window().findChild<QToolButton*>(QStringLiteral("copyLive")), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("Please bring a pencil and"));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void escape_never_stops() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QVERIFY(record(gui, 1.5));
    for (auto* widget : {static_cast<QWidget*>(&gui.window()), static_cast<QWidget*>(&text(gui)),
                         static_cast<QWidget*>(gui.visible<RecordButton>(QStringLiteral("recordButton")))}) {
      QTest::keyClick(widget, Qt::Key_Escape);
    }
    QCOMPARE(phase(gui), RecordPhase::recording);
    QTest::keyClick(&gui.window(), Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void the_files_stay_in_reach() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(record(gui, 1.5));
    QVERIFY(gui.controller->recording().part().shows_page());
    gui.choose(gui.item(0).id());
    QVERIFY(!gui.controller->recording().part().shows_page());
    QCOMPARE(phase(gui), RecordPhase::recording);
    QTest::mouseClick(gui.window().findChild<LiveRow*>(), Qt::LeftButton);
    QVERIFY(gui.controller->recording().part().shows_page());
    gui.choose(gui.item(0).id());
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    // Whoever reads another file goes on reading it.
    QCOMPARE(gui.chosen(), gui.item(0).id());
    QCOMPARE(gui.queue().rowCount(), 2);
  }
};

QTEST_MAIN(TestRecording)
#include "test_recording.moc"
