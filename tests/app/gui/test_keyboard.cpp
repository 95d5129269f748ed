// SPDX-License-Identifier: Apache-2.0
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QProgressBar>
#include <QSet>
#include <QStatusBar>
#include <QToolButton>
#include <QtTest>

#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/mnemonics.h"
#include "tests/support/patience.h"
#include "ui/profiling/profiler_window.h"
#include "ui/queue/queue_view.h"
#include "ui/recording/recording_dialog.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/failure_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

/// The window without a mouse and without eyes.
class TestKeyboard : public QObject {
  Q_OBJECT

 private slots:
  void the_keyboard_reaches_everything() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    gui.world.script("bad.wav", {.fail_after = 0});
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), test::patience_ms));
    gui.drop({gui.file(QStringLiteral("done.wav")), gui.file(QStringLiteral("bad.wav")),
              gui.file(QStringLiteral("held.wav"))});
    QTRY_VERIFY(gui.queue().rowCount() == 3 && gui.item(2).transcript().segments.size() == 2);
    auto* list = gui.window().findChild<QueueView*>();
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Home);
    QCOMPARE(gui.chosen(), gui.item(0).id());
    QTest::keyClick(&gui.window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QString first = QString::fromStdString(gui.item(0).transcript().segments.front().text);
    QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("0:00 %1\n0:06 ").arg(first)));

    QTest::keyClick(&gui.window(), Qt::Key_F, Qt::ControlModifier);
    auto* search = gui.visible<QLineEdit>(QStringLiteral("findText"));
    QVERIFY(search != nullptr);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("weather"));
    QCOMPARE(gui.panel().view().textCursor().selectedText(), QStringLiteral("weather"));
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(!search->isVisible());

    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QVERIFY(gui.action("retry")->isEnabled());
    QTest::keyClick(&gui.window(), Qt::Key_I, Qt::ControlModifier);
    auto* details = test::shown_dialog<FailureDialog>();
    QVERIFY(details != nullptr);
    details->reject();
    gui.window().activateWindow();  // as a desktop does
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), test::patience_ms));
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(&gui.window(), Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(gui.wait_for_state(2, JobState::cancelled));
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(gui.queue().rowCount(), 2);

    const int zoom = gui.panel().view().zoom();
    QTest::keyClick(&gui.window(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(gui.panel().view().zoom(), zoom + 10);
    QTest::keyClick(&gui.window(), Qt::Key_T, Qt::ControlModifier);
    QVERIFY(!gui.panel().view().times_visible());
    QVERIFY(!gui.settings.times.get());
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Home);
    QTest::keyClick(&gui.window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QApplication::clipboard()->text().startsWith(first + QLatin1Char('\n')));
  }

  /// Whether each action's keys belong to a list of its own, so that the focus decides.
  static bool of_two_lists(const QAction& one, const QAction& other) {
    const auto lists = [](const QAction& action) {
      QSet<const QObject*> found;
      for (const QObject* object : action.associatedObjects()) {
        if (qobject_cast<const QAbstractItemView*>(object) != nullptr) found.insert(object);
      }
      return found;
    };
    for (const QAction* action : {&one, &other}) {
      if (action->shortcutContext() != Qt::WidgetShortcut || lists(*action).isEmpty()) return false;
    }
    return !lists(one).intersects(lists(other));
  }

  /// In every menu a letter stands for one entry, and a key for one action of a window, whatever is recorded.
  void no_mnemonic_and_no_key_stands_twice() {
    GuiFixture gui;
    const auto check = [&](QMainWindow& window) {
      QVERIFY(window.menuBar()->findChildren<QMenu*>().size() > 2);
      QCOMPARE(test::doubled_in_menus(window).join(QStringLiteral("; ")), QString());
      QMultiMap<QKeySequence, const QAction*> keys;
      for (const auto* action : window.findChildren<QAction*>()) {
        for (const QKeySequence& key : action->shortcuts()) {
          for (const QAction* other : keys.values(key))
            QVERIFY2(of_two_lists(*action, *other),
                     qPrintable(other->text() + QStringLiteral(" and ") + action->text() +
                                QStringLiteral(": ") + key.toString()));
          keys.insert(key, action);
        }
      }
      // Input methods take Ctrl+Space.
      QVERIFY(!keys.contains(QKeySequence(Qt::CTRL | Qt::Key_Space)));
    };
    for (const RecordPhase phase : {RecordPhase::idle, RecordPhase::recording, RecordPhase::paused}) {
      RecordState state;
      state.phase = phase;
      gui.controller->recording().part().set_state(state);
      check(gui.window());
    }
    ProfilerWindow profiler;
    check(profiler);
  }

  /// No text on screen knows a key by itself.
  void texts_name_the_keys_that_actions_have() {
    GuiFixture gui;
    const auto seen = [&gui] {
      QStringList texts;
      for (const auto* widget : gui.window().findChildren<QWidget*>()) {
        if (widget->inherits("QToolTip") || qobject_cast<const QMenu*>(widget) != nullptr) continue;
        texts.append(widget->toolTip());
        if (const auto* label = qobject_cast<const QLabel*>(widget)) texts.append(label->text());
      }
      return texts.join(QLatin1Char('\n'));
    };
    const auto count = [&](const char* keys) { return seen().count(QLatin1String(keys)); };
    gui.action("recordPage")->trigger();
    QCOMPARE(count("(Ctrl+R)"), 1);        // the red button
    QCOMPARE(count(", or Ctrl+R,"), 1);    // the page
    QCOMPARE(count("(Ctrl+P)"), 1);        // beside it
    QCOMPARE(count("(Ctrl+Shift+R)"), 2);  // the buttons that lead there
    QCOMPARE(count("(Ctrl+O)"), 2);        // above the list, and in the empty window
    gui.action("record")->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_J);
    gui.action("pause")->setShortcut({});
    gui.action("recordPage")->setShortcut(Qt::Key_F11);
    gui.action("open")->setShortcut(Qt::Key_F12);
    QCOMPARE(count("(Ctrl+Alt+J)"), 1);
    QCOMPARE(count(", or Ctrl+Alt+J,"), 1);
    QCOMPARE(count("(F11)"), 2);
    QCOMPARE(count("(F12)"), 2);
    for (const char* gone : {"Ctrl+R", "Ctrl+P", "Ctrl+Shift+R", "Ctrl+O"}) QCOMPARE(count(gone), 0);
    gui.action("recordingSettings")->trigger();
    auto* dialog = test::shown_dialog<RecordingDialog>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(count("In this window, Ctrl+Alt+J always works."), 1);
    dialog->reject();
  }

  void nothing_is_copied_where_nothing_is_selected() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), test::patience_ms));
    gui.drop({gui.file(QStringLiteral("done.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QApplication::clipboard()->setText(QStringLiteral("before"));
    QVERIFY(!gui.action("copy")->isEnabled());
    gui.action("copy")->trigger();
    QTest::keyClick(&gui.window(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(gui.visible<ElidedLabel>(QStringLiteral("statusMessage")) == nullptr);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
    QTRY_VERIFY(gui.panel().view().complete());
    gui.panel().view().selectAll();
    QVERIFY(gui.action("copy")->isEnabled());
    gui.action("copy")->trigger();
    QVERIFY(gui.visible<ElidedLabel>(QStringLiteral("statusMessage")) != nullptr);
    QVERIFY(QApplication::clipboard()->text() != QStringLiteral("before"));
  }

  /// A message takes the place of the queue's state, which comes back; nothing is painted over anything.
  void a_message_stands_in_the_place_of_the_state() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), test::patience_ms));
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QTRY_COMPARE(gui.item(0).transcript().segments.size(), std::size_t{2});
    auto* bar = gui.window().statusBar()->findChild<QProgressBar*>();
    auto* state = gui.visible<QLabel>(QStringLiteral("overallText"));
    QVERIFY(bar->isVisible() && state != nullptr);
    gui.window().show_message(QStringLiteral("The whole transcript was copied. ").repeated(20));
    auto* message = gui.visible<ElidedLabel>(QStringLiteral("statusMessage"));
    QVERIFY(message != nullptr);
    const DocumentId id = gui.item(0).id();
    emit gui.queue().itemChanged(id);  // progress goes on
    QVERIFY(!bar->isVisible() && !state->isVisible());
    QVERIFY(gui.window().statusBar()->currentMessage().isEmpty());  // painted by the bar itself
    QCoreApplication::processEvents();
    for (const auto* other : gui.window().statusBar()->findChildren<QToolButton*>()) {
      QVERIFY(!other->isVisible() || !other->geometry().intersects(message->geometry()));
    }
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && state->isVisible() && !message->isVisible(), 60'000);
  }

  void tab_goes_round_all_controls() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), test::patience_ms));
    gui.drop({gui.file(QStringLiteral("done.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QSet<QWidget*> reached;
    for (int i = 0; i < 60; ++i) {
      QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &gui.window(),
                      Qt::Key_Tab);
      reached.insert(QApplication::focusWidget());
    }
    for (auto* control : gui.window().findChildren<QAbstractButton*>()) {
      if (control->isVisible() && control->isEnabled())
        QVERIFY2(reached.contains(control), qPrintable(control->accessibleName() + control->text()));
    }
    QVERIFY(reached.contains(gui.window().findChild<QueueView*>()));
    QVERIFY(reached.contains(&gui.panel().view()));
  }

  void tab_goes_from_the_top_to_the_bottom() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), test::patience_ms));
    gui.drop({gui.file(QStringLiteral("done.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.action("removeFinished")->trigger();  // a banner of the files
    gui.drop({gui.file(QStringLiteral("other.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.window().report(QStringLiteral("Trouble"), {Message("Nothing went well."), "details"});
    gui.controller->engine().part().set_refusal({Message("It can't be opened."), "details"});
    const auto reached = [](const QWidget& area) {
      return area.isAncestorOf(QApplication::focusWidget()) || &area == QApplication::focusWidget();
    };
    auto* list = gui.window().findChild<QueueView*>();
    const std::vector<QWidget*> areas{gui.banner("failure"),   gui.banner("undo"),   gui.banner("engine"),
                                      gui.banner("limits"),    list->parentWidget(), &gui.panel(),
                                      gui.window().statusBar()};
    for (const QWidget* area : areas) QVERIFY(area->isVisible());
    list->setFocus();
    for (int i = 0; i < 60 && !reached(*areas.front()); ++i)
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    for (std::size_t area = 0; area < areas.size(); ++area) {
      QVERIFY2(
          reached(*areas[area]),
          qPrintable(QStringLiteral("%1: %2").arg(area).arg(QApplication::focusWidget()->accessibleName())));
      for (int i = 0; i < 60 && reached(*areas[area]); ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    QVERIFY(reached(*areas.front()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
    QVERIFY(reached(*areas.back()));
  }

  void every_control_has_a_name() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("done.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    for (auto* widget : gui.window().findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->inherits("QMenuBar"))
        continue;
      auto* interface = QAccessible::queryAccessibleInterface(widget);
      QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
    }
  }
};

QTEST_MAIN(TestKeyboard)
#include "test_keyboard.moc"
