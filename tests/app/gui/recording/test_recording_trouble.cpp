// SPDX-License-Identifier: Apache-2.0
// Nothing is lost and everything is said: sources that go, engines that fail, ends in the middle.
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QtTest>
#include <fstream>

#include "inference/api/export.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/recording/record_button.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestRecordingTrouble : public QObject {
  Q_OBJECT

 private slots:
  void a_source_that_vanishes_and_comes_back_is_told_of() {
    GuiFixture gui;
    QVERIFY(record(gui, 2.0));
    Banner* trouble = gui.banner("trouble");
    QVERIFY(!trouble->isVisible());
    gui.sound.vanish();
    QTRY_COMPARE(phase(gui), RecordPhase::waiting);
    QTRY_VERIFY(trouble->isVisible());
    QVERIFY(trouble->text().contains(QStringLiteral("was unplugged")));
    gui.sound.come_back();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    QTRY_VERIFY(!trouble->isVisible());
    QTRY_VERIFY(log_text(gui).contains(QStringLiteral("is back")));
    QVERIFY(
        log_text(gui).contains(QStringLiteral("0:02  \"Built-in Microphone\" is gone: it was unplugged")));
    const QString before = text(gui).fixed_text();
    gui.sound.hear(3.0);
    QTRY_VERIFY(text(gui).fixed_text().size() > before.size());
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void a_muted_source_is_told_of() {
    GuiFixture gui;
    QVERIFY(record(gui, 2.0));
    gui.sound.mute();
    QTRY_VERIFY(gui.banner("trouble")->isVisible());
    QVERIFY(gui.banner("trouble")->text().contains(QStringLiteral("muted in the system's sound settings")));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(!gui.banner("trouble")->isVisible());
  }

  void a_full_disk_stops_and_keeps() {
    GuiFixture gui;
    QVERIFY(record(gui, 2.0));
    gui.sound.fill_disk();
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QCOMPARE(gui.item(0).state, JobState::done);
    QVERIFY(log_text(gui).contains(QStringLiteral("all that was recorded is kept")));
  }

  void a_refused_start_says_why() {
    GuiFixture gui;
    gui.sound.refuse("Expected a sound server or a sound card, found neither.");
    press_record_keys(gui);
    const auto message = [&] {
      const auto* shown = gui.visible<QLabel>(QStringLiteral("message"));
      return shown == nullptr ? QString() : shown->text();
    };
    QTRY_VERIFY(message().contains(QStringLiteral("found neither")));
    QCOMPARE(phase(gui), RecordPhase::idle);
    gui.sound.refuse({});
    QVERIFY(record(gui, 1.0));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void no_source_no_button() {
    GuiFixture gui;
    gui.sound.set_problem("No microphone was found. Plug one in, and it appears here.");
    gui.action("recordPage")->trigger();
    auto* disc = gui.visible<RecordButton>(QStringLiteral("recordButton"));
    QTRY_VERIFY(!disc->isEnabled());
    QVERIFY(
        gui.visible<QLabel>(QStringLiteral("message"))->text().startsWith(QStringLiteral("No microphone")));
    gui.sound.set_sources(test::three_sources());  // plugged in
    QTRY_VERIFY(disc->isEnabled());
  }

  void a_slow_engine_offers_two_ways_out() {
    GuiFixture gui(false);
    gui.world.script_live({.run_s = 3.1, .too_slow = true});
    gui.controller->start({.model = "/large"});
    QTRY_COMPARE(gui.world.opened(), 1);
    QVERIFY(record(gui, 4.0));
    Banner* offer = gui.banner("tooSlow");
    QTRY_VERIFY(offer->isVisible());
    QTRY_VERIFY(gui.record_page().state().remark.contains(
        QStringLiteral("an utterance at a time, since this engine needs 3.1 s")));
    QTest::mouseClick(button(gui, "liveUseDemo"), Qt::LeftButton);
    QTRY_COMPARE(gui.world.opened(), 2);
    QCOMPARE(gui.world.last_options().model, std::string());
    gui.sound.hear(2.0);
    // It is the demo model already: there is one way left.
    QTRY_VERIFY(button(gui, "liveUseDemo") == nullptr && button(gui, "liveLater") != nullptr);
    QTest::mouseClick(button(gui, "liveLater"), Qt::LeftButton);
    QTRY_VERIFY(!offer->isVisible());
    QCOMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(2.0);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(!gui.item(0).spoken);  // transcribed as a file
  }

  void text_that_fails_is_transcribed_afterwards() {
    GuiFixture gui;
    gui.world.script_live({.fail_at_s = 2.0});
    QVERIFY(record(gui, 1.5));
    gui.sound.hear(3.0);
    QTRY_VERIFY(gui.banner("trouble")->isVisible());
    QVERIFY(gui.banner("trouble")->text().contains(QStringLiteral("Expected sound, found none.")));
    QVERIFY(gui.banner("trouble")->text().contains(QStringLiteral("The recording continues")));
    QCOMPARE(phase(gui), RecordPhase::recording);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(!gui.item(0).spoken);
    QTRY_VERIFY(gui.sound.settled(recording_file(gui, 1)));
  }

  void a_lost_gpu_is_told_of_and_the_text_goes_on() {
    GuiFixture gui(false);
    gui.world.set_gpu(0);
    gui.world.script_live({.fail_at_s = 2.0, .device = true});
    gui.controller->start({});
    QVERIFY(record(gui, 1.5));
    gui.sound.hear(3.0);
    QTRY_VERIFY(log_text(gui).contains(QStringLiteral("continues on the CPU")));
    QTRY_VERIFY(text(gui).fixed_text().size() > 40);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.item(0).spoken);
  }

  void without_an_engine_it_is_recorded_all_the_same() {
    GuiFixture gui(false);
    gui.world.fail_opening("Expected tokenizer.json in the checkpoint folder /m, found none.");
    gui.controller->start({.model = "/m"});
    QTRY_VERIFY(gui.banner("engine")->isVisible());
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(3.0);
    QTRY_VERIFY(gui.record_page().state().remark.contains(QStringLiteral("No engine is open")));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QCOMPARE(gui.item(0).state, JobState::waiting);
    gui.world.fail_opening({});
    gui.controller->service().open({});
    QVERIFY(gui.wait_for_state(0, JobState::done));
  }

  void unfinished_recordings_are_offered() {
    GuiFixture gui(false);
    gui.sound.leave({.file = recording_file(gui, 7), .duration_s = 723.0, .unfinished = true});
    gui.sound.leave({.file = recording_file(gui, 6), .duration_s = 5.0, .unfinished = false});
    gui.controller->start({});
    Banner* offer = gui.banner("unfinished");
    QTRY_VERIFY(offer->isVisible());
    QVERIFY(offer->text().contains(QStringLiteral("12:03")));
    QTest::mouseClick(button(gui, "unfinishedAccept"), Qt::LeftButton);
    QVERIFY(!offer->isVisible());
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(gui.item(0).path.toStdString(), recording_file(gui, 7).string());
    QTRY_VERIFY(gui.sound.settled(recording_file(gui, 7)));
    QVERIFY(!gui.sound.settled(recording_file(gui, 6)));
  }

  void closing_while_recording_asks_and_keeps() {
    GuiFixture gui;
    QVERIFY(record(gui, 6.0));
    QTRY_VERIFY(text(gui).toPlainText().contains(QLatin1Char('\n')));  // a sentence is finished
    QVERIFY(!gui.window().close());
    QCOMPARE(shown_dialog<QMessageBox>()->text(), QStringLiteral("A recording is being made."));
    press("stay");
    QVERIFY(gui.sound.recording());
    QVERIFY(!gui.window().close());
    press("stop");
    QVERIFY(!gui.sound.recording());
    // The text so far is kept, and the recording is still unfinished, to be offered at the next start; unless
    // its text came to its end meanwhile: twenty words in six seconds.
    const auto recent = gui.store().recent();
    QCOMPARE(recent.size(), 1);
    std::ifstream in(recent.first().path.toStdString());
    const std::string kept = read_transcript(in, ExportFormat::json).text();
    QVERIFY(kept.starts_with("Please bring"));
    QVERIFY2(!gui.sound.settled(recording_file(gui, 1)) || kept.ends_with(" talk about the"), kept.c_str());
  }
};

QTEST_MAIN(TestRecordingTrouble)
#include "test_recording_trouble.moc"
