// SPDX-License-Identifier: Apache-2.0
// The end of the program, at any moment: nothing comes after it, nobody waits for it, nothing is lost.
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <fstream>
#include <thread>

#include "inference/api/export.h"
#include "kernels/core/error.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/gate.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

constexpr int patience_ms = 20'000;

/// Closes the window, and lets everything come that is still on its way: nothing of a recording may.
void quit(GuiFixture& gui) {
  gui.window().dialogs.stop_recording_and_quit = [](RecordPhase) { return true; };
  gui.window().dialogs.stop_and_quit = [](int) { return true; };
  QVERIFY(gui.window().close());
  const QSignalSpy late(&gui.controller->recording(), &RecordingController::ended);
  for (int round = 0; round < 10; ++round) QCoreApplication::processEvents();
  QCOMPARE(late.count(), 0);
}

}  // namespace

class TestQuitting : public QObject {
  Q_OBJECT

 private slots:
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
    const auto recent = gui.controller->store().recent();
    QCOMPARE(recent.size(), 1);
    std::ifstream in(recent.first().path.toStdString());
    QVERIFY(read_transcript(in, ExportFormat::json).text().starts_with("Please bring"));
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

  void while_a_walk_goes_on_until_it_is_told_to_stop() {
    std::atomic<bool> walking{false}, ended{false};
    {
      GuiFixture gui;
      gui.collect = [&](const QList<QUrl>&, const std::stop_token& stop) {
        walking = true;
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ended = true;
        return std::vector<CollectedFile>{{QStringLiteral("/late.wav"), {}}};
      };
      gui.drop({gui.file(QStringLiteral("a.wav"))});
      QTRY_VERIFY_WITH_TIMEOUT(walking, patience_ms);
    }  // everything goes, without a window that was closed before
    QVERIFY(ended);
  }

  void a_walk_that_is_stopped_gives_nothing() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.wav")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    std::stop_source stop;
    const QList<QUrl> urls{QUrl::fromLocalFile(folder.path())};
    QCOMPARE(collect_files(urls, stop.get_token()).size(), std::size_t{1});
    stop.request_stop();
    QVERIFY(collect_files(urls, stop.get_token()).empty());
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
