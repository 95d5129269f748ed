// SPDX-License-Identifier: Apache-2.0
// What the page of the kernel lab does with models: the shapes of the open one, and engines side by side on a
// recording. On a fake transcriber, and on the demo model on the CPU.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTabWidget>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "kernels/core/error.h"
#include "tests/app/gui/lab/lab_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "tests/support/speech_recording.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

class TestLabModel : public QObject, LabSteps {
  Q_OBJECT

 private slots:
  void init() { start(nullptr); }
  void cleanup() { gui_.reset(); }

  void the_open_models_shapes_stand_first() {
    plan(
        {{"linear", "rows=9 out=384 in=256"}, {"linear", "rows=1 out=6144 in=2048"}, {"rms_norm", "rows=9"}});
    open();
    const auto expected = QStringList{QStringLiteral("All shapes"),
                                      QStringLiteral("Planned by Tilescribe demo"),
                                      QStringLiteral("rows=9 out=384 in=256"),
                                      QStringLiteral("rows=1 out=6144 in=2048"),
                                      QStringLiteral("Of the full model"),
                                      QStringLiteral("rows=1500 out=3840 in=1280")};
    QTRY_COMPARE_WITH_TIMEOUT(entries("labShape"), expected, patience_ms);
    auto* shape = part<QComboBox>("labShape");
    QCOMPARE(shape->currentText(), QStringLiteral("rows=9 out=384 in=256"));
    for (const int heading : {1, 4})
      QVERIFY(!shape->model()->index(heading, 0).flags().testFlag(Qt::ItemIsEnabled));
    QCOMPARE(asked_.model, std::string());  // the demo model
    QVERIFY(asked_.engine == Engine::cpu);
    OpsOptions timed;
    gui_->lab.timing = [&](const OpsOptions& options, const auto&, const auto&, const auto&) {
      timed = options;
    };
    press("labTime");
    QVERIFY(ends());
    QCOMPARE(timed.shape, std::string("rows=9 out=384 in=256"));
    part<QComboBox>("labOp")->setCurrentIndex(1);
    QCOMPARE(shape->currentText(), QStringLiteral("rows=9"));
  }

  void what_the_user_chose_or_types_stays() {
    open();
    auto* shape = part<QComboBox>("labShape");
    shape->setEditText(QStringLiteral("rows=15"));
    plan({{"linear", "rows=9"}});
    tell(ready("/models/mine"));
    QTRY_VERIFY_WITH_TIMEOUT(entries("labShape").contains(QStringLiteral("rows=9")), patience_ms);
    QCOMPARE(shape->currentText(), QStringLiteral("rows=15"));
    QCOMPARE(asked_.model, std::string("/models/mine"));
    shape->setCurrentText(QStringLiteral("rows=1500 out=3840 in=1280"));
    plan({{"linear", "rows=10"}});
    tell(ready("/models/other"));
    QTRY_VERIFY_WITH_TIMEOUT(entries("labShape").contains(QStringLiteral("rows=10")), patience_ms);
    QVERIFY(!entries("labShape").contains(QStringLiteral("rows=9")));
    QCOMPARE(shape->currentText(), QStringLiteral("rows=1500 out=3840 in=1280"));
    tell(EngineFailed{});
    QVERIFY(!entries("labShape").contains(QStringLiteral("rows=10")));
  }

  void work_and_recordings_go_before_the_look_at_the_model() {
    std::atomic<int> looks = 0;
    gui_->lab.planning = [&](const EngineOptions&, const std::stop_token& stop) -> ModelShapes {
      if (++looks == 3) return {"mine", {{"linear", "rows=9"}}, {}};
      wait_for(stop);
      throw Cancelled();
    };
    open();
    QTRY_COMPARE_WITH_TIMEOUT(looks.load(), 1, patience_ms);
    press("labTime");  // does not wait for it
    QVERIFY(ends());
    QCOMPARE(page().times().rowCount(), 3);
    QTRY_COMPARE_WITH_TIMEOUT(looks.load(), 2, patience_ms);
    tell(LiveBegins{});
    tell(LiveFinished{});
    QTRY_VERIFY_WITH_TIMEOUT(entries("labShape").contains(QStringLiteral("rows=9")), patience_ms);
    QVERIFY(text("labProblem").isEmpty());
  }

  void a_model_that_cannot_be_looked_at_leaves_the_full_ones_shapes() {
    std::atomic<int> looks = 0;
    gui_->lab.planning = [&](const EngineOptions&, const std::stop_token&) -> ModelShapes {
      ++looks;
      throw Error("There is no memory.");
    };
    open();
    QTRY_COMPARE_WITH_TIMEOUT(looks.load(), 1, patience_ms);
    press("labTime");
    QVERIFY(ends());
    QCOMPARE(entries("labShape").size(), 3);
    QVERIFY(text("labProblem").isEmpty());
  }

  void engines_are_compared_by_keyboard() {
    gui_->world.script("talk.wav", {.audio_s = 20.0, .says = {Segment{.text = "one two three four"}}});
    open();
    to_engines();
    QVERIFY(box("cpu")->isChecked());
    QVERIFY(!box("cuda")->isChecked() && !box("cuda-baseline")->isChecked());
    QVERIFY(box("cuda")->toolTip().contains(QStringLiteral("The NVIDIA driver takes CUDA up to 11.4")));
    QCOMPARE(box("cuda")->accessibleDescription(), box("cuda-baseline")->accessibleDescription());
    part<QLineEdit>("compareFile")->setFocus();
    QTest::keyClicks(QApplication::focusWidget(), gui_->folder.filePath(QStringLiteral("talk.wav")));
    part<QLineEdit>("compareReference")->setFocus();
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("One two three"));
    box("cuda")->setFocus();
    QTest::keyClick(box("cuda"), Qt::Key_Space);
    press("compareEngines");
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("2 engines heard talk.wav."));
    const auto& rows = page().comparison().rows().rows();
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(cell(0, 0), QStringLiteral("cpu"));
    QCOMPARE(cell(0, 4), QStringLiteral("33 %"));
    QCOMPARE(cell(0, 10), QStringLiteral("one two three four"));
    QCOMPARE(cell(0, 3), QStringLiteral("–"));
    QVERIFY(cell(1, 3).endsWith(QStringLiteral("×")));
    QCOMPARE(text("compareTableDetails"), QStringLiteral("cpu (CPU, bf16, 2 threads): one two three four"));
    press("compareEngines");  // the old rows go
    QVERIFY(ends());
    QCOMPARE(page().comparison().rows().rowCount(), 2);
  }

  void an_engine_that_fails_says_why_and_the_others_go_on() {
    gui_->world.on_opening([](const EngineOptions& options, const std::stop_token&) {
      if (options.engine == Engine::cuda_baseline) throw Error("No GPU can be used: there is none.");
    });
    open();
    to_engines();
    box("cuda-baseline")->setChecked(true);
    box("transformers")->setChecked(true);
    QVERIFY(part<QLineEdit>("comparePython")->isEnabled());
    part<QLineEdit>("comparePython")->setText(QStringLiteral("/no/such/python"));
    press("compareEngines");  // on the sample
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("2 of 3 engines could not hear sample.wav."));
    QCOMPARE(cell(1, 0), QStringLiteral("cuda-baseline"));
    QCOMPARE(cell(1, 1), QStringLiteral("–"));
    QCOMPARE(cell(1, 10), QStringLiteral("No GPU can be used: there is none."));
    QCOMPARE(cell(2, 0), QStringLiteral("transformers"));
    QVERIFY(!page().comparison().rows().rows()[2].complaint.empty());
    for (const char* name : {"cpu", "cuda-baseline", "transformers"}) box(name)->setChecked(false);
    QVERIFY(!part<QPushButton>("compareEngines")->isEnabled());
  }

  void a_stop_and_a_live_session_end_it() {
    gui_->world.script_all({.hold_after = 1});
    open();
    to_engines();
    press("compareEngines");
    QTRY_VERIFY_WITH_TIMEOUT(text("labStatus").startsWith(QStringLiteral("cpu hears sample.wav")),
                             patience_ms);
    QVERIFY(part<QPushButton>("labStop")->hasFocus());
    press("labStop");
    QVERIFY(ends());
    QCOMPARE(text("labStatus"), QStringLiteral("Stopped. What has come so far stays."));
    press("compareEngines");
    tell(LiveBegins{});
    QTRY_COMPARE_WITH_TIMEOUT(text("labStatus"),
                              QStringLiteral("Stopped, because a recording is being written."), patience_ms);
    QVERIFY(!part<QPushButton>("compareEngines")->isEnabled());
    tell(LiveFinished{});
    QVERIFY(part<QPushButton>("compareEngines")->isEnabled());
  }

  void batches_and_lengths_become_a_heatmap() {
    GridOptions asked;
    gui_->lab.gridding = [&](const GridOptions& options, const Lab::Setting& setting,
                             const Lab::GridCells& cell, const std::stop_token&) {
      asked = options;
      setting(lab_setting());
      for (const GridCell& one : grid_cells()) cell(one);
    };
    open();
    part<QTabWidget>("labTabs")->setCurrentWidget(&page().grid());
    QCOMPARE(text("gridDetails"), QStringLiteral("Nothing was measured yet."));
    auto& model = const_cast<BatchGridModel&>(page().grid().model());
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    press("gridMeasure");
    QVERIFY(ends());
    QVERIFY(asked.engine.engine == Engine::cpu);
    QCOMPARE(text("labStatus"), QStringLiteral("16 times measured."));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.columnCount(), 4);
    QCOMPARE(model.headerData(0, Qt::Vertical).toString(), QStringLiteral("1 window"));
    QCOMPARE(model.headerData(3, Qt::Vertical).toString(), QStringLiteral("8 windows"));
    QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("10 s"));
    QCOMPARE(model.index(3, 0).data().toString(), QStringLiteral("68.5×"));
    QCOMPARE(model.index(3, 0).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("8 windows of 5 s: 68.5 times real time, 584 ms."));
    part<QTableView>("gridTable")->setCurrentIndex(model.index(0, 1));
    QCOMPARE(text("gridDetails"), QStringLiteral("1 window of 10 s: 23.0 times real time, 435 ms."));
    // The faster, the further from the background, and never so far that the text is lost.
    const auto shade = [&](int row, int column) {
      return model.index(row, column).data(Qt::BackgroundRole).value<QColor>();
    };
    QCOMPARE(shade(0, 3), QApplication::palette().color(QPalette::Base));  // the slowest
    QVERIFY(shade(3, 0) != shade(0, 0) && shade(0, 0) != shade(0, 3));
    gui_->lab.gridding = [](const auto&, const auto&, const auto&, const auto&) {
      throw Error("There is no memory.");
    };
    press("gridMeasure");
    QVERIFY(ends());
    QCOMPARE(text("labProblem"), QStringLiteral("There is no memory."));
    QCOMPARE(model.rowCount(), 0);
  }

  void a_recording_is_chosen() {
    open();
    to_engines();
    press("compareChoose");
    auto* dialog = shown_dialog<QFileDialog>();
    QVERIFY(dialog != nullptr);
    emit dialog->fileSelected(QStringLiteral("/talks/one.wav"));
    dialog->reject();
    QCOMPARE(part<QLineEdit>("compareFile")->text(), QStringLiteral("/talks/one.wav"));
  }

  void the_demo_model_on_the_cpu() {
    start(real_engines());
    gui_->lab.real_kernels = true;
    gui_->lab.timing = {};
    open();
    // Its own shapes, one of which is timed.
    part<QComboBox>("labOp")->setCurrentText(QStringLiteral("argmax_stop"));
    QTRY_VERIFY_WITH_TIMEOUT(entries("labShape").value(1).startsWith(QStringLiteral("Planned by ")),
                             4 * patience_ms);
    const QString shape = entries("labShape").value(2);
    QCOMPARE(part<QComboBox>("labShape")->currentText(), shape);
    press("labTime");
    QVERIFY(ends());
    QVERIFY2(page().times().rowCount() >= 1, qPrintable(text("labProblem")));
    for (const OpRow& timed : page().times().rows()) {
      for (const QString& word : shape.split(QLatin1Char(' ')))
        QVERIFY2(QString::fromStdString(timed.problem).contains(word), timed.problem.c_str());
      QVERIFY(timed.time.ms > 0.0 && timed.complaint.empty());
    }
    // Its text of a recording.
    to_engines();
    part<QLineEdit>("compareFile")->setText(QString::fromStdString(bundled_file("short.wav").string()));
    for (const char* name : {"cuda", "cuda-baseline"}) box(name)->setChecked(false);
    press("compareEngines");
    QVERIFY(ends());
    const auto& rows = page().comparison().rows().rows();
    QCOMPARE(rows.size(), std::size_t{1});
    QVERIFY2(rows.front().complaint.empty(), english(rows.front().complaint).c_str());
    QFile known(QString::fromStdString(bundled_file("short.txt").string()));
    QVERIFY(known.open(QIODevice::ReadOnly));
    QCOMPARE(cell(0, 10), QString::fromUtf8(known.readAll().trimmed()));
    for (int stage = 5; stage < 10; ++stage) QVERIFY(cell(0, stage) != QStringLiteral("–"));
  }

 private:
  /// The page looks at a model when one is open, so the tests begin with one.
  void start(Engines* engines) {
    gui_ = std::make_unique<GuiFixture>(false, QSize{1100, 720}, engines);
    fill_lab(gui_->lab);
    ready_ = false;
    gui_->controller->service().on<EngineReady>(this, [this](const EngineReady&) { ready_ = true; });
    gui_->controller->start({});
    QTRY_VERIFY_WITH_TIMEOUT(ready_, patience_ms);
  }
  void plan(const std::vector<ShapeRow>& shapes) {
    gui_->lab.planning = [this, shapes](const EngineOptions& engine, const std::stop_token&) {
      asked_ = engine;
      return ModelShapes{engine.model.empty() ? "Tilescribe demo" : engine.model, shapes, {}};
    };
  }
  static EngineReady ready(const char* folder) {
    EngineReady event;
    event.model.name = event.model.path = folder;
    return event;
  }
  static void wait_for(const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
  }
  void to_engines() { part<QTabWidget>("labTabs")->setCurrentWidget(&page().comparison()); }
  QCheckBox* box(const char* engine) {
    auto* found = page().findChild<QCheckBox*>(QStringLiteral("compare:") + QLatin1String(engine));
    if (found == nullptr) qFatal("no box for %s", engine);
    return found;
  }
  QString cell(int row, int column) {
    const auto& rows = page().comparison().rows();
    return rows.index(row, column).data().toString();
  }

  EngineOptions asked_;
  bool ready_ = false;
};

QTEST_MAIN(TestLabModel)
#include "test_lab_model.moc"
