// SPDX-License-Identifier: Apache-2.0
// Closing the window, where dictation works on without it and where it does not.
#include <QApplication>
#include <QKeySequenceEdit>
#include <QMessageBox>
#include <QSignalSpy>
#include <QtTest>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/profiling/profiler_window.h"
#include "ui/recording/recording_dialog.h"
#include "ui/recording/tray.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

void set_shortcut(GuiFixture& gui, const QKeySequence& keys) {
  gui.action("recordingSettings")->trigger();
  auto* dialog = shown_dialog<RecordingDialog>();
  dialog->findChild<QKeySequenceEdit*>(QStringLiteral("globalShortcut"))->setKeySequence(keys);
  dialog->accept();
}

QKeySequence dictation_keys() {
  return {Qt::META | Qt::Key_D};
}

}  // namespace

class TestTray : public QObject {
  Q_OBJECT

 private slots:
  void closing_leaves_dictation_in_the_tray_and_says_so_once() {
    GuiFixture gui(false);
    gui.desktop.state->tray = true;
    gui.controller->start({});
    set_shortcut(gui, dictation_keys());
    QSignalSpy told(&gui.controller->recording().tray(), &Tray::told);
    QSignalSpy closing(&gui.window(), &MainWindow::closing);
    gui.window().close();
    QVERIFY(gui.window().isHidden());
    QCOMPARE(closing.size(), 0);
    QCOMPARE(told.size(), 1);
    QVERIFY(told.first().first().toString().contains(dictation_keys().toString(QKeySequence::NativeText)));

    // Dictation works without the window.
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(1.5);
    QTRY_VERIFY(text(gui).has_text());
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.window().isHidden());
    QCOMPARE(gui.queue().rowCount(), 1);

    emit gui.controller->recording().tray().showClicked();
    QVERIFY(gui.window().isVisible());
    gui.window().close();
    QVERIFY(gui.window().isHidden());
    QCOMPARE(told.size(), 1);
    QVERIFY(gui.settings.told_of_tray.get());

    // Quit means it.
    emit gui.controller->recording().tray().quitClicked();
    QCOMPARE(closing.size(), 1);
  }

  void without_a_tray_or_a_shortcut_closing_quits_data() {
    QTest::addColumn<bool>("tray");
    QTest::addColumn<QKeySequence>("shortcut");
    QTest::addColumn<QString>("refusal");
    QTest::newRow("no tray") << false << dictation_keys() << QString();
    QTest::newRow("no shortcut") << true << QKeySequence() << QString();
    QTest::newRow("a shortcut that another program has")
        << true << dictation_keys() << QStringLiteral("Another program has it.");
  }
  void without_a_tray_or_a_shortcut_closing_quits() {
    QFETCH(bool, tray);
    QFETCH(QKeySequence, shortcut);
    QFETCH(QString, refusal);
    GuiFixture gui(false);
    gui.desktop.state->tray = tray;
    gui.desktop.state->refusal = refusal;
    gui.controller->start({});
    set_shortcut(gui, shortcut);
    QSignalSpy closing(&gui.window(), &MainWindow::closing);
    QVERIFY(gui.window().close());
    QCOMPARE(closing.size(), 1);
  }

  void a_recording_goes_on_in_the_tray_and_quit_asks_about_it() {
    GuiFixture gui(false);
    gui.desktop.state->tray = true;
    gui.controller->start({});
    QVERIFY(record(gui, 3.0));
    QSignalSpy closing(&gui.window(), &MainWindow::closing);
    gui.window().close();
    QVERIFY(gui.window().isHidden());
    QCOMPARE(phase(gui), RecordPhase::recording);
    QVERIFY(shown_dialog<QMessageBox>() == nullptr);
    gui.action("quit")->trigger();
    QVERIFY(gui.window().isVisible());  // it shows what it asks about
    press("stay");
    QCOMPARE(closing.size(), 0);
    gui.action("quit")->trigger();
    press("stop");
    QCOMPARE(closing.size(), 1);
    QVERIFY(!gui.sound.recording());
  }

  void the_profilers_window_ends_nothing() {
    GuiFixture gui(false);
    gui.desktop.state->tray = true;
    gui.controller->start({});
    set_shortcut(gui, dictation_keys());
    ProfilerWindow& profiler = gui.controller->profiling().profiler();
    profiler.show();
    gui.window().close();
    QVERIFY(gui.window().isHidden());
    QVERIFY(profiler.isVisible());
    QSignalSpy closing(&gui.window(), &MainWindow::closing);
    profiler.close();
    QCOMPARE(closing.size(), 0);
    emit gui.desktop.state->shortcut->activated();
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.quit();
    QCOMPARE(closing.size(), 1);
  }
};

QTEST_MAIN(TestTray)
#include "test_tray.moc"
