// SPDX-License-Identifier: Apache-2.0
// Two profiles beside each other, with the noise of what is compared.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "inference/api/profile_analysis.h"
#include "tests/inference/profile/session_builder.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;

namespace {

const ProfileComparisonRow* find(const ProfileComparison& comparison, const std::string& name) {
  const auto row = std::ranges::find(comparison.rows, name, &ProfileComparisonRow::name);
  return row == comparison.rows.end() ? nullptr : &*row;
}

// One op whose calls take these times, ns.
ProfileSession calls(const std::vector<std::int64_t>& durations, const char* op = "rope") {
  SessionBuilder builder;
  const auto kind = builder.op("decode", op, "highway");
  std::int64_t start = 0;
  for (const std::int64_t duration : durations) {
    builder.record(kind, start, duration);
    start += duration;
  }
  return builder.session(start);
}

}  // namespace

class TestProfileComparison : public QObject {
  Q_OBJECT

 private slots:
  void the_noise_is_two_standard_errors_of_both() {
    const ProfileComparison comparison =
        compare_profiles(calls({900, 1000, 1100}), calls({1400, 1500, 1600}), ProfileGrouping::op);
    QCOMPARE(comparison.rows.size(), std::size_t{1});
    const ProfileComparisonRow& row = comparison.rows[0];
    QCOMPARE(row.ratio.value(), 1.5);
    const double before = 100.0 / std::sqrt(3.0) / 1000.0, after = 100.0 / std::sqrt(3.0) / 1500.0;
    QVERIFY(std::abs(row.noise - 2.0 * 1.5 * std::hypot(before, after)) < 1e-9);
    QVERIFY(row.differs);
    QCOMPARE(row.before_us.value(), 1.0);
    QCOMPARE(row.after_ms.value(), 0.0045);
    QCOMPARE(comparison.before_ms, 0.003);
    QVERIFY(comparison.caution.empty());
  }

  void within_the_noise_nothing_differs() {
    const ProfileComparison comparison =
        compare_profiles(calls({500, 1000, 1500}), calls({700, 1100, 1600}), ProfileGrouping::op);
    QVERIFY(comparison.rows[0].ratio.value() > 1.0);
    QVERIFY(!comparison.rows[0].differs);
  }

  void a_single_call_decides_nothing() {
    const ProfileComparison comparison =
        compare_profiles(calls({1000}), calls({1900, 1900}), ProfileGrouping::op);
    QCOMPARE(comparison.rows[0].noise, 1.9);
    QVERIFY(!comparison.rows[0].differs);
  }

  void what_ran_in_one_only_has_no_ratio() {
    const ProfileComparison comparison =
        compare_profiles(calls({1000}, "rope"), calls({3000}, "attend"), ProfileGrouping::op);
    QCOMPARE(comparison.rows.size(), std::size_t{2});
    QCOMPARE(comparison.rows[0].name, std::string("attend"));  // the larger difference first
    QVERIFY(!comparison.rows[0].before_ms && comparison.rows[0].after_ms && !comparison.rows[0].ratio);
    QVERIFY(comparison.rows[1].before_us && !comparison.rows[1].after_us && !comparison.rows[1].differs);
  }

  void a_slowed_op_is_found_and_no_other_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  // The noise is two standard errors, so about one row in twenty may differ by chance.
  void a_slowed_op_is_found_and_no_other() {
    QFETCH(bool, gpu);
    const ProfileSession before = synthetic_profile({.windows = 4, .tokens = 80, .seed = 1, .gpu = gpu});
    const ProfileSession after = synthetic_profile(
        {.windows = 4, .tokens = 80, .seed = 2, .gpu = gpu, .slow_op = "rms_norm", .slow_factor = 1.5});
    const ProfileComparison comparison = compare_profiles(before, after, ProfileGrouping::variant);
    std::size_t others = 0, slowed = 0;
    for (const ProfileComparisonRow& row : comparison.rows) {
      QVERIFY(row.ratio.has_value());
      if (row.name.starts_with("rms_norm")) {
        ++slowed;
        QVERIFY2(row.differs, row.name.c_str());
        QVERIFY(std::abs(*row.ratio - 1.5) < 0.1);
      } else {
        others += row.differs ? 1 : 0;
        QVERIFY2(std::abs(*row.ratio - 1.0) < 3.0 * row.noise + 1e-3, row.name.c_str());
      }
    }
    QVERIFY(slowed >= 1);
    QVERIFY2(others <= 1 + comparison.rows.size() / 6, qPrintable(QString::number(others)));
  }

  void a_profile_does_not_differ_from_itself() {
    const ProfileSession session = synthetic_profile();
    for (const ProfileGrouping grouping :
         {ProfileGrouping::kernel, ProfileGrouping::op, ProfileGrouping::variant, ProfileGrouping::stage,
          ProfileGrouping::layer}) {
      const ProfileComparison comparison = compare_profiles(session, session, grouping);
      QCOMPARE(comparison.rows.size(), profile_table(session, grouping).size());
      for (const ProfileComparisonRow& row : comparison.rows) {
        QCOMPARE(row.ratio.value(), 1.0);
        QVERIFY(!row.differs);
      }
    }
  }

  void a_selection_of_the_run_after_holds_for_both_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void a_selection_of_the_run_after_holds_for_both() {
    QFETCH(bool, gpu);
    const ProfileSession before = synthetic_profile({.seed = 1, .gpu = gpu});
    const ProfileSession after =
        synthetic_profile({.seed = 2, .gpu = gpu, .slow_op = "rms_norm", .slow_factor = 2.0});
    ProfileSelection stage;
    stage.stage = "prefill";
    const ProfileComparison prefill = compare_profiles(before, after, ProfileGrouping::op, stage);
    double before_ms = 0.0, after_ms = 0.0;
    for (const ProfileComparisonRow& row : prefill.rows) {
      QCOMPARE(row.stage, std::string("prefill"));
      QVERIFY(!row.kinds.empty());
      before_ms += row.before_ms.value();
      after_ms += row.after_ms.value();
    }
    QCOMPARE(prefill.rows.size(), profile_table(after, ProfileGrouping::op, stage).size());
    QCOMPARE(prefill.before_ms, before_ms);
    QCOMPARE(prefill.after_ms, after_ms);

    // Kinds are the run after's: they choose rows, whatever their numbers are before.
    ProfileSelection kinds;
    const ProfileComparisonRow* slowed = find(prefill, "rms_norm");
    QVERIFY(slowed != nullptr);
    kinds.kinds = {slowed->kinds.begin(), slowed->kinds.end()};
    ProfileSession renumbered = before;
    std::ranges::reverse(renumbered.kinds);
    const auto last = static_cast<std::uint32_t>(before.kinds.size()) - 1;
    for (ProfileRecord& record : renumbered.records) record.kind = last - record.kind;
    for (ProfileTotal& total : renumbered.totals) total.kind = last - total.kind;
    const ProfileComparison one = compare_profiles(renumbered, after, ProfileGrouping::op, kinds);
    QCOMPARE(one.rows.size(), std::size_t{1});
    QCOMPARE(one.rows[0].name, std::string("rms_norm"));
    QVERIFY(std::abs(one.rows[0].before_ms.value() - slowed->before_ms.value()) < 1e-9);
    QVERIFY(std::abs(one.rows[0].ratio.value() - 2.0) < 0.1);
  }

  void a_range_is_held_against_as_many_calls_before() {
    const ProfileSession before = calls({1000, 2000, 3000}), after = calls({4000, 4000, 8000, 8000});
    ProfileSelection selection;
    selection.range = ProfileSelection::Range{0, 8000};  // the first two
    const ProfileComparison part = compare_profiles(before, after, ProfileGrouping::op, selection);
    QCOMPARE(part.rows.size(), std::size_t{1});
    QCOMPARE(part.rows[0].ratio.value(), 2.0);
    QCOMPARE(part.rows[0].before_ms.value(), 0.004);  // two calls of 2 µs
    QCOMPARE(part.rows[0].after_ms.value(), 0.008);
    QCOMPARE(part.before_ms, 0.004);
    QCOMPARE(part.after_ms, 0.008);
    // What ran in one of them only has nothing to be held against, and does not count.
    const ProfileComparison other =
        compare_profiles(calls({1000}, "attend"), after, ProfileGrouping::op, selection);
    QCOMPARE(other.rows.size(), std::size_t{1});
    QVERIFY(!other.rows[0].before_ms);
    QCOMPARE(other.after_ms, 0.0);
  }

  void cautions_name_what_is_not_the_same() {
    const ProfileSession before = synthetic_profile();
    ProfileSession after = before;
    QVERIFY(compare_profiles(before, after, ProfileGrouping::op).caution.empty());
    after.setting.audio = "other.wav";
    after.audio_s *= 2.0;
    after.setting.ceilings.read_gb_s = 2000.0;
    const std::string caution = english(compare_profiles(before, after, ProfileGrouping::op).caution);
    for (const char* word : {"other.wav", "lecture.wav", "180 s", "another machine"}) {
      QVERIFY2(caution.find(word) != std::string::npos, caution.c_str());
    }
    // Rows of another engine are matched by stage and op, also where no kernel is the same.
    const ProfileComparison engines =
        compare_profiles(before, synthetic_profile({.gpu = false}), ProfileGrouping::op);
    QVERIFY(english(engines.caution).find("engine") != std::string::npos);
    QVERIFY(find(engines, "conv_gelu") != nullptr && find(engines, "conv_gelu")->ratio.has_value());
  }
};

QTEST_GUILESS_MAIN(TestProfileComparison)
#include "test_profile_comparison.moc"
