// SPDX-License-Identifier: Apache-2.0
// The page of the kernel lab, by keyboard alone, on made-up results and on the real CPU engine.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "kernels/core/error.h"
#include "tests/app/gui/lab/lab_steps.h"
#include "tests/support/patience.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"
#include "ui/lab/lab_roofline.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestLabPage : public QObject, LabSteps {
  Q_OBJECT

 private slots:
  void init() { make(); }
  void cleanup() { gui_.reset(); }

  void the_page_offers_what_this_computer_has() {
    open();
    QVERIFY(part<QComboBox>("labOp")->hasFocus());
    QCOMPARE(entries("labEngine"), QStringList{QStringLiteral("cpu")});  // the GPU can't be used
    QCOMPARE(entries("labCompute"),
             (QStringList{QStringLiteral("Automatic"), QStringLiteral("f32"), QStringLiteral("bf16")}));
    QCOMPARE(entries("labOp"), (QStringList{QStringLiteral("linear"), QStringLiteral("rms_norm")}));
    QCOMPARE(entries("labVariant"), (QStringList{QStringLiteral("All variants"), QStringLiteral("highway"),
                                                 QStringLiteral("portable")}));
    QCOMPARE(entries("labShape"),
             (QStringList{QStringLiteral("All shapes"), QStringLiteral("rows=1 out=6144 in=2048"),
                          QStringLiteral("rows=1500 out=3840 in=1280")}));
    key(Qt::Key_Down);  // the next op has other variants and shapes
    QCOMPARE(entries("labVariant"), (QStringList{QStringLiteral("All variants"), QStringLiteral("highway")}));
    QCOMPARE(entries("labShape").size(), 2);
    part<QComboBox>("labVariant")->setCurrentIndex(1);
    QCOMPARE(part<ElidedLabel>("labWhy")->text(),
             QStringLiteral("Uses the vector instructions of this CPU, for any sizes."));
  }

  void every_choice_reaches_the_benchmark_and_the_check() {
    OpsOptions times;
    CheckOptions checks;
    gui_->lab.timing = [&](const OpsOptions& options, const auto&, const auto&, const auto&) {
      times = options;
    };
    gui_->lab.checking_ops = [&](const CheckOptions& options, const auto&, const auto&) -> std::uint64_t {
      checks = options;
      return 1;
    };
    open();
    key(Qt::Key_Down);
    key(Qt::Key_Tab);  // the variant
    key(Qt::Key_Down);
    key(Qt::Key_Tab);  // the engine
    key(Qt::Key_Tab);  // the arithmetic
    key(Qt::Key_Down);
    key(Qt::Key_Tab);  // the shape
    QTest::keySequence(focus(), QKeySequence::SelectAll);
    QTest::keyClicks(focus(), QStringLiteral("  rows=1   f32 "));
    key(Qt::Key_Tab);
    key(Qt::Key_Space);  // all configurations
    key(Qt::Key_Tab);    // the report
    key(Qt::Key_Tab);
    QVERIFY(part<QPushButton>("labCheck")->hasFocus());
    key(Qt::Key_Space);
    QVERIFY(ends());
    QCOMPARE(checks.op, std::string("rms_norm"));
    QCOMPARE(checks.variant, std::string("highway"));
    QVERIFY(checks.engine.engine == Engine::cpu && checks.engine.compute == Compute::f32);
    QVERIFY(part<QPushButton>("labCheck")->hasFocus());  // again
    key(Qt::Key_Tab);
    key(Qt::Key_Space);
    QVERIFY(ends());
    QCOMPARE(times.op, std::string("rms_norm"));
    QCOMPARE(times.variant, std::string("highway"));
    QCOMPARE(times.shape, std::string("rows=1 f32"));
    QVERIFY(times.configs);
    QVERIFY(times.engine.engine == Engine::cpu && times.engine.compute == Compute::f32);
  }

  void times_come_into_a_table_that_can_be_sorted() {
    open();
    auto& model = const_cast<LabTimesModel&>(page().times());
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    press("labTime");
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("3 times measured."));
    QCOMPARE(text("labSetting"),
             QStringLiteral(
                 "CPU, f32, 2 threads. Reading memory: 21.4 GB/s. Matrix products in f32: 163 GFLOP/s."));
    const auto* view = part<QTableView>("labTimes");
    QCOMPARE(
        row(view, 0),
        (QStringList{QStringLiteral("highway (in use)"), QStringLiteral("rows=1 out=6144 in=2048"),
                     QStringLiteral("900 µs"), QStringLiteral("846 µs – 1.08 ms"),
                     QStringLiteral("140 GFLOP/s"), QStringLiteral("86 %"), QStringLiteral("14.2 GB/s"),
                     QStringLiteral("66 %"), QStringLiteral("3.1e-07"), QStringLiteral("the reference")}));
    QCOMPARE(row(view, 1).first(), QStringLiteral("portable"));
    QTest::mouseClick(view->horizontalHeader()->viewport(), Qt::LeftButton, {},
                      {view->columnViewportPosition(2) + 8, 8});
    QCOMPARE(row(view, 0).first(), QStringLiteral("portable"));  // the slowest
    QCOMPARE(view->horizontalHeader()->sortIndicatorSection(), 2);
    part<QTableView>("labTimes")->sortByColumn(8, Qt::DescendingOrder);  // the error
    QCOMPARE(row(view, 0).first(), QStringLiteral("highway/64x16"));
    part<QTableView>("labTimes")->selectRow(0);
    QCOMPARE(
        text("labTimesDetails"),
        QStringLiteral("highway/64x16 of linear: rows=1 out=6144 in=2048. Output 1 of 1 at index 7 was not "
                       "written, or is not finite."));
    part<QTableView>("labTimes")->selectRow(1);
    QCOMPARE(text("labTimesDetails"),
             QStringLiteral("portable of linear: rows=1 out=6144 in=2048. It ran on the CPU: only a GPU's "
                            "kernels have registers and memory of their own."));
    press("labTime");  // the old times go
    QVERIFY(ends());
    QCOMPARE(page().times().rowCount(), 3);
  }

  void a_gpus_row_says_what_its_kernels_take() {
    open();
    OpRow row = timed("linear", "wgmma", "rows=1", 0.9, 0.14, 14.2);
    OpRow library = row;
    row.kernels = {{"product", 384, 168, 200'704, 0}, {"sum", 1}};
    page().begin_times();
    page().set_setting(lab_setting(), true);
    page().add_times({row, library});
    QCOMPARE(
        text("labTimesDetails"),
        QStringLiteral("wgmma of linear: rows=1\n"
                       "Kernel product: threads in a block: 384; registers of a thread: 168; shared memory "
                       "of a block: 201 kB; local memory of a thread, for spilled registers: 0 B.\n"
                       "Kernel sum: the driver says nothing of its code."));
    part<QTableView>("labTimes")->selectRow(1);
    QCOMPARE(text("labTimesDetails"),
             QStringLiteral("wgmma of linear: rows=1. It ran a library's kernels, whose code is not known."));
  }

  void the_roofline_has_a_mark_for_each_time_and_leads_to_it() {
    open();
    auto* tabs = part<QTabWidget>("labTabs");
    tabs->setCurrentIndex(1);
    QVERIFY(text("labRooflineMessage").startsWith(QStringLiteral("Time a variant")));
    press("labTime");
    QVERIFY(ends());
    QCOMPARE(tabs->currentIndex(), 1);  // it stays where the user looks
    const auto& roofline = *gui_->window().findChild<LabRoofline*>();
    QCOMPARE(roofline.plot().roofline().dots.size(), std::size_t{3});
    QCOMPARE(roofline.plot().roofline().roofs.size(), std::size_t{2});
    const RooflineDot& dot = roofline.plot().roofline().dots.front();  // the largest: the slowest
    QCOMPARE(dot.row, std::size_t{1});
    QVERIFY(std::abs(dot.intensity - 16.8 / 1.7) < 1e-6);
    const QPointF centre = roofline.plot().centres().front();
    auto* plot =
        gui_->window().findChild<LabRoofline*>()->findChild<QWidget*>(QStringLiteral("rooflinePlot"));
    QTest::mouseClick(plot, Qt::LeftButton, {}, centre.toPoint());
    QCOMPARE(tabs->currentIndex(), 0);
    QCOMPARE(part<QTableView>("labTimes")->currentIndex().data().toString(), QStringLiteral("portable"));
  }

  void a_check_names_the_first_wrong_element() {
    open();
    auto& model = const_cast<LabChecksModel&>(page().checks());
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    press("labCheck");
    QCOMPARE(part<QTabWidget>("labTabs")->currentIndex(), 2);
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("1 of 4 checks failed; seed 1234."));
    auto* view = part<QTableView>("labChecks");
    QCOMPARE(row(view, 0).mid(0, 5), (QStringList{QStringLiteral("Passed"), QStringLiteral("cpu f32/highway"),
                                                  QStringLiteral("2.0e-07"), QStringLiteral("2.0e-05"),
                                                  QStringLiteral("rows=1 out=17 in=5 f32")}));
    view->sortByColumn(0, Qt::AscendingOrder);
    QCOMPARE(row(view, 0).first(), QStringLiteral("Failed"));
    view->selectRow(0);
    QVERIFY(
        text("labChecksDetails")
            .endsWith(QStringLiteral("Output 1 of 1 at row 3, column 9 is 1.5, but must be 1.25: beyond the "
                                     "tolerance.")));
    gui_->lab.checking_ops = [](const CheckOptions& options, const Lab::CheckRows& row,
                                const auto&) -> std::uint64_t {
      row({options.op, "cpu f32/highway", "rows=1", 0.0, 2e-5, true, {}});
      return 5;
    };
    press("labCheck");
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("The check passed; seed 5."));
  }

  void the_window_answers_while_it_works_and_a_stop_keeps_what_has_come() {
    hold();
    open();
    press("labTime");
    QTRY_COMPARE_WITH_TIMEOUT(page().times().rowCount(), 1, patience_ms);
    QVERIFY(part<QPushButton>("labStop")->hasFocus());
    QVERIFY(!part<QPushButton>("labTime")->isEnabled());
    QVERIFY(!part<QComboBox>("labOp")->isEnabled());
    QCOMPARE(text("labStatus"), QStringLiteral("Timing linear…"));
    key(Qt::Key_Space);
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("Stopped. What has come so far stays."));
    QCOMPARE(page().times().rowCount(), 1);
    QVERIFY(part<QLabel>("labProblem")->isHidden());
    QVERIFY(part<QPushButton>("labTime")->hasFocus());
  }

  void a_live_session_goes_first() {
    hold();
    open();
    press("labTime");
    QTRY_COMPARE_WITH_TIMEOUT(page().times().rowCount(), 1, patience_ms);
    tell(LiveBegins{});
    QTRY_COMPARE_WITH_TIMEOUT(text("labStatus"),
                              QStringLiteral("Stopped, because a recording is being written."), patience_ms);
    QVERIFY(!part<QPushButton>("labTime")->isEnabled());
    QVERIFY(!part<QPushButton>("labCheck")->isEnabled());
    emit page().timeClicked(page().choice().request());  // however it was asked for
    QVERIFY(!part<QPushButton>("labStop")->isVisible());
    tell(LiveFinished{});
    QVERIFY(part<QPushButton>("labTime")->isEnabled());
    tell(LiveBegins{});
    QCOMPARE(
        text("labStatus"),
        QStringLiteral("A recording is being written, and goes first. The lab waits until it has ended."));
    tell(LiveFailed{});
    QCOMPARE(text("labStatus"), QString());
    QVERIFY(part<QPushButton>("labCheck")->isEnabled());
  }

  void times_beside_a_running_file_are_said_to_be_longer() {
    hold();
    open();
    tell(JobStarted{.id = 77});
    press("labTime");
    QTRY_VERIFY_WITH_TIMEOUT(text("labStatus").startsWith(QStringLiteral("Timing linear… A file is being ")),
                             patience_ms);
    press("labStop");
    QVERIFY(ends());
    tell(JobFailed{77, {}});
    press("labTime");
    QTRY_COMPARE_WITH_TIMEOUT(text("labStatus"), QStringLiteral("Timing linear…"), patience_ms);
    press("labStop");
    QVERIFY(ends());
  }

  void a_failure_is_a_sentence_and_the_next_attempt_forgets_it() {
    gui_->lab.timing = [](const OpsOptions& options, const auto&, const auto&, const auto&) {
      throw Error("No shape of {1} is “{2}”.", options.op, options.shape);
    };
    open();
    auto* shape = part<QComboBox>("labShape");
    shape->setFocus();
    shape->setEditText(QStringLiteral("rows=7"));
    key(Qt::Key_Return);  // as the button does
    QTRY_COMPARE_WITH_TIMEOUT(text("labProblem"), QStringLiteral("No shape of linear is “rows=7”."),
                              patience_ms);
    QVERIFY(part<QPushButton>("labTime")->isEnabled());
    fill_lab(gui_->lab);
    press("labTime");
    QVERIFY(ends());
    QVERIFY(part<QLabel>("labProblem")->isHidden());
  }

  void a_machine_that_cannot_be_looked_at_is_looked_at_again() {
    std::atomic<bool> broken = true;
    gui_->lab.probing = [&broken] {
      if (broken) throw Error("The driver does not answer.");
    };
    gui_->action("kernelLab")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(text("labProblem"), QStringLiteral("The driver does not answer."), patience_ms);
    QVERIFY(!part<QPushButton>("labTime")->isEnabled());
    broken = false;
    press("closeLab");
    QVERIFY(!gui_->window().shows_page(QStringLiteral("lab")));
    open();
    QVERIFY(part<QLabel>("labProblem")->isHidden());
  }

  void its_tables_need_no_scrolling_to_the_side() {
    gui_ = std::make_unique<GuiFixture>(true, QSize{1280, 800});
    fill_lab(gui_->lab, {.shape = "rows=1500 longest=1500 heads=20 kv_heads=20 head_dim=64 keys=2250000"});
    open();
    press("labTime");
    QVERIFY(ends());
    press("labCheck");
    QVERIFY(ends());
    page().comparison().add_rows(
        side_by_side(std::string(300, 'w'), "one two", Message("No GPU can be used: {1}", "none.")));
    auto* tabs = part<QTabWidget>("labTabs");
    page().grid().add_cells(grid_cells());
    for (const auto& [name, tab] : {std::pair("labTimes", 0), std::pair("labChecks", 2),
                                    std::pair("gridTable", tabs->indexOf(&page().grid())),
                                    std::pair("compareTable", tabs->indexOf(&page().comparison()))}) {
      tabs->setCurrentIndex(tab);
      auto* view = part<QTableView>(name);
      QTRY_VERIFY2_WITH_TIMEOUT(view->isVisible() && view->horizontalScrollBar()->maximum() == 0, name,
                                patience_ms);
      for (int column = 0; column + 1 < view->model()->columnCount(); ++column)
        QVERIFY2(view->columnWidth(column) >= 40, name);
    }
  }

  void the_window_closes_while_the_lab_works() {
    hold();
    open();
    press("labTime");
    QTRY_COMPARE_WITH_TIMEOUT(page().times().rowCount(), 1, patience_ms);
    gui_->quit();
    gui_.reset();
    QVERIFY(stopped_);
  }

  void the_real_cpu_checks_and_times_an_op() {
    gui_->lab.real_kernels = true;
    gui_->lab.timing = {};
    gui_->lab.checking_ops = {};
    open();
    QVERIFY(entries("labOp").size() > 20);
    part<QComboBox>("labOp")->setCurrentText(QStringLiteral("rms_norm"));
    part<QComboBox>("labCompute")->setCurrentText(QStringLiteral("f32"));
    QVERIFY(entries("labVariant").contains(QStringLiteral("highway")));
    QVERIFY(entries("labShape").size() > 2);
    press("labTime");
    QVERIFY(ends());
    QVERIFY2(page().times().rowCount() >= 1, qPrintable(text("labProblem")));
    for (const OpRow& timed : page().times().rows()) {
      QCOMPARE(timed.op, std::string("rms_norm"));
      QVERIFY(timed.time.ms > 0.0 && timed.complaint.empty());
      QVERIFY(timed.error.value_or(1.0) < 1e-3);
    }
    QVERIFY(text("labSetting").startsWith(QStringLiteral("CPU, f32")));
    part<QComboBox>("labVariant")->setCurrentText(QStringLiteral("highway"));
    press("labCheck");
    QVERIFY(ends());
    QVERIFY2(page().checks().rowCount() > 3, qPrintable(text("labProblem")));
    for (const CheckRow& checked : page().checks().rows()) {
      QVERIFY2(checked.passed, checked.problem.c_str());
      QVERIFY2(checked.variant.find("/highway") != std::string::npos, checked.variant.c_str());
    }
    part<QComboBox>("labShape")->setEditText(QStringLiteral("rows=12345"));
    press("labTime");
    QVERIFY(ends());
    QCOMPARE(text("labProblem"), QStringLiteral("The variant highway of rms_norm takes no such shape here."));
  }

 private:
  static QWidget* focus() { return QApplication::focusWidget(); }
  static void key(Qt::Key key) { QTest::keyClick(focus(), key); }
  static QStringList row(const QTableView* view, int row) {
    QStringList cells;
    for (int column = 0; column < view->model()->columnCount(); ++column)
      cells << view->model()->index(row, column).data().toString();
    return cells;
  }
  /// Gives one time, and then works until it is stopped.
  void hold() {
    stopped_ = false;
    gui_->lab.timing = [this](const OpsOptions& options, const Lab::Setting& setting, const Lab::OpRows& row,
                              const std::stop_token& stop) {
      setting(lab_setting());
      row(timed(options.op, "highway", "rows=1", 0.9, 0.14, 14.2));
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any().wait(lock, stop, [] { return false; });
      stopped_ = true;
      throw Cancelled();
    };
  }

  std::atomic<bool> stopped_ = false;
};

QTEST_MAIN(TestLabPage)
#include "test_lab_page.moc"
