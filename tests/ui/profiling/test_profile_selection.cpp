// SPDX-License-Identifier: Apache-2.0
// The one selection of the profiler's window: every view makes it, every view follows it.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "tests/support/light_theme.h"
#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/profiler_window.h"
#include "ui/profiling/roofline.h"
#include "ui/profiling/stage_bar.h"
#include "ui/profiling/timeline.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

class TestProfileSelection : public QObject {
  Q_OBJECT

 private slots:
  void a_kernel_that_is_chosen_is_chosen_everywhere() {
    ProfilerWindow window;
    const auto session = made({.overlap = false});
    window.document().open(session);
    window.show();
    window.show_page(ProfilerWindow::RooflineTab);
    settle(window.document());
    auto* histogram = child<QLabel>(window, "histogramMessage");
    QVERIFY(histogram->isVisible());
    click_row(window, 0);
    QVERIFY(!window.document().selection().kinds.empty());
    settle(window.document());
    QVERIFY(!histogram->isVisible());
    auto chips = window.findChildren<QToolButton*>(QStringLiteral("selectionChip"));
    QCOMPARE(chips.size(), 1);
    child<QToolButton>(window, "clearSelection")->click();
    QVERIFY(window.document().selection().empty());
    QVERIFY(histogram->isVisible());
    QVERIFY(child<QTableView>(window, "kernelTable")->selectionModel()->selectedRows().isEmpty());
  }

  void a_dot_of_the_roofline_chooses_its_kernels() {
    ProfilerWindow window;
    window.document().open(made({.overlap = false}));
    window.show();
    window.show_page(ProfilerWindow::RooflineTab);
    settle(window.document());
    QApplication::processEvents();
    auto* roofline = window.findChild<RooflineView*>();
    QWidget* plot = roofline->findChild<QWidget*>(QStringLiteral("rooflinePlot"));
    const std::size_t smallest = roofline->roofline().dots.size() - 1;  // painted over all others
    const QPoint at = roofline->centres()[smallest].toPoint();
    QTest::mouseClick(plot, Qt::LeftButton, {}, at);
    QVERIFY(!window.document().selection().kinds.empty());
    QVERIFY(!child<QTableView>(window, "kernelTable")->selectionModel()->selectedRows().isEmpty());
    QTest::mouseClick(plot, Qt::LeftButton, {}, at);  // the same again: none
    QVERIFY(window.document().selection().empty());
  }

  void a_stage_and_a_range_leave_their_rows() {
    ProfilerWindow window;
    const auto session = made();
    window.document().open(session);
    window.show();
    window.show_page(ProfilerWindow::TimelineTab);
    settle(window.document());
    auto* rows = child<QTableView>(window, "kernelTable")->model();
    const int all = rows->rowCount();
    window.show_page(ProfilerWindow::OverviewTab);
    settle(window.document());
    auto* bar = child<StageBar>(window, "stageBar");
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->part_rect(0).center().toPoint());
    QVERIFY(window.document().selection().stage.has_value());
    window.show_page(ProfilerWindow::TimelineTab);
    settle(window.document());
    QVERIFY(rows->rowCount() > 0 && rows->rowCount() < all);
    ProfileSelection both = window.document().selection();
    both.range = ProfileSelection::Range{0, session->duration_ns};
    window.document().select(both);
    const auto chips = window.findChildren<QToolButton*>(QStringLiteral("selectionChip"));
    int visible = 0;
    for (QToolButton* chip : chips) visible += chip->isVisible() ? 1 : 0;
    QCOMPARE(visible, 2);
    for (QToolButton* chip : chips) {
      if (chip->isVisible() && chip->text() == QString::fromStdString(*both.stage)) {
        chip->click();
        break;
      }
    }
    QVERIFY(!window.document().selection().stage && window.document().selection().range);
    child<QAction>(window, "showEverything")->trigger();
    QVERIFY(window.document().selection().empty());
    settle(window.document());
    QCOMPARE(rows->rowCount(), all);
  }

  void rows_of_stages_and_layers_stay_to_be_chosen_instead_data() {
    QTest::addColumn<ProfileGrouping>("grouping");
    QTest::newRow("stages") << ProfileGrouping::stage;
    QTest::newRow("layers") << ProfileGrouping::layer;
  }
  void rows_of_stages_and_layers_stay_to_be_chosen_instead() {
    QFETCH(ProfileGrouping, grouping);
    ProfilerWindow window;
    window.document().open(made());
    window.show();
    window.show_page(ProfilerWindow::TimelineTab);
    auto* combo = child<QComboBox>(window, "kernelGrouping");
    combo->setCurrentIndex(combo->findData(static_cast<int>(grouping)));
    settle(window.document());
    auto* view = child<QTableView>(window, "kernelTable");
    const int all = view->model()->rowCount();
    for (const int row : {1, 0}) {  // the second one instead of the first
      click_row(window, row);
      settle(window.document());
      QVERIFY(window.document().selection().stage.has_value() && window.document().selection().kinds.empty());
      QCOMPARE(window.document().selection().layer.has_value(), grouping == ProfileGrouping::layer);
      QCOMPARE(view->model()->rowCount(), all);
      QCOMPARE(view->selectionModel()->selectedRows().size(), 1);
      QCOMPARE(view->selectionModel()->selectedRows().front().row(), row);
    }
    // Other rows show what it leaves of them.
    const ProfileSelection chosen = window.document().selection();
    combo->setCurrentIndex(0);
    settle(window.document());
    QCOMPARE(view->model()->rowCount(),
             static_cast<int>(profile_table(synthetic_profile(), ProfileGrouping::kernel, chosen).size()));
    QVERIFY(child<QToolButton>(window, "clearSelection")->isVisible());
    child<QToolButton>(window, "clearSelection")->click();
    QVERIFY(window.document().selection().empty());
  }

  void the_comparison_follows_the_selection_and_makes_it() {
    ProfilerWindow window;
    const auto session = made({.overlap = false});
    window.document().open(session);
    window.show();
    window.document().compare_with(made({.seed = 2, .overlap = false}), QStringLiteral("/tmp/before.sqlite"));
    settle(window.document());
    auto* view = child<QTableView>(window, "comparisonTable");
    const int all = view->model()->rowCount();
    const QString whole = text_of(window, "comparisonSummary");
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                      view->visualRect(view->model()->index(1, ComparisonModel::AfterColumn)).center());
    QVERIFY(!window.document().selection().kinds.empty());
    QCOMPARE(view->model()->rowCount(), all);
    QVERIFY(text_of(window, "comparisonSummary") != whole);
    ProfileSelection selection;
    selection.stage = "encoder";
    window.document().select(selection);
    settle(window.document());
    QVERIFY(view->model()->rowCount() > 0 && view->model()->rowCount() < all);
    QVERIFY(view->selectionModel()->selectedRows().isEmpty());
    window.show_page(ProfilerWindow::TimelineTab);  // what is not seen follows when it is
    selection.stage.reset();
    selection.range = ProfileSelection::Range{0, session->duration_ns / 3};
    window.document().select(selection);
    settle(window.document());
    window.show_page(ProfilerWindow::CompareTab);
    settle(window.document());
    QVERIFY(text_of(window, "comparisonCaution").contains(QStringLiteral("time range")));
    selection.range = ProfileSelection::Range{-10, -5};
    window.document().select(selection);
    settle(window.document());
    QVERIFY(child<QLabel>(window, "comparisonMessage")->isVisible());
    child<QToolButton>(window, "clearSelection")->click();
    settle(window.document());
    QCOMPARE(view->model()->rowCount(), all);
    QCOMPARE(text_of(window, "comparisonSummary"), whole);
    QVERIFY(!child<QLabel>(window, "comparisonMessage")->isVisible());
  }

  void earlier_selections_come_back() {
    ProfilerWindow window;
    window.document().open(made());
    window.show();
    window.show_page(ProfilerWindow::TimelineTab);
    QVERIFY(QTest::qWaitForWindowActive(&window, patience_ms));
    settle(window.document());
    auto* back = child<QAction>(window, "selectionBack");
    auto* forward = child<QAction>(window, "selectionForward");
    QVERIFY(!back->isEnabled() && !forward->isEnabled());
    auto* view = child<QTableView>(window, "kernelTable");
    click_row(window, 1);
    const ProfileSelection chosen = window.document().selection();
    QVERIFY(!chosen.empty());
    QTest::keySequence(&window, back->shortcut());
    QVERIFY(window.document().selection().empty());
    QVERIFY(view->selectionModel()->selectedRows().isEmpty());
    QVERIFY(!back->isEnabled());
    QTest::keySequence(&window, forward->shortcut());
    QVERIFY(window.document().selection() == chosen);
    QCOMPARE(view->selectionModel()->selectedRows().size(), 1);
    QVERIFY(!forward->isEnabled());
  }

 private:
  LightTheme theme_;
};

QTEST_MAIN(TestProfileSelection)
#include "test_profile_selection.moc"
