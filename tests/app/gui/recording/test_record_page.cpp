// SPDX-License-Identifier: Apache-2.0
// The record page's parts, the small window, the tray, the settings.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QtTest>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/recording/last_lines.h"
#include "ui/recording/level_meter.h"
#include "ui/recording/record_button.h"
#include "ui/recording/recording_dialog.h"
#include "ui/recording/small_window.h"
#include "ui/recording/source_picker.h"
#include "ui/recording/source_popup.h"
#include "ui/recording/tray.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

/// Fixes so many utterances more.
void speak(TranscriptDocument& document, int utterances) {
  for (int i = 0; i < utterances; ++i) {
    const int number = document.size();
    document.append_words({.text = fake_sentence(number), .utterance = number, .closes = true});
  }
}

SourcePicker& picker(GuiFixture& gui) {
  return gui.record_page().picker();
}

QListWidget* source_list(GuiFixture& gui) {
  return picker(gui).popup().findChild<QListWidget*>(QStringLiteral("sourceList"));
}

/// The record page with its sources.
void show_page(GuiFixture& gui, std::size_t sources) {
  gui.action("recordPage")->trigger();
  QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
  QTRY_VERIFY(source_list(gui)->count() >= static_cast<int>(sources));
}

}  // namespace

class TestRecordPage : public QObject {
  Q_OBJECT

 private slots:
  void levels_and_lags_as_people_read_them() {
    QCOMPARE(meter_share(1.0f), 1.0);
    QCOMPARE(meter_share(0.0f), 0.0);
    QVERIFY(std::abs(meter_share(0.0316f) - 0.5) < 0.01);  // -30 dB
    QCOMPARE(level_text({.peak = 0.1f, .rms = 0.0f}), QStringLiteral("-20 dB"));
    QCOMPARE(level_text({}), QStringLiteral("silence"));
    QCOMPARE(lag_text(1.4), QString());
    QCOMPARE(lag_text(3.24), QStringLiteral("3.2 s behind"));
    QCOMPARE(lag_text(42.0), QStringLiteral("42 s behind"));
  }

  void forty_sources_can_be_searched_and_heard() {
    GuiFixture gui(true, {900, 600});
    gui.sound.set_sources(many_sources(40));
    show_page(gui, 40);
    QCOMPARE(gui.sound.listening(), 0);  // nothing listens until the list is open
    QTest::mouseClick(&picker(gui), Qt::LeftButton);
    SourcePopup& popup = picker(gui).popup();
    QVERIFY(popup.isVisible());
    QVERIFY(gui.window().screen()->availableGeometry().contains(popup.geometry()));
    auto* list = source_list(gui);
    QCOMPARE(list->count(), 40 + 1 + 2);  // the default, and two headings
    QVERIFY(list->height() < 400);        // it scrolls
    QCOMPARE(list->horizontalScrollBar()->maximum(), 0);
    QTRY_COMPARE(gui.sound.listening(), 1);
    // Monitors stand apart, below.
    const auto headings = list->findItems(QStringLiteral("What this computer plays"), Qt::MatchExactly);
    QCOMPARE(headings.size(), 1);
    QCOMPARE(list->row(headings.first()), 1 + 1 + 27);

    auto* search = popup.findChild<QLineEdit*>(QStringLiteral("sourceSearch"));
    QVERIFY(search->isVisible());
    QTest::keyClicks(search, QStringLiteral("input 17,"));
    QCOMPARE(list->count(), 2);  // its heading and itself
    QTRY_COMPARE(gui.sound.last_probed(), std::string("pulse:source-16"));
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(!popup.isVisible());
    QTRY_COMPARE(gui.sound.listening(), 0);
    QVERIFY(picker(gui).toolTip().contains(QStringLiteral("line input 17,")));
    QVERIFY(picker(gui).width() <= 260);  // elided
    // It is remembered, and what the next recording asks for.
    QCOMPARE(gui.settings.source.get(), QStringLiteral("pulse:source-16"));
    QVERIFY(record(gui, 1.0));
    QCOMPARE(gui.sound.last_source(), std::string("pulse:source-16"));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void the_open_list_stays_on_the_screen_when_sources_come() {
    GuiFixture gui;
    show_page(gui, 3);
    gui.window().move(0, gui.window().screen()->availableGeometry().bottom() - gui.window().height());
    QTest::mouseClick(&picker(gui), Qt::LeftButton);
    const SourcePopup& popup = picker(gui).popup();
    const int before = popup.height();
    gui.sound.set_sources(many_sources(40));
    QTRY_VERIFY(popup.height() > before);
    QVERIFY(popup.isVisible());
    QVERIFY(gui.window().screen()->availableGeometry().contains(popup.geometry()));
  }

  void arrows_choose_and_the_level_follows() {
    GuiFixture gui;
    show_page(gui, 3);
    gui.sound.set_level({.peak = 0.5f, .rms = 0.2f});
    QTest::keyClick(&picker(gui), Qt::Key_Space);
    auto* list = source_list(gui);
    QTRY_VERIFY(list->isVisible());
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Down);
    QTRY_COMPARE(gui.sound.last_probed(), std::string("pulse:headset"));
    auto* meter = picker(gui).popup().findChild<LevelMeter*>();
    QTRY_COMPARE(meter->level().peak, 0.5f);
    QTest::keyClick(list, Qt::Key_Escape);
    QTRY_VERIFY(!list->isVisible());
    QCOMPARE(picker(gui).chosen(), QString());  // as it was
  }

  void sources_come_and_go_while_one_looks() {
    GuiFixture gui;
    show_page(gui, 3);
    picker(gui).choose(QStringLiteral("pulse:headset"), QStringLiteral("Headset Microphone"));
    QVERIFY(picker(gui).present());
    gui.sound.set_sources({three_sources()[0]});
    QTRY_VERIFY(!picker(gui).present());
    QVERIFY(picker(gui).toolTip().contains(QStringLiteral("Headset Microphone (not connected)")));
    gui.sound.set_sources(three_sources());
    QTRY_VERIFY(picker(gui).present());
  }

  void provisional_text_looks_it_and_never_moves_what_is_fixed() {
    LiveTextView view;
    const auto document = std::make_shared<TranscriptDocument>();
    view.set_document(document);
    view.resize(500, 160);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, patience_ms));
    speak(*document, 12);
    document->append_words({.text = "Fixed", .utterance = 12});
    document->append_words({.text = " words", .utterance = 12});
    QVERIFY(view.fixed_text().endsWith(QStringLiteral("\nFixed words")));
    const QString fixed = view.fixed_text();
    QTextCursor last(view.document());
    last.setPosition(static_cast<int>(fixed.size()));
    const QRect before = view.cursorRect(last);
    for (const char* words : {" and some", " and some more that may still change, over two lines or so of it",
                              " no", "", " again"}) {
      document->set_tail({QLatin1String(words)});
      QCOMPARE(view.fixed_text(), fixed);
      QCOMPARE(view.provisional_text(), QLatin1String(words));
      last.setPosition(static_cast<int>(fixed.size()));
      QCOMPARE(view.cursorRect(last), before);
    }
    QTextCursor end(view.document());
    end.movePosition(QTextCursor::End);
    QVERIFY(end.charFormat().fontItalic());
    QVERIFY(!last.charFormat().fontItalic());
  }

  /// The final transcript divides a long utterance: its paragraph stays one, and what is selected stays so.
  void the_final_text_leaves_the_page_as_it_is() {
    LiveTextView view;
    const auto document = std::make_shared<TranscriptDocument>();
    view.set_document(document);
    speak(*document, 2);
    document->append_words({.text = "One two.", .start_s = 8.0, .utterance = 2});
    document->append_words({.text = " Three four.", .utterance = 2, .closes = true});
    speak(*document, 1);
    document->set_tail({QStringLiteral("And")});
    const QString fixed = view.fixed_text();
    QCOMPARE(view.toPlainText(), fixed + QStringLiteral("\nAnd"));
    QVERIFY(view.find(QStringLiteral("four"), QTextDocument::FindBackward) ||
            view.find(QStringLiteral("four")));
    Transcript last = document->transcript();
    last.segments[0].start_s = 0.7;
    last.segments[2].text = "One two.";
    Segment rest = last.segments[2];
    rest.text = "Three four.";
    last.segments.insert(last.segments.begin() + 3, rest);
    document->finish(last);
    QCOMPARE(view.toPlainText(), fixed);
    QCOMPARE(view.textCursor().selectedText(), QStringLiteral("four"));
    last.segments.resize(1);
    document->finish(last);
    QCOMPARE(view.toPlainText(), QString::fromStdString(last.segments[0].text));
    document->begin();
    QVERIFY(!view.has_text());
  }

  void who_scrolls_up_reads_in_peace() {
    LiveTextView view;
    const auto document = std::make_shared<TranscriptDocument>();
    view.set_document(document);
    view.resize(500, 160);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, patience_ms));
    speak(*document, 20);
    QVERIFY(view.verticalScrollBar()->value() > 0);
    view.verticalScrollBar()->setValue(2);
    speak(*document, 5);
    QCOMPARE(view.verticalScrollBar()->value(), 2);
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    const int bottom = view.verticalScrollBar()->value();
    speak(*document, 5);
    QVERIFY(view.verticalScrollBar()->value() > bottom);
  }

  void the_small_window_shows_the_last_lines_and_stops() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QVERIFY(record(gui, 12.0));
    QVERIFY(!gui.controller->recording().small_window().isVisible());
    gui.action("smallWindow")->trigger();
    SmallWindow& small = gui.controller->recording().small_window();
    QVERIFY(small.isVisible());
    QVERIFY(small.windowFlags().testFlag(Qt::WindowStaysOnTopHint));
    QVERIFY(small.windowFlags().testFlag(Qt::WindowDoesNotAcceptFocus));
    QTRY_VERIFY(small.lines().lines().size() == 2);
    QTRY_VERIFY(small.lines().lines().back().endsWith(text(gui).provisional_text().trimmed()));
    QTRY_COMPARE(small.findChild<QLabel*>(QStringLiteral("smallElapsed"))->text(), QStringLiteral("0:12"));
    QCOMPARE(small.windowTitle(), QStringLiteral("Tilescribe: Recording"));
    QTest::mouseClick(small.findChild<RecordButton*>(), Qt::LeftButton);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    gui.action("smallWindow")->trigger();
    QVERIFY(!small.isVisible());
    QCOMPARE(small.windowTitle(), QStringLiteral("Tilescribe"));
  }

  /// A desktop may put a window anywhere; only where somebody dragged it is remembered, as long as it is on a
  /// screen.
  void the_small_window_stays_where_it_was_dragged() {
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    const auto shown_at = [&settings] {
      SmallWindow again(settings);
      again.show();
      return again.geometry();
    };
    const QRect first = shown_at();
    QVERIFY(room.contains(first));
    QVERIFY(first.top() > room.center().y() && first.right() > room.center().x());
    {
      SmallWindow window(settings);
      window.show();
      window.move(0, 0);  // the desktop did
      window.hide();
    }
    QCOMPARE(shown_at(), first);
    {
      SmallWindow window(settings);
      window.show();
      QTest::mousePress(&window, Qt::LeftButton, {}, QPoint(3, 3));
      window.move(37, 53);
      QVERIFY(!settings.small_window.get());  // not at every step of the way
      window.hide();
    }
    QCOMPARE(shown_at().topLeft(), QPoint(37, 53));
    settings.small_window.set(QPoint(room.right() + 5000, 53));
    QCOMPARE(shown_at(), first);
  }

  void the_tray_starts_and_stops() {
    GuiFixture gui;
    Tray& tray = gui.controller->recording().tray();
    QAction* action = tray.menu().findChild<QAction*>(QStringLiteral("trayRecord"));
    QCOMPARE(action->text(), QStringLiteral("Start recording"));
    const qint64 quiet = tray.icon().cacheKey();
    action->trigger();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    QTRY_COMPARE(action->text(), QStringLiteral("Stop recording"));
    QVERIFY(tray.icon().cacheKey() != quiet);
    action->trigger();
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
  }

  void settings_are_kept_and_used() {
    GuiFixture gui;
    gui.action("recordingSettings")->trigger();
    auto* dialog = shown_dialog<RecordingDialog>();
    QCOMPARE(dialog->chosen(), RecordingSettings{});  // forever, no shortcut, no typing
    dialog->findChild<QDoubleSpinBox*>(QStringLiteral("pauseLength"))->setValue(1.2);
    auto* keep = dialog->findChild<QComboBox*>(QStringLiteral("keepDays"));
    QCOMPARE(keep->count(), 4);
    keep->setCurrentIndex(keep->findData(30));
    dialog->findChild<QKeySequenceEdit*>(QStringLiteral("globalShortcut"))
        ->setKeySequence(QKeySequence(Qt::META | Qt::Key_D));
    dialog->findChild<QCheckBox*>(QStringLiteral("typesText"))->setChecked(true);
    dialog->accept();
    QCOMPARE(gui.desktop.state->wanted, QKeySequence(Qt::META | Qt::Key_D));
    QVERIFY(gui.window()
                .findChild<QLabel*>(QStringLiteral("keeping"))
                ->text()
                .contains(QStringLiteral("for 30 days")));
    const RecordingSettings kept = gui.settings.recording();
    QCOMPARE(kept.pause_s, 1.2);
    QCOMPARE(kept.keep_days, 30);

    // The shortcut begins a recording, whose fixed words are typed as they come.
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(1.5);
    QTRY_COMPARE(gui.desktop.state->typed, QStringLiteral("Please bring a"));
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QCOMPARE(gui.desktop.state->typed, QStringLiteral("Please bring a pencil and"));

    // The next one goes on behind it.
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(1.5);
    QTRY_COMPARE(gui.desktop.state->typed, QStringLiteral("Please bring a pencil and Please bring a"));
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QCOMPARE(gui.desktop.state->typed, QStringLiteral("Please bring a pencil and Please bring a pencil and"));
  }

  void nothing_is_typed_unless_asked_for() {
    GuiFixture gui;
    QVERIFY(record(gui, 3.0));
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QCOMPARE(gui.desktop.state->typed, QString());
  }

  void what_a_desktop_cannot_do_is_said() {
    const RecordingDialog dialog(
        {}, {.shortcut = QStringLiteral("No shortcuts here."), .typing = QStringLiteral("No typing here.")});
    QVERIFY(!dialog.findChild<QWidget*>(QStringLiteral("globalShortcut"))->isEnabled());
    QVERIFY(!dialog.findChild<QWidget*>(QStringLiteral("typesText"))->isEnabled());
    QString told;
    for (const auto* label : dialog.findChildren<QLabel*>()) told += label->text();
    QVERIFY(told.contains(QStringLiteral("No shortcuts here.")));
    QVERIFY(told.contains(QStringLiteral("No typing here.")));
  }

  void old_recordings_are_removed_as_set() {
    GuiFixture gui(false);
    gui.settings.set_recording({.pause_s = 0.6, .keep_days = 7, .shortcut = {}});
    GuiFixture again(false);
    again.controller->start({});
    QTRY_VERIFY(again.world.opened() == 1);
    QCOMPARE(again.sound.kept_days(), -1);  // forever: nobody is asked to remove anything
    gui.controller.reset();
    Controller controller(Composition{{gui.world, gui.sound, gui.lab, gui.models},
                                      gui.playback,
                                      gui.desktop,
                                      "/recordings",
                                      gui.folder.path()},
                          *gui.theme, gui.settings);
    controller.start({});
    QTRY_COMPARE(gui.sound.kept_days(), 7);
  }

  void none_is_removed_by_a_clock_that_has_leapt() {
    GuiFixture gui(false);
    gui.settings.set_recording({.pause_s = 0.6, .keep_days = 7, .shortcut = {}});
    QVERIFY(gui.settings.trusts_clock(QDateTime::currentSecsSinceEpoch() - 400L * 24 * 3600));
    gui.controller->start({});
    QTRY_VERIFY(gui.world.opened() == 1);
    gui.controller.reset();
    QCOMPARE(gui.sound.kept_days(), -1);
  }
};

QTEST_MAIN(TestRecordPage)
#include "test_record_page.moc"
