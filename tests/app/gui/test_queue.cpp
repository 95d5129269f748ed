// SPDX-License-Identifier: Apache-2.0
// What the user does with the queue: several files at once, their order, a pause, a denser list.
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>
#include <QtTest>

#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/queue/queue_view.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

namespace {

using test::patience_ms;

QueueView* list_of(GuiFixture& gui) {
  return gui.window().findChild<QueueView*>();
}

/// The names of all rows in their order, without extensions.
QString names(GuiFixture& gui) {
  QStringList all;
  for (int row = 0; row < gui.queue().rowCount(); ++row)
    all.append(QFileInfo(gui.item(row).path).completeBaseName());
  return all.join(QLatin1Char(' '));
}

/// Drops files of these names on a paused queue, so that they wait.
void drop_waiting(GuiFixture& gui, const char* files) {
  gui.controller->queue().part().set_paused(true);
  QList<QUrl> urls;
  const int before = gui.queue().rowCount();
  for (const QString& name : QString::fromLatin1(files).split(QLatin1Char(' ')))
    urls.append(gui.file(name + QStringLiteral(".wav")));
  gui.drop(urls);
  QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), before + static_cast<int>(urls.size()), patience_ms);
}

QString remaining(GuiFixture& gui) {
  return gui.window().findChild<ElidedLabel*>(QStringLiteral("queueRemaining"))->text();
}

/// Drops what was dragged from the list itself, which the platform of the tests cannot do.
struct DropTarget : QueueView {
  static void drop(QueueView& list, QDropEvent& event) { (list.*&DropTarget::dropEvent)(&event); }
};

QString pause_note(GuiFixture& gui) {
  return gui.window().findChild<QLabel*>(QStringLiteral("queuePaused"))->text();
}

}  // namespace

class TestQueue : public QObject {
  Q_OBJECT

 private slots:
  void keys_act_on_all_that_are_selected() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    drop_waiting(gui, "a b c d e");
    QueueView* list = list_of(gui);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Home);
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(list->selected_ids(), (std::vector{gui.item(0).id(), gui.item(1).id()}));
    QCOMPARE(gui.chosen(), gui.item(1).id());
    QTest::keyClick(&gui.window(), Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QVERIFY(gui.wait_for_state(1, JobState::cancelled));
    QCOMPARE(gui.item(2).state, JobState::waiting);
    QTest::keyClick(&gui.window(), Qt::Key_F5);
    QCOMPARE(gui.item(0).state, JobState::waiting);
    QCOMPARE(gui.item(1).state, JobState::waiting);

    // All go at once, and all that nothing was written of come back with the undo, in their order.
    QTest::keyClick(list, Qt::Key_Home);
    QTest::keyClick(&gui.window(), Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QTest::keyClick(list, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(list->selected_ids().size(), std::size_t{5});
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(gui.queue().rowCount(), 0);
    QVERIFY(!gui.action("remove")->isEnabled());
    QTest::keyClick(&gui.window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(names(gui), QStringLiteral("a b c d e"));
    QCOMPARE(gui.item(0).state, JobState::cancelled);
    QCOMPARE(gui.item(1).state, JobState::waiting);
    gui.action("pauseQueue")->trigger();
    QVERIFY(gui.wait_for_state(4, JobState::done));
    QCOMPARE(gui.queue().overall().done, 4);
  }

  void files_are_taken_in_the_order_on_the_screen() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QStringList taken;
    gui.controller->service().on<JobStarted>(&gui.window(), [&](const JobStarted& started) {
      taken.append(QFileInfo(gui.queue().item(started.id)->path).completeBaseName());
    });
    drop_waiting(gui, "a b c d e f");
    QueueView* list = list_of(gui);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_End);
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(names(gui), QStringLiteral("a b c d f e"));
    QCOMPARE(file_name(gui.queue().item(gui.chosen())->path), QStringLiteral("f.wav"));  // it stays chosen
    QTest::keyClick(list, Qt::Key_Home, Qt::AltModifier);
    QCOMPARE(names(gui), QStringLiteral("f a b c d e"));
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(names(gui), QStringLiteral("f c a b d e"));
    QTest::keyClick(list, Qt::Key_End, Qt::AltModifier);
    QCOMPARE(names(gui), QStringLiteral("f c d e a b"));
    const std::unique_ptr<QMimeData> dragged(gui.queue().mimeData({gui.queue().index(3)}));
    QVERIFY(gui.queue().dropMimeData(dragged.get(), Qt::MoveAction, 0, 0, {}));
    QCOMPARE(names(gui), QStringLiteral("e f c d a b"));

    // One that is tried again is taken where it stands.
    gui.choose(gui.item(1).id());
    gui.action("cancel")->trigger();
    QVERIFY(gui.wait_for_state(1, JobState::cancelled));
    QVERIFY(!gui.action("moveUp")->isEnabled());
    gui.action("retry")->trigger();
    QVERIFY(gui.action("moveUp")->isEnabled());
    gui.action("pauseQueue")->trigger();
    QVERIFY(gui.wait_until_idle(6));
    QCOMPARE(taken.join(QLatin1Char(' ')), QStringLiteral("e f c d a b"));
  }

  void files_from_outside_are_the_windows() {
    GuiFixture gui;
    drop_waiting(gui, "a b");
    QMimeData files;
    files.setUrls({gui.file(QStringLiteral("c.wav"))});
    QWidget* const over = list_of(gui)->viewport();
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(over, &enter);
    QVERIFY(enter.isAccepted());  // by the window, to which it goes on
    QDropEvent let_go({20, 20}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(over, &let_go);
    QTRY_COMPARE_WITH_TIMEOUT(names(gui), QStringLiteral("a b c"), patience_ms);
  }

  /// One of those that are dragged stays where it is: the other goes there all the same.
  void several_are_dropped_as_one() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    drop_waiting(gui, "a b c d e");
    QueueView* list = list_of(gui);
    const QModelIndexList dragged{gui.queue().index(1), gui.queue().index(3)};
    list->selectionModel()->clear();
    for (const QModelIndex& row : dragged) list->selectionModel()->select(row, QItemSelectionModel::Select);
    const std::unique_ptr<QMimeData> files(gui.queue().mimeData(dragged));
    const QPoint edge = list->visualRect(dragged[0]).bottomLeft() + QPoint(20, 0);
    QDropEvent let_go(edge, Qt::MoveAction, files.get(), Qt::LeftButton, Qt::NoModifier);
    DropTarget::drop(*list, let_go);
    QVERIFY(let_go.isAccepted());
    QCOMPARE(names(gui), QStringLiteral("a b d c e"));
  }

  void a_pause_lets_the_running_file_end() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 2});
    QVERIFY(gui.visible<QToolButton>(QStringLiteral("queuePause")) == nullptr);
    gui.drop({gui.file(QStringLiteral("held.wav")), gui.file(QStringLiteral("next.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::running));
    auto* button = gui.visible<QToolButton>(QStringLiteral("queuePause"));
    QVERIFY(button != nullptr);
    QCOMPARE(button->text(), QStringLiteral("Pause"));
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(button->text(), QStringLiteral("Resume"));
    QCOMPARE(pause_note(gui), QStringLiteral("Pauses after the running file."));
    gui.controller->queue().part().act(RowAction::cancel, gui.item(0).id());
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QTRY_COMPARE(pause_note(gui), QStringLiteral("Paused: no file begins."));
    QCOMPARE(gui.item(1).state, JobState::waiting);
    gui.action("pauseQueue")->trigger();
    QVERIFY(gui.wait_for_state(1, JobState::done));
    QVERIFY(gui.visible<QToolButton>(QStringLiteral("queuePause")) == nullptr);
  }

  void the_time_that_is_left_is_shown() {
    GuiFixture gui(false);
    gui.length = [](const QString& path) {
      return path.endsWith(QLatin1String("long.wav"))  ? std::optional(1200.0)
             : path.endsWith(QLatin1String("any.wav")) ? std::nullopt
                                                       : std::optional(600.0);
    };
    gui.world.script_all({.audio_s = 60.0, .segments = 2, .elapsed_s = 6.0});
    gui.controller->start({});
    drop_waiting(gui, "a long");
    QTRY_COMPARE(remaining(gui), QStringLiteral("Time left: not known yet"));
    gui.action("pauseQueue")->trigger();
    QVERIFY(gui.wait_until_idle(2));
    drop_waiting(gui, "b long c");
    QTRY_COMPARE(remaining(gui),
                 QStringLiteral("4:00 left in all"));  // 2400 s, ten times faster
    drop_waiting(gui, "any");
    QTRY_COMPARE(remaining(gui), QStringLiteral("More than 4:00 left in all"));
    // Another model has another speed.
    gui.controller->service().open({});
    QTRY_COMPARE(remaining(gui), QStringLiteral("Time left: not known yet"));
  }

  void ten_more_files_fit_where_the_list_is_compact() {
    GuiFixture gui(true, {1280, 800});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    drop_waiting(gui, "a b c");
    QueueView* list = list_of(gui);
    const auto fitting = [&] { return list->viewport()->height() / list->sizeHintForRow(0); };
    const int usual = fitting();
    gui.action("compactList")->trigger();
    QTRY_VERIFY(list->visualRect(gui.queue().index(1)).height() == list->sizeHintForRow(0));
    qInfo("%d files, or %d in the compact list", usual, fitting());
    QVERIFY(fitting() >= usual + 10);
    QVERIFY(gui.settings.compact_list.get());
    // Its row has a button for the mouse.
    QStyleOptionViewItem option;
    option.initFrom(list);
    option.rect = list->visualRect(gui.queue().index(1));
    option.font = list->font();
    const QRect cancel = QueueDelegate::buttons(option, gui.queue().index(1)).front().rect;
    QVERIFY(option.rect.contains(cancel));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, cancel.center());
    QVERIFY(gui.wait_for_state(1, JobState::cancelled));
  }

  void what_is_shown_after_a_removal_is_marked_in_the_list() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav")),
              gui.file(QStringLiteral("c.wav"))});
    QVERIFY(gui.wait_until_idle(3));
    auto* list = list_of(gui);
    gui.choose(gui.item(0).id());
    list->setFocus();
    for (int left = 2; left > 0; --left) {
      QTest::keyClick(list, Qt::Key_Delete);
      QCOMPARE(gui.queue().rowCount(), left);
      QCOMPARE(gui.chosen(), gui.item(0).id());
      QCOMPARE(list->selectionModel()->selectedIndexes(), QModelIndexList{list->currentIndex()});
    }
    gui.action("undo")->trigger();
    QCOMPARE(gui.queue().rowCount(), 2);
    QCOMPARE(list->selectionModel()->selectedIndexes(), QModelIndexList{list->currentIndex()});
  }

  void a_finished_file_is_transcribed_again_beside_its_text() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    QTRY_COMPARE(gui.store().recent().size(), 2);
    gui.choose(gui.item(0).id());
    const QString before = gui.item(0).document->plain_text();
    QVERIFY(!before.isEmpty());
    QCOMPARE(gui.action("retry")->text().remove(QLatin1Char('&')), QStringLiteral("Transcribe again"));
    gui.world.script("a.wav", {.segments = 1, .says = {{.start_s = 0.0, .end_s = 1.0, .text = "Anew."}}});
    QTest::keyClick(&gui.window(), Qt::Key_F5);
    QVERIFY(gui.wait_until_idle(3));
    QCOMPARE(gui.item(0).document->plain_text(), before);
    QCOMPARE(gui.item(2).path, gui.item(0).path);
    QVERIFY(gui.item(2).document->plain_text() != before);
    QCOMPARE(gui.chosen(), gui.item(2).id());
    QTRY_COMPARE(gui.store().recent().size(), 3);  // the old text is kept, too
  }
};

QTEST_MAIN(TestQueue)
#include "test_queue.moc"
