// SPDX-License-Identifier: Apache-2.0
// What the profiler's tables and charts show, without an application.
#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/support/profile_sessions.h"
#include "ui/profile/row_selection.h"
#include "ui/profiling/profile_tables.h"
#include "ui/profiling/roofline_scale.h"
#include "ui/profiling/selection_text.h"
#include "ui/translations.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

ProfileRow made_row(const std::string& name, double total_ms, double share) {
  ProfileRow row;
  row.name = name;
  row.full_name = "void tilescribe::cuda::" + name + "<(int)4>(float*)";
  row.stage = "decode";
  row.op = "linear";
  row.variant = "tuned";
  row.calls = 1234;
  row.total_ms = row.busy_ms = total_ms;
  row.share = share;
  row.mean_us = 13.16;
  row.max_us = 40.0;
  row.bound = ProfileBound::memory;
  row.bound_reason = Message("It reaches 61 % of the bandwidth.");
  row.gb_s = 812.4;
  row.memory_percent = 61.0;
  row.tflop_s = 1.6;
  row.compute_percent = 0.3;
  row.intensity = 2.0;
  row.sparkline = {0.0F, 1.0F, 0.5F};
  return row;
}

QString cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole) {
  return model.index(row, column).data(role).toString();
}

}  // namespace

class TestProfileModels : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

  void tables_keep_the_rules_of_models() {
    KernelTableModel kernels;
    const QAbstractItemModelTester kernel_rules(&kernels,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
    ComparisonModel comparison;
    const QAbstractItemModelTester comparison_rules(&comparison,
                                                    QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const bool gpu : {true, false}) {
      const ProfileSession session = synthetic_profile({.gpu = gpu});
      for (const auto grouping : {ProfileGrouping::kernel, ProfileGrouping::op, ProfileGrouping::variant,
                                  ProfileGrouping::stage, ProfileGrouping::layer}) {
        kernels.set_rows(profile_table(session, grouping), grouping);
        QVERIFY(kernels.rowCount() > 1);
        comparison.set_rows(compare_profiles(session, session, grouping).rows);
        QVERIFY(comparison.rowCount() > 1);
      }
    }
    kernels.set_rows({}, ProfileGrouping::kernel);
    comparison.set_rows({});
    QCOMPARE(kernels.rowCount(), 0);
    QCOMPARE(comparison.rowCount(), 0);
  }

  void a_row_is_told_in_figures_with_units() {
    KernelTableModel model;
    model.set_rows({made_row("gemv", 43.21, 0.612)}, ProfileGrouping::kernel);
    QCOMPARE(cell(model, 0, KernelTableModel::NameColumn), QStringLiteral("gemv"));
    QCOMPARE(cell(model, 0, KernelTableModel::CallsColumn), QStringLiteral("1,234"));
    QCOMPARE(cell(model, 0, KernelTableModel::TotalColumn), QStringLiteral("43.2 ms"));
    QCOMPARE(cell(model, 0, KernelTableModel::ShareColumn), QStringLiteral("61 %"));
    QCOMPARE(cell(model, 0, KernelTableModel::MeanColumn), QStringLiteral("13.2 µs"));
    QCOMPARE(cell(model, 0, KernelTableModel::BandwidthColumn), QStringLiteral("812"));
    QCOMPARE(cell(model, 0, KernelTableModel::ComputePercentColumn), QStringLiteral("0.3 %"));
    QCOMPARE(cell(model, 0, KernelTableModel::BoundColumn), QStringLiteral("memory"));
    QVERIFY(cell(model, 0, KernelTableModel::NameColumn, Qt::ToolTipRole)
                .contains(QStringLiteral("gemv&lt;(int)4&gt;(float*)")));
    QCOMPARE(cell(model, 0, KernelTableModel::BoundColumn, Qt::ToolTipRole),
             QStringLiteral("It reaches 61 % of the bandwidth."));
    const auto alignment = model.index(0, KernelTableModel::TotalColumn).data(Qt::TextAlignmentRole).toInt();
    QVERIFY((alignment & Qt::AlignRight) != 0);
    QCOMPARE(model.headerData(0, Qt::Horizontal).toString(), QStringLiteral("Kernel"));
    model.set_rows({}, ProfileGrouping::layer);
    QCOMPARE(model.headerData(0, Qt::Horizontal).toString(), QStringLiteral("Layer"));
  }

  void what_may_not_be_claimed_is_a_dash_with_a_reason() {
    ProfileRow row = made_row("waits", 1.0, 0.1);
    row.overlapped = true;
    row.gb_s.reset();
    KernelTableModel model;
    model.set_rows({row}, ProfileGrouping::kernel);
    QCOMPARE(cell(model, 0, KernelTableModel::BandwidthColumn), QStringLiteral("–"));
    QVERIFY(cell(model, 0, KernelTableModel::BandwidthColumn, Qt::ToolTipRole)
                .contains(QStringLiteral("waiting")));
  }

  void every_column_sorts_by_its_value() {
    const ProfileSession session = synthetic_profile();
    KernelTableModel model;
    model.set_rows(profile_table(session, ProfileGrouping::kernel), ProfileGrouping::kernel);
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(&model);
    proxy.setSortRole(SortRole);
    const std::vector<std::pair<int, double (*)(const ProfileRow&)>> columns{
        {KernelTableModel::CallsColumn, [](const ProfileRow& row) { return static_cast<double>(row.calls); }},
        {KernelTableModel::TotalColumn, [](const ProfileRow& row) { return row.total_ms; }},
        {KernelTableModel::ShareColumn, [](const ProfileRow& row) { return row.share; }},
        {KernelTableModel::MeanColumn, [](const ProfileRow& row) { return row.mean_us; }},
        {KernelTableModel::MedianColumn, [](const ProfileRow& row) { return row.median_us; }},
        {KernelTableModel::P95Column, [](const ProfileRow& row) { return row.p95_us; }},
        {KernelTableModel::MaxColumn, [](const ProfileRow& row) { return row.max_us; }},
        {KernelTableModel::BandwidthColumn, [](const ProfileRow& row) { return row.gb_s.value_or(-1.0); }},
        {KernelTableModel::ComputeColumn, [](const ProfileRow& row) { return row.tflop_s.value_or(-1.0); }},
    };
    for (const auto& [column, value] : columns) {
      proxy.sort(column, Qt::DescendingOrder);
      double before = HUGE_VAL;
      for (int i = 0; i < proxy.rowCount(); ++i) {
        const int source = proxy.mapToSource(proxy.index(i, 0)).row();
        const double now = value(model.rows()[static_cast<std::size_t>(source)]);
        QVERIFY2(now <= before, qPrintable(QStringLiteral("column %1, row %2").arg(column).arg(i)));
        before = now;
      }
    }
  }

  void a_row_selects_what_it_stands_for() {
    const ProfileSession session = synthetic_profile();
    ProfileSelection within;
    within.range = ProfileSelection::Range{10, 20};
    within.kinds = {999};
    for (const ProfileRow& row : profile_table(session, ProfileGrouping::kernel)) {
      const ProfileSelection chosen = selection_of(row, ProfileGrouping::kernel, within);
      QVERIFY(chosen.range == within.range);
      QVERIFY((chosen.kinds == std::set<std::uint32_t>(row.kinds.begin(), row.kinds.end())));
      QVERIFY(!chosen.stage && !chosen.layer);
    }
  }

  void rows_of_stages_and_layers_select_exactly_their_records_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void rows_of_stages_and_layers_select_exactly_their_records() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic_profile({.gpu = gpu});
    for (const ProfileGrouping grouping : {ProfileGrouping::stage, ProfileGrouping::layer}) {
      const std::vector<ProfileRow> rows = profile_table(session, grouping);
      int outside_layers = 0;
      for (const ProfileRow& row : rows) {
        const ProfileSelection chosen = selection_of(row, grouping, {});
        QVERIFY(chosen.kinds.empty());
        QCOMPARE(chosen.layer, row.layer);
        outside_layers += row.layer == -1 ? 1 : 0;
        double total_ms = 0.0;
        for (const ProfileRow& each : profile_table(session, ProfileGrouping::kernel, chosen)) {
          total_ms += each.total_ms;
        }
        QVERIFY2(std::abs(total_ms - row.total_ms) <= 1e-6 * row.total_ms, row.name.c_str());
        // It is the one that is marked, and the table goes on showing the others.
        for (const ProfileRow& other : rows) QCOMPARE(is_chosen(other, grouping, chosen), &other == &row);
        QVERIFY(around_rows(chosen, grouping).empty());
      }
      QCOMPARE(outside_layers > 0, grouping == ProfileGrouping::layer);
    }
  }

  void a_table_shows_what_the_other_conditions_leave() {
    ProfileSelection selection;
    selection.stage = "decode";
    selection.range = ProfileSelection::Range{10, 20};
    selection.kinds = {3};
    QVERIFY(around_rows(selection, ProfileGrouping::op).stage.has_value());
    QVERIFY(!around_rows(selection, ProfileGrouping::stage).stage.has_value());
    // A stage that was chosen elsewhere leaves its layers; one of them, chosen here, takes none away.
    QVERIFY(around_rows(selection, ProfileGrouping::layer).stage.has_value());
    selection.layer = 2;
    QVERIFY(!around_rows(selection, ProfileGrouping::layer).stage.has_value());
    QVERIFY(around_rows(selection, ProfileGrouping::kernel).layer.has_value());
    for (const ProfileGrouping grouping :
         {ProfileGrouping::kernel, ProfileGrouping::stage, ProfileGrouping::layer}) {
      QVERIFY(around_rows(selection, grouping).range == selection.range);
      QVERIFY(around_rows(selection, grouping).kinds.empty());
      QVERIFY(!is_chosen(made_row("gemv", 1.0, 1.0), grouping, {}));
    }
  }

  void a_comparison_says_what_its_ratio_means() {
    ProfileComparisonRow row;
    row.name = "gemv";
    row.before_ms = 10.0;
    row.after_ms = 8.0;
    row.before_us = 20.0;
    row.after_us = 16.0;
    row.ratio = 0.8;
    row.noise = 0.05;
    row.differs = true;
    QCOMPARE(verdict(row), QStringLiteral("faster"));
    row.ratio = 1.2;
    QCOMPARE(verdict(row), QStringLiteral("slower"));
    row.differs = false;
    QCOMPARE(verdict(row), QStringLiteral("within the noise"));
    ComparisonModel model;
    model.set_rows({row});
    QCOMPARE(cell(model, 0, ComparisonModel::RatioColumn), QStringLiteral("1.200"));
    QCOMPARE(cell(model, 0, ComparisonModel::NoiseColumn), QStringLiteral("± 0.050"));
    QCOMPARE(cell(model, 0, ComparisonModel::AfterMeanColumn), QStringLiteral("16.0 µs"));
    row.after_ms.reset();
    QCOMPARE(verdict(row), QStringLiteral("only before"));
    row.before_ms.reset();
    row.after_ms = 1.0;
    QCOMPARE(verdict(row), QStringLiteral("only after"));
  }

  void a_selection_is_told_in_parts_that_can_be_taken_away() {
    ProfileSession session;
    session.kinds.resize(3);
    const auto set_kind = [&](std::size_t kind, const char* stage, const char* op, const char* variant,
                              const char* name) {
      session.kinds[kind].stage = stage;
      session.kinds[kind].op = op;
      session.kinds[kind].variant = variant;
      session.kinds[kind].short_name = name;
    };
    set_kind(0, "decode", "linear", "tuned", "gemv_sm90");
    set_kind(1, "decode", "linear", "tuned", "split_k");
    set_kind(2, "prefill", "attend", "", "flash");
    QCOMPARE(kinds_text(session, {0}), QStringLiteral("gemv_sm90"));
    QCOMPARE(kinds_text(session, {0, 1}), QStringLiteral("linear (tuned)"));
    QCOMPARE(kinds_text(session, {0, 1, 2}), QStringLiteral("3 kernels"));
    QCOMPARE(kinds_text(session, {77}), QStringLiteral("1 kernel"));  // of another session: no crash
    QCOMPARE(common_stage(session, {0, 1}), std::string("decode"));
    QCOMPARE(common_stage(session, {0, 2}), std::string());

    ProfileSelection selection;
    QVERIFY(selection_parts(session, selection).empty());
    selection.range = ProfileSelection::Range{3'200'000'000, 4'700'000'000};
    selection.stage = "decode";
    selection.layer = 3;
    selection.kinds = {0};
    const auto parts = selection_parts(session, selection);
    QCOMPARE(parts.size(), std::size_t{4});
    QCOMPARE(parts[0].text, QStringLiteral("3.2 to 4.7 s"));
    QCOMPARE(parts[1].text, QStringLiteral("decode"));
    QCOMPARE(parts[2].text, QStringLiteral("layer 3"));
    QCOMPARE(parts[3].text, QStringLiteral("gemv_sm90"));
    selection.layer = -1;
    QCOMPARE(selection_parts(session, selection)[2].text, QStringLiteral("outside all layers"));
    QVERIFY(!parts[0].without.range && parts[0].without.stage);
    QVERIFY(!parts[1].without.stage && parts[1].without.layer);
    QVERIFY(!parts[2].without.layer);
    QVERIFY(parts[3].without.kinds.empty() && parts[3].without.range);
    session.kinds[0].short_name = std::string(500, 'x');
    QVERIFY(selection_parts(session, selection)[3].text.size() <= 40);
  }

  void a_roofline_has_a_dot_for_each_rate_and_room_for_all() {
    ProfileSetting setting;
    setting.compute = "bf16";
    setting.ceilings.read_gb_s = 2000.0;
    setting.ceilings.f32_tflop_s = 40.0;
    setting.ceilings.bf16_tflop_s = 600.0;
    ProfileRow large = made_row("large", 10.0, 0.81), small = made_row("small", 1.0, 0.01), none = small;
    small.intensity = 300.0;
    small.tflop_s = 200.0;
    none.tflop_s.reset();
    const Roofline roofline = make_roofline({small, none, large}, setting);
    QVERIFY(roofline.missing.isEmpty());
    QCOMPARE(roofline.dots.size(), std::size_t{2});
    QCOMPARE(roofline.dots[0].row, std::size_t{2});  // the largest first
    QCOMPARE(roofline.roofs.size(), std::size_t{3});
    QCOMPARE(roofline.roofs[0].at(100.0), 200.0);  // 2000 GB/s at 100 operations a byte
    QCOMPARE(roofline.roofs[1].at(1e6), 40.0);
    QVERIFY(roofline.roofs[0].counts && !roofline.roofs[1].counts && roofline.roofs[2].counts);
    // Areas go as shares do: 0.9² and 0.1² of the largest, over the least size.
    QVERIFY(std::abs((roofline.dots[0].diameter - 9.0) / (roofline.dots[1].diameter - 9.0) - 9.0) < 1e-9);
    for (const RooflineDot& dot : roofline.dots) {
      QVERIFY(dot.intensity > roofline.least_intensity && dot.intensity < roofline.most_intensity);
      QVERIFY(dot.tflop_s > roofline.least_tflop_s && dot.tflop_s < roofline.most_tflop_s);
    }
    QVERIFY(roofline.most_tflop_s > 600.0);
    // One over the other: the smaller one is hit.
    QCOMPARE(dot_at(roofline, {{100, 100}, {105, 100}}, {106, 100}), std::optional<std::size_t>(1));
    QCOMPARE(dot_at(roofline, {{100, 100}, {105, 100}}, {85, 100}), std::optional<std::size_t>(0));
    QCOMPARE(dot_at(roofline, {{100, 100}, {105, 100}}, {300, 100}), std::optional<std::size_t>());
  }

  void a_roofline_has_the_thousand_largest_dots() {
    std::vector<ProfileRow> rows(5000, made_row("small", 1.0, 0.01));
    for (ProfileRow& row : rows) row.intensity = row.tflop_s = 1.0;
    rows.back().share = 0.8;
    const Roofline roofline = make_roofline(rows, {});
    QCOMPARE(roofline.dots.size(), std::size_t{1000});
    QCOMPARE(roofline.dots[0].row, rows.size() - 1);
  }

  void a_roofline_without_figures_says_why() {
    ProfileSetting setting;
    QVERIFY(!make_roofline({}, setting).missing.isEmpty());
    QVERIFY(
        make_roofline({made_row("a", 1.0, 1.0)}, setting).missing.contains(QStringLiteral("not measured")));
    ProfileRow row = made_row("a", 1.0, 1.0);
    row.intensity.reset();
    QVERIFY(make_roofline({row}, setting).missing.contains(QStringLiteral("not counted")));
    row.overlapped = true;
    QVERIFY(make_roofline({row}, setting).missing.contains(QStringLiteral("waiting")));
  }

 private:
  const ui::Translations english_;
};

QTEST_GUILESS_MAIN(TestProfileModels)
#include "test_profile_models.moc"
