// SPDX-License-Identifier: Apache-2.0
// The end of the program, at any moment: nothing comes after it, nobody waits for it, nothing is lost.
#include <QMessageBox>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>

#include "inference/api/export.h"
#include "kernels/core/error.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

/// Closes the window, and lets everything come that is still on its way: nothing of a recording may.
void quit(GuiFixture& gui) {
  gui.quit();
  QVERIFY(!gui.window().isVisible());
  const QSignalSpy late(&gui.controller->recording(), &RecordingController::ended);
  for (int round = 0; round < 10; ++round) QCoreApplication::processEvents();
  QCOMPARE(late.count(), 0);
}

/// The one transcript that was kept.
Transcript only_kept_text(GuiFixture& gui) {
  const auto recent = gui.store().recent();
  if (recent.size() != 1) qFatal("%d transcripts were kept", static_cast<int>(recent.size()));
  return load_transcript(recent.first().path.toStdString(), ExportFormat::json);
}

}  // namespace

class TestQuitting : public QObject {
  Q_OBJECT

 private slots:
  void before_anything_has_happened() {
    GuiFixture gui;
    quit(gui);
    QVERIFY(gui.window().close());  // once more is no trouble
  }

  void while_the_engine_is_being_opened() {
    Gate opening;
    GuiFixture gui(false);
    gui.world.on_opening([&](const EngineOptions&, const std::stop_token& stop) { opening.pass(stop); });
    gui.controller->start({});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(opening.came(), 1, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 1, patience_ms);
    quit(gui);
    QVERIFY2(!opening.was_forced(), "closing waited for the model");
    QCOMPARE(gui.world.opened(), 0);
    QCOMPARE(gui.item(0).state, JobState::waiting);
    QVERIFY(gui.store().recent().isEmpty());
  }

  void while_the_engine_is_being_opened_for_a_recording() {
    Gate opening;
    GuiFixture gui(false);
    gui.world.on_opening([&](const EngineOptions&, const std::stop_token& stop) { opening.pass(stop); });
    gui.controller->start({});
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::recording, patience_ms);
    gui.sound.hear(6.0);
    quit(gui);
    QVERIFY2(!opening.was_forced(), "closing waited for the model");
    QVERIFY(!gui.sound.recording());
    QVERIFY(!gui.sound.settled(recording_file(gui, 1)));  // it is offered at the next start
  }

  void while_another_engine_is_being_opened_in_place_of_one() {
    Gate opening;
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.world.on_opening([&](const EngineOptions&, const std::stop_token& stop) { opening.pass(stop); });
    emit gui.controller->engine().part().optionsChosen({.model = "/models/other"});
    QTRY_COMPARE_WITH_TIMEOUT(opening.came(), 1, patience_ms);
    quit(gui);
    QVERIFY2(!opening.was_forced(), "closing waited for the model");
    QCOMPARE(gui.settings.engine().model, std::string());  // it never worked
  }

  void while_the_text_of_a_recording_is_being_finished() {
    Gate word;
    std::atomic<bool> held{false};
    GuiFixture gui;
    gui.world.script_live({.word = [&](const std::stop_token& stop) {
      if (held) word.pass(stop);
    }});
    QVERIFY(record(gui, 6.0));
    QTRY_VERIFY_WITH_TIMEOUT(text(gui).toPlainText().contains(QLatin1Char('\n')), patience_ms);
    held = true;
    gui.sound.hear(6.0);
    press_record_keys(gui);
    QTRY_VERIFY_WITH_TIMEOUT(!gui.sound.recording(), patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(word.came(), 1, patience_ms);
    QCOMPARE(phase(gui), RecordPhase::finishing);
    quit(gui);
    QVERIFY2(!word.was_forced(), "closing waited for the word");
    QVERIFY(!gui.sound.settled(recording_file(gui, 1)));  // the rest of its text is offered
    const Transcript kept = only_kept_text(gui);
    QVERIFY(kept.cancelled);
    QVERIFY(kept.text().starts_with("Please bring"));
  }

  void while_the_device_does_not_let_go() {
    Gate device;
    GuiFixture gui;
    QVERIFY(record(gui, 6.0));
    gui.sound.on_device([&] { device.pass(); });
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(device.came(), 1, patience_ms);
    connect(&gui.window(), &MainWindow::ending, this, [&] { device.open(); });
    quit(gui);
    QVERIFY(!device.was_forced());
    QVERIFY(!gui.sound.recording());
    QVERIFY(only_kept_text(gui).text().starts_with("Please"));
  }

  void while_a_file_is_being_cancelled() {
    Gate op;  // a long one, that looks for a stop only at its end
    GuiFixture gui;
    gui.world.script("a.wav", {.op = [&](int segment, const std::stop_token&) {
                       if (segment == 2) op.pass();
                     }});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(op.came(), 1, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(gui.item(0).transcript().segments.size(), std::size_t{2}, patience_ms);
    gui.controller->queue().part().act(RowAction::cancel, gui.item(0).id());
    connect(&gui.window(), &MainWindow::ending, this, [&] { op.open(); });
    const QSignalSpy ended(&gui.controller->queue(), &QueueController::jobEnded);
    quit(gui);
    QVERIFY(!op.was_forced());
    QCOMPARE(ended.count(), 1);
    QCOMPARE(gui.item(0).state, JobState::cancelled);
    const Transcript kept = only_kept_text(gui);
    QVERIFY(kept.cancelled);
    QCOMPARE(kept.segments.size(), std::size_t{2});
  }

  void while_a_file_that_is_being_cancelled_is_removed_too() {
    Gate op;
    GuiFixture gui;
    gui.world.script("a.wav", {.op = [&](int segment, const std::stop_token&) {
                       if (segment == 2) op.pass();
                     }});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(op.came(), 1, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(gui.item(0).transcript().segments.size(), std::size_t{2}, patience_ms);
    gui.controller->queue().part().act(RowAction::cancel, gui.item(0).id());
    gui.controller->queue().part().act(RowAction::remove, gui.item(0).id());
    QCOMPARE(gui.queue().rowCount(), 0);
    connect(&gui.window(), &MainWindow::ending, this, [&] { op.open(); });
    quit(gui);
    QVERIFY(!op.was_forced());
    QCOMPARE(only_kept_text(gui).segments.size(), std::size_t{2});
  }

  void while_a_file_begins() {
    Gate op;
    GuiFixture gui;
    gui.world.script("a.wav", {.op = [&](int, const std::stop_token& stop) { op.pass(stop); }});
    gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(op.came(), 1, patience_ms);
    quit(gui);
    QVERIFY2(!op.was_forced(), "closing waited for the op");
    QCOMPARE(gui.item(0).state, JobState::cancelled);
    QCOMPARE(gui.item(1).state, JobState::waiting);
    QVERIFY(gui.store().recent().isEmpty());  // nothing was said
  }

  void while_a_recording_is_being_begun() {
    GuiFixture gui;
    press_record_keys(gui);
    QCOMPARE(phase(gui), RecordPhase::starting);
    quit(gui);
    QCOMPARE(gui.sound.started(), 1);
    QVERIFY(!gui.sound.recording());
    QVERIFY(gui.sound.settled(recording_file(gui, 1)));  // nothing was said: nothing is offered
    QCOMPARE(gui.queue().rowCount(), 0);
  }

  void while_a_recording_that_has_sound_is_being_begun() {
    GuiFixture gui;
    gui.sound.set_speed(1e6);  // some is there at once
    press_record_keys(gui);
    quit(gui);
    QVERIFY(!gui.sound.recording());
    QVERIFY(!gui.sound.settled(recording_file(gui, 1)));  // it is offered at the next start
  }

  void while_a_recording_is_begun_and_taken_back() {
    GuiFixture gui;
    press_record_keys(gui);
    press_record_keys(gui);
    quit(gui);
    QVERIFY(!gui.sound.recording());
    QCOMPARE(gui.sound.started(), 1);
  }

  void while_the_source_is_being_let_go() {
    GuiFixture gui;
    QVERIFY(record(gui, 6.0));
    QTRY_VERIFY_WITH_TIMEOUT(text(gui).toPlainText().contains(QLatin1Char('\n')), patience_ms);
    press_record_keys(gui);  // the source is let go on another thread
    QCOMPARE(phase(gui), RecordPhase::finishing);
    quit(gui);
    QVERIFY(!gui.sound.recording());
    QVERIFY(only_kept_text(gui).text().starts_with("Please bring"));
  }

  void while_the_next_recording_waits_for_the_source() {
    GuiFixture gui;
    QVERIFY(record(gui, 6.0));
    press_record_keys(gui);
    press_record_keys(gui);  // begins as soon as the source is free
    quit(gui);
    QCOMPARE(gui.sound.started(), 1);
    QVERIFY(!gui.sound.recording());
    press_record_keys(gui);  // a shortcut may still come
    for (int round = 0; round < 10; ++round) QCoreApplication::processEvents();
    QCOMPARE(gui.sound.started(), 1);
  }

  void while_a_folder_is_walked_through() {
    Gate walk;
    std::atomic<bool> stopped{false};
    GuiFixture gui;
    gui.collect = [&](const QList<QUrl>& urls, const std::stop_token& stop) {
      walk.pass();
      stopped = stop.stop_requested();
      return collect_files(urls);
    };
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(walk.came(), 1, patience_ms);
    quit(gui);
    QVERIFY2(!walk.was_forced(), "closing waited for the walk");
    walk.open();
    QTRY_VERIFY_WITH_TIMEOUT(stopped, patience_ms);
    for (int round = 0; round < 10; ++round) QCoreApplication::processEvents();
    QCOMPARE(gui.queue().rowCount(), 0);
  }

  void a_walk_alone_is_asked_about() {
    Gate walk;
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    gui.collect = [&](const QList<QUrl>& urls, const std::stop_token&) {
      walk.pass();
      return collect_files(urls);
    };
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(walk.came(), 1, patience_ms);
    gui.window().close();
    QVERIFY(gui.window().isVisible());
    const auto* question = shown_dialog<QMessageBox>();
    QVERIFY(question != nullptr);
    QCOMPARE(question->text(), QStringLiteral("Files are being opened."));
    walk.open();
    QTRY_COMPARE_WITH_TIMEOUT(question->text(), QStringLiteral("One file is not finished."), patience_ms);
    press("stop");
    QVERIFY(!gui.window().isVisible());
  }

  void while_a_walk_goes_on_until_it_is_told_to_stop() {
    std::atomic<bool> walking{false}, ended{false};
    {
      GuiFixture gui;
      gui.collect = [&](const QList<QUrl>&, const std::stop_token& stop) {
        walking = true;
        pause(stop);
        ended = true;
        return std::vector<CollectedFile>{{QStringLiteral("/late.wav"), {}}};
      };
      gui.drop({gui.file(QStringLiteral("a.wav"))});
      QTRY_VERIFY_WITH_TIMEOUT(walking, patience_ms);
    }  // everything goes, without a window that was closed before
    QVERIFY(ended);
  }

  /// Another start of the program hands them over: they are in the question before it can be answered.
  void files_that_come_while_it_asks_are_asked_about() {
    Gate walk;
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::running));
    gui.collect = [&](const QList<QUrl>& urls, const std::stop_token&) {
      walk.pass();
      return collect_files(urls);
    };
    gui.window().quit();
    const auto question = [] { return shown_dialog<QMessageBox>()->text(); };
    QCOMPARE(question(), QStringLiteral("One file is not finished."));
    gui.controller->queue().open_urls({gui.file(QStringLiteral("later.wav"))});
    QCOMPARE(question(), QStringLiteral("One file is not finished. More are being opened."));
    walk.open();
    QTRY_COMPARE_WITH_TIMEOUT(question(), QStringLiteral("2 files are not finished."), patience_ms);
    press("stay");
    gui.controller->queue().part().act(RowAction::cancel, gui.item(0).id());
    QVERIFY(gui.wait_for_state(1, JobState::done));
    gui.window().quit();  // nothing is left to ask about
    QVERIFY(!gui.window().isVisible());
  }

  void everything_at_stake_is_asked_about_one_after_the_other() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::running));
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::recording, patience_ms);
    const auto question = [] { return shown_dialog<QMessageBox>()->text(); };
    for (const char* last : {"stay", "stop"}) {
      QVERIFY(gui.window().isVisible());
      gui.window().quit();
      gui.window().quit();  // asks once
      QCOMPARE(question(), QStringLiteral("A recording is being made."));
      press("stop");
      QCOMPARE(question(), QStringLiteral("One file is not finished."));
      press(last);
    }
    QVERIFY(!gui.window().isVisible());
    QVERIFY(!gui.sound.recording());
  }

  void while_the_machine_is_asked_what_it_has() {
    Gate probe;
    GuiFixture gui(false);
    gui.lab.probing = [&] { probe.pass(); };
    gui.controller->start({});
    QTRY_COMPARE_WITH_TIMEOUT(probe.came(), 1, patience_ms);
    quit(gui);
    QVERIFY2(!probe.was_forced(), "closing waited for the devices");
    probe.open();
  }

  void a_machine_that_cannot_be_asked_is_no_end() {
    GuiFixture gui(false);
    gui.lab.probing = [] { throw Error("The driver does not answer."); };
    gui.controller->start({});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
  }
};

QTEST_MAIN(TestQuitting)
#include "test_quitting.moc"
