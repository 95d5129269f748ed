// SPDX-License-Identifier: Apache-2.0
#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QSet>
#include <QtTest>

#include "tests/support/gui_fixture.h"
#include "ui/queue/queue_view.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

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
    QVERIFY(QTest::qWaitForWindowActive(&gui.window()));
    gui.drop({gui.file(QStringLiteral("done.wav")), gui.file(QStringLiteral("bad.wav")),
              gui.file(QStringLiteral("held.wav"))});
    QTRY_VERIFY(gui.queue().rowCount() == 3 && gui.item(2).transcript.segments.size() == 2);
    auto* list = gui.window().findChild<QueueView*>();
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Home);
    QCOMPARE(gui.window().chosen(), gui.item(0).id);
    QTest::keyClick(&gui.window(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::clipboard()->text(), plain_text(gui.item(0).transcript));

    QTest::keyClick(&gui.window(), Qt::Key_F, Qt::ControlModifier);
    auto* search = gui.visible<QLineEdit>(QStringLiteral("findText"));
    QVERIFY(search != nullptr);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, QStringLiteral("weather"));
    QCOMPARE(gui.window().panel().view().textCursor().selectedText(), QStringLiteral("weather"));
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(!search->isVisible());

    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QVERIFY(gui.action("retry")->isEnabled());
    QTest::keyClick(&gui.window(), Qt::Key_I, Qt::ControlModifier);
    QCOMPARE(gui.failures_shown.size(), 1);
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(&gui.window(), Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(gui.wait_for_state(2, JobState::cancelled));
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(gui.queue().rowCount(), 2);

    const int zoom = gui.window().panel().view().zoom();
    QTest::keyClick(&gui.window(), Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(gui.window().panel().view().zoom(), zoom + 10);
    QTest::keyClick(&gui.window(), Qt::Key_T, Qt::ControlModifier);
    QVERIFY(!gui.window().panel().view().times_visible());
    QCOMPARE(gui.settings.value(QStringLiteral("view/timestamps")).toBool(), false);
  }

  void tab_goes_round_all_controls() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window()));
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
    QVERIFY(reached.contains(&gui.window().panel().view()));
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
