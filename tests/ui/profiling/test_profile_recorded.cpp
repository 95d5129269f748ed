// SPDX-License-Identifier: Apache-2.0
// Every view of the profiler's window, clicked through on each recording in tests/data/profiles. With
// TILESCRIBE_SHOTS=FOLDER it leaves pictures of them there.
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <cmath>

#include "inference/api/profile_store.h"
#include "tests/support/dialogs.h"
#include "tests/support/event_queue.h"
#include "tests/support/light_theme.h"
#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"
#include "ui/profiling/icicle.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/profiler_window.h"
#include "ui/profiling/roofline.h"
#include "ui/profiling/stage_bar.h"
#include "ui/profiling/timeline.h"

using namespace tilescribe;
using namespace tilescribe::ui;

class TestProfileRecorded : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(TILESCRIBE_TEST_DATA "/profiles"));
    const QStringList names = folder.entryList({QStringLiteral("*.sqlite")}, QDir::Files, QDir::Name);
    for (const QString& name : names) QTest::newRow(qPrintable(name)) << folder.filePath(name);
    QVERIFY(!names.isEmpty());
  }

  void init() {
    QFETCH_GLOBAL(QString, path);
    QVERIFY(QFileInfo(path).size() < 400'000);
    session_ = std::make_shared<const ProfileSession>(open_profile(path.toStdString()));
    window_ = std::make_unique<ProfilerWindow>();
    window_->document().open(session_, path);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::patience_ms));
    test::settle(window_->document());
  }
  void cleanup() {
    window_.reset();
    session_.reset();
  }

  void the_overview_leads_to_stages_findings_and_gaps() {
    window_->show_page(ProfilerWindow::OverviewTab);
    test::settle(window_->document());
    keep(QStringLiteral("overview"));
    auto* bar = child<StageBar>("stageBar");
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->part_rect(0).center().toPoint());
    QVERIFY(window_->document().selection().stage.has_value());
    const auto findings = window_->findChildren<QPushButton*>(QStringLiteral("showFinding"));
    QVERIFY(!findings.isEmpty());
    for (QPushButton* finding : findings) {
      window_->show_page(ProfilerWindow::OverviewTab);
      test::settle(window_->document());
      finding->click();
      QVERIFY(!window_->document().selection().empty());
    }
    window_->show_page(ProfilerWindow::OverviewTab);
    test::settle(window_->document());
    child<QPushButton>("longestGap")->click();
    QVERIFY(window_->document().selection().range.has_value());
  }

  void the_timeline_shows_every_lane_and_steps_through_it() {
    window_->show_page(ProfilerWindow::TimelineTab);
    test::settle(window_->document());
    auto* timeline = window_->findChild<Timeline*>();
    keep(QStringLiteral("timeline"));
    std::size_t records = 0;
    for (const auto& lane : timeline->model().lanes()) records += lane.detail.size();
    QCOMPARE(records, session_->records.size());
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_Home);
    for (int i = 0; i < 30; ++i) {
      QTest::keyClick(timeline, Qt::Key_N);
      QVERIFY(!test::details_at(*timeline, centre_of_seen(*timeline)).isEmpty());
    }
    keep(QStringLiteral("timeline_near"));
    QTest::mouseClick(timeline->viewport(), Qt::LeftButton, {}, centre_of_seen(*timeline).toPoint());
    QCOMPARE(window_->document().selection().kinds,
             std::set<std::uint32_t>{session_->records[place(*timeline)].kind});
    QTest::keyClick(timeline, Qt::Key_G);
    QTest::keyClick(timeline, Qt::Key_0);
    QVERIFY(timeline->scale().shows_whole());
    QTest::keyClick(timeline, Qt::Key_Escape);
    QVERIFY(window_->document().selection().empty());
  }

  void every_dot_of_the_roofline_stands_for_kernels() {
    window_->show_page(ProfilerWindow::RooflineTab);
    test::settle(window_->document());
    QCoreApplication::processEvents();
    const QImage at_once = window_->grab().toImage();
    test::work_off_events();
    QCOMPARE(window_->grab().toImage(), at_once);  // names stand where they belong from the first picture on
    keep(QStringLiteral("roofline"));
    auto* roofline = window_->findChild<RooflineView*>();
    const auto& drawn = roofline->roofline();
    QVERIFY2(drawn.missing.isEmpty(), qPrintable(drawn.missing));
    QVERIFY(drawn.dots.size() > 3);
    auto* plot = roofline->findChild<QWidget*>(QStringLiteral("rooflinePlot"));
    QTest::mouseClick(plot, Qt::LeftButton, {}, roofline->centres()[drawn.dots.size() - 1].toPoint());
    QVERIFY(!window_->document().selection().kinds.empty());
    test::settle(window_->document());
    QVERIFY(!child<QLabel>("histogramMessage")->isVisible());  // its calls are drawn
    keep(QStringLiteral("roofline_chosen"));
  }

  void the_flame_goes_down_to_ops() {
    window_->show_page(ProfilerWindow::FlameTab);
    test::settle(window_->document());
    keep(QStringLiteral("flame"));
    auto* flame = window_->findChild<Icicle*>();
    flame->setFocus();
    for (int level = 0; level < 3; ++level) QTest::keyClick(flame, Qt::Key_Down);
    QTest::keyClick(flame, Qt::Key_Return);
    QVERIFY(window_->document().selection().stage.has_value() &&
            !window_->document().selection().kinds.empty());
    child<QToolButton>("clearSelection")->click();
    QVERIFY(window_->document().selection().empty());
  }

  void the_table_groups_sorts_searches_and_selects() {
    window_->show_page(ProfilerWindow::TimelineTab);
    test::settle(window_->document());
    auto* view = child<QTableView>("kernelTable");
    auto* grouping = child<QComboBox>("kernelGrouping");
    double whole_ms = -1.0;
    for (int i = 0; i < grouping->count(); ++i) {
      grouping->setCurrentIndex(i);
      test::settle(window_->document());
      const auto rows = profile_table(*session_, static_cast<ProfileGrouping>(grouping->itemData(i).toInt()));
      QCOMPARE(view->model()->rowCount(), static_cast<int>(rows.size()));
      double total_ms = 0.0;
      for (const ProfileRow& row : rows) total_ms += row.total_ms;
      if (whole_ms < 0.0) whole_ms = total_ms;
      QVERIFY(std::abs(total_ms - whole_ms) < 1e-6 * whole_ms);  // however it is grouped
      for (const int column : {KernelTableModel::NameColumn, KernelTableModel::MaxColumn}) {
        view->sortByColumn(column, Qt::AscendingOrder);
      }
      const QModelIndex last = view->model()->index(view->model()->rowCount() - 1, 0);
      view->scrollTo(last);
      QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(last).center());
      QVERIFY2(!window_->document().selection().empty(), qPrintable(grouping->itemText(i)));
      QCOMPARE(view->selectionModel()->selectedRows().size(), 1);
      keep(QStringLiteral("table_%1").arg(grouping->itemText(i)));
      child<QToolButton>("clearSelection")->click();
      test::settle(window_->document());
    }
    grouping->setCurrentIndex(0);
    test::settle(window_->document());
    const int all = view->model()->rowCount();
    auto* search = child<QLineEdit>("kernelSearch");
    search->setText(QStringLiteral("attend"));
    QVERIFY(view->model()->rowCount() > 0 && view->model()->rowCount() < all);
    search->clear();
    QCOMPARE(view->model()->rowCount(), all);
  }

  void it_does_not_differ_from_itself() {
    QFETCH_GLOBAL(QString, path);
    window_->document().compare_with(session_, path);
    test::settle(window_->document());
    auto* view = child<QTableView>("comparisonTable");
    auto* grouping = child<QComboBox>("comparisonGrouping");
    for (int i = 0; i < grouping->count(); ++i) {
      grouping->setCurrentIndex(i);
      test::settle(window_->document());
      QVERIFY(view->model()->rowCount() > 1);
      for (int row = 0; row < view->model()->rowCount(); ++row) {
        QCOMPARE(view->model()->index(row, ComparisonModel::VerdictColumn).data().toString(),
                 QStringLiteral("within the noise"));
      }
    }
    keep(QStringLiteral("compare"));
  }

  void it_is_exported_in_all_forms_and_read_back() {
    const QTemporaryDir folder;
    connect(window_.get(), &ProfilerWindow::saveRequested, this,
            [](const auto& session, const QString& path, ProfileFormat format) {
              save_profile(*session, path.toStdString(), format);
            });
    for (const char* name : {"run.sqlite", "run.html", "run.json", "run.csv"}) {
      const QString path = folder.filePath(QLatin1String(name));
      child<QAction>("exportProfile")->trigger();
      test::choose_file(path);
      QVERIFY2(QFileInfo(path).size() > 1000, name);
    }
    const ProfileSession again = open_profile(folder.filePath(QStringLiteral("run.sqlite")).toStdString());
    QCOMPARE(again.records.size(), session_->records.size());
    QVERIFY(again.kinds == session_->kinds);
  }

 private:
  template <typename Widget>
  Widget* child(const char* name) const {
    return window_->findChild<Widget*>(QLatin1String(name));
  }
  static std::size_t place(const Timeline& timeline) {
    return interval_at(timeline.model(), *timeline.place()).id;
  }
  /// The middle of what is seen of the record at which the keyboard stands.
  static QPointF centre_of_seen(const Timeline& timeline) {
    const double width = timeline.scale().width_px();
    const QRectF plot(timeline.viewport()->width() - width, 0.0, width, timeline.viewport()->height());
    return test::record_rect(timeline, place(timeline)).intersected(plot).center();
  }
  void keep(const QString& view) const {
    test::settle(window_->document());
    QCoreApplication::processEvents();
    const QString folder = qEnvironmentVariable("TILESCRIBE_SHOTS");
    if (folder.isEmpty()) return;
    QFETCH_GLOBAL(QString, path);
    QVERIFY(window_->grab().save(QDir(folder).filePath(QFileInfo(path).baseName() + QLatin1Char('_') + view +
                                                       QStringLiteral(".png"))));
  }

  test::LightTheme theme_;
  std::shared_ptr<const ProfileSession> session_;
  std::unique_ptr<ProfilerWindow> window_;
};

QTEST_MAIN(TestProfileRecorded)
#include "test_profile_recorded.moc"
