// SPDX-License-Identifier: Apache-2.0
// Captions in the program: one step begins a recording with its words on the screen, and the same step ends
// it.
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QtTest>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/captions/caption_dialog.h"
#include "ui/captions/caption_view.h"
#include "ui/recording/source_picker.h"
#include "ui/recording/tray.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

CaptionOverlay& overlay(GuiFixture& gui) {
  return gui.controller->captions().part().overlay();
}

AudienceWindow& audience(GuiFixture& gui) {
  return gui.controller->captions().part().audience();
}

bool hears(GuiFixture& gui) {
  return QTest::qWaitFor([&] { return phase(gui) == RecordPhase::recording; }, patience_ms);
}

}  // namespace

class TestCaptionsWindow : public QObject {
  Q_OBJECT

 private slots:
  void one_step_begins_and_ends_captions_of_what_is_played() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTest::keyClick(&gui.window(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(overlay(gui).isVisible() && gui.action("captions")->isChecked());
    QVERIFY(hears(gui));
    QCOMPARE(gui.sound.last_source(), std::string(played_source));
    QVERIFY(!gui.controller->recording().small_window().isVisible());
    // Where the sound is kept stands on the captions, and on the record page, which is shown.
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().hint().contains(QStringLiteral("kept forever")),
                             patience_ms);
    QVERIFY(overlay(gui).view().hint().contains(gui.folder.filePath(QStringLiteral("recordings"))));
    QVERIFY(gui.record_page().isVisible());
    gui.sound.hear(4.0);
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().has_text(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(!text(gui).fixed_text().isEmpty(), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(text(gui).toPlainText().simplified().endsWith(
                                 overlay(gui).view().lines().join(QLatin1Char(' ')).simplified()),
                             patience_ms);
    QVERIFY(overlay(gui).view().lines().size() <= 2);

    gui.window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTest::keyClick(&gui.window(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!overlay(gui).isVisible() && !gui.action("captions")->isChecked());
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
    QVERIFY(!gui.sound.recording());
    QCOMPARE(gui.queue().rowCount(), 1);  // kept as every recording is
    QCOMPARE(gui.item(0).state, JobState::done);
  }

  void the_chosen_source_instead() {
    GuiFixture gui;
    CaptionSettings chosen = gui.settings.captions();
    chosen.source = CaptionSource::chosen;
    gui.settings.set_captions(chosen);
    gui.record_page().picker().choose(QStringLiteral("pulse:built-in"),
                                      QStringLiteral("Built-in Microphone"));
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    QCOMPARE(gui.sound.last_source(), std::string("pulse:built-in"));
  }

  void a_recording_that_is_made_gets_captions_and_goes_on_without_them() {
    GuiFixture gui;
    QVERIFY(record(gui, 3.0));
    gui.action("captions")->trigger();
    QCOMPARE(gui.sound.started(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().has_text(), patience_ms);
    gui.action("captions")->trigger();
    QVERIFY(!overlay(gui).isVisible());
    QCOMPARE(phase(gui), RecordPhase::recording);
  }

  void the_last_words_stay_for_a_while_when_the_recording_ends() {
    GuiFixture gui;
    CaptionSettings chosen = gui.settings.captions();
    chosen.clear_after_s = 3;
    gui.settings.set_captions(chosen);
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    gui.sound.hear(4.0);
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().has_text(), patience_ms);
    bool stood_at_the_end = false;
    const QObject here;
    connect(&gui.controller->recording(), &RecordingController::ended, &here,
            [&] { stood_at_the_end = overlay(gui).isVisible() && overlay(gui).view().has_text(); });
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
    QVERIFY(!gui.action("captions")->isChecked());
    QVERIFY(stood_at_the_end);
    QTRY_VERIFY_WITH_TIMEOUT(!overlay(gui).isVisible(), patience_ms);
    gui.action("captions")->trigger();  // and again
    QVERIFY(hears(gui));
    QVERIFY(!overlay(gui).view().has_text());
    QCOMPARE(gui.sound.started(), 2);
  }

  void the_desktop_can_close_the_overlay() {
    GuiFixture gui;
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    overlay(gui).close();
    QVERIFY(!gui.action("captions")->isChecked());
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
    QVERIFY(record(gui, 1.0));  // one that was not begun for captions goes on
    gui.action("captions")->trigger();
    overlay(gui).close();
    QVERIFY(!gui.action("captions")->isChecked());
    QCOMPARE(phase(gui), RecordPhase::recording);
  }

  void once_more_while_the_source_is_being_opened() {
    GuiFixture gui;
    for (int press = 0; press < 3; ++press) gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    QVERIFY(overlay(gui).isVisible() && gui.action("captions")->isChecked());
    QCOMPARE(gui.sound.started(), 1);
    gui.action("captions")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
  }

  /// Words that stay for ever make room for what must be read.
  void captions_that_no_longer_come_say_why() {
    GuiFixture gui;
    CaptionSettings chosen = gui.settings.captions();
    chosen.clear_after_s = 0;
    gui.settings.set_captions(chosen);
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    gui.sound.hear(4.0);
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().has_text(), patience_ms);
    gui.sound.vanish();
    QTRY_VERIFY_WITH_TIMEOUT(
        !overlay(gui).view().has_text() && overlay(gui).view().hint().contains(QStringLiteral("is gone")),
        patience_ms);
    gui.sound.come_back();
    QVERIFY(hears(gui));
    gui.sound.fill_disk();
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
    QVERIFY(overlay(gui).isVisible() && !gui.action("captions")->isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(!overlay(gui).view().has_text() &&
                                 overlay(gui).view().hint().contains(QStringLiteral("The disk is full")),
                             patience_ms);
  }

  void without_an_engine_nobody_waits_for_words() {
    GuiFixture gui(false);
    gui.world.fail_opening("The engine is out of order.");
    gui.controller->start({});
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().hint().contains(QStringLiteral("No engine is open")),
                             patience_ms);
  }

  void what_went_wrong_stands_on_the_captions() {
    GuiFixture gui;
    gui.sound.refuse("No sound server answers.");
    gui.action("captions")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(overlay(gui).view().hint(), QStringLiteral("No sound server answers."),
                              patience_ms);
    QVERIFY(overlay(gui).isVisible() && !gui.action("captions")->isChecked());
    gui.sound.refuse("");
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    gui.sound.vanish();
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().hint().contains(QStringLiteral("is gone")), patience_ms);
    gui.sound.come_back();
    gui.action("pause")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(overlay(gui).view().hint(),
                              QStringLiteral("Paused. Nothing is being recorded."), patience_ms);
  }

  void stopping_while_the_source_is_being_opened_records_nothing() {
    GuiFixture gui;
    gui.action("captions")->trigger();
    gui.action("captions")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(gui.sound.started() == 1 && phase(gui) == RecordPhase::idle, patience_ms);
    QVERIFY(!gui.sound.recording() && !overlay(gui).isVisible());
  }

  void the_audience_sees_the_same_words_and_keeps_the_captions_on() {
    GuiFixture gui;
    auto* screens = gui.window().findChild<QMenu*>(QStringLiteral("audienceScreens"));
    emit screens->aboutToShow();
    QCOMPARE(screens->actions().size(), QGuiApplication::screens().size());
    screens->actions().first()->trigger();
    QVERIFY(audience(gui).isVisible() && audience(gui).isFullScreen());
    QVERIFY(hears(gui));
    gui.sound.hear(4.0);
    QTRY_VERIFY_WITH_TIMEOUT(audience(gui).view().has_text(), patience_ms);
    gui.action("captions")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(overlay(gui).view().has_text(), patience_ms);
    QVERIFY(audience(gui).view().hint().isEmpty());
    audience(gui).activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&audience(gui), patience_ms));
    QTest::keyClick(&audience(gui), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!audience(gui).isVisible());
    gui.action("audienceWindow")->trigger();
    QVERIFY(audience(gui).isVisible());
    QTest::keyClick(&audience(gui), Qt::Key_Escape);
    QVERIFY(!audience(gui).isVisible() && !gui.action("audienceWindow")->isChecked());
    QCOMPARE(phase(gui), RecordPhase::recording);  // the overlay still wants it
    gui.action("captions")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, patience_ms);
    gui.action("audienceWindow")->trigger();
    QVERIFY(audience(gui).isVisible());
    gui.quit();
    QVERIFY(!audience(gui).isVisible() && !overlay(gui).isVisible());
  }

  void clicks_go_through_and_the_menu_and_the_tray_have_the_way_back() {
    GuiFixture gui;
    gui.action("captions")->trigger();
    QVERIFY(!overlay(gui).click_through());
    gui.action("captionsClickThrough")->trigger();
    QVERIFY(overlay(gui).click_through() && overlay(gui).isVisible() &&
            gui.settings.captions().click_through);
    const QList<QAction*> tray = gui.controller->recording().tray().menu().actions();
    QVERIFY(tray.contains(gui.action("captions")) && tray.contains(gui.action("captionsClickThrough")));
    // Without a mouse, too.
    gui.window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTest::keyClick(&gui.window(), Qt::Key_R, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activePopupWidget() != nullptr, patience_ms);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_L);
    QVERIFY(!overlay(gui).click_through() && overlay(gui).isVisible());
  }

  void what_the_dialog_chose_is_seen_at_once() {
    GuiFixture gui;
    gui.action("captions")->trigger();
    QVERIFY(hears(gui));
    gui.action("captionSettings")->trigger();
    auto* dialog = shown_dialog<CaptionDialog>();
    QVERIFY(dialog != nullptr);
    QStringList notes;
    for (const auto* label : dialog->findChildren<QLabel*>()) notes << label->text();
    QVERIFY(notes.join(QLatin1Char('|')).contains(gui.folder.filePath(QStringLiteral("recordings"))));
    dialog->findChild<QSpinBox*>(QStringLiteral("overlaySize"))->setValue(60);
    dialog->accept();
    QCOMPARE(overlay(gui).view().style_of_text().size, 60);
    QVERIFY(overlay(gui).height() >= 120);
    QCOMPARE(gui.settings.captions().overlay.size, 60);
  }
};

QTEST_MAIN(TestCaptionsWindow)
#include "test_captions_window.moc"
