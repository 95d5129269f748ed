// SPDX-License-Identifier: Apache-2.0
// Sums of records, and durations counted in buckets.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "inference/api/profile_analysis.h"
#include "inference/profile/totals.h"
#include "tests/inference/profile/session_builder.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;

namespace {

// Kinds with one call each, of 10 ns, one after the other. It has no sums, which would take the most memory.
ProfileSession one_call_each(std::vector<ProfileKind> kinds) {
  ProfileSession session;
  session.kinds = std::move(kinds);
  session.records.resize(session.kinds.size());
  for (std::uint32_t i = 0; i < session.records.size(); ++i) {
    session.records[i].kind = i;
    session.records[i].start_ns = 10 * std::int64_t{i};
    session.records[i].duration_ns = 10;
  }
  session.duration_ns = 10 * std::ssize(session.records);
  return session;
}

ProfileSelection all_time_of(const ProfileSession& session) {
  return {.range = ProfileSelection::Range{0, session.duration_ns}};
}

}  // namespace

class TestProfileTotals : public QObject {
  Q_OBJECT

 private slots:
  void buckets_are_eighths_of_an_octave() {
    for (const std::int64_t ns :
         {1LL, 2LL, 3LL, 7LL, 8LL, 9LL, 1000LL, 1023LL, 1024LL, 1025LL, 123'456'789LL}) {
      QCOMPARE(DurationHistogram::bucket_of(ns),
               static_cast<int>(std::floor(8.0 * std::log2(static_cast<double>(ns)))));
    }
    for (int bucket = 30; bucket < DurationHistogram::buckets; ++bucket) {
      const auto first = static_cast<std::int64_t>(std::ceil(DurationHistogram::lower_bound_ns(bucket)));
      QCOMPARE(DurationHistogram::bucket_of(first), bucket);
      if (DurationHistogram::lower_bound_ns(bucket) < static_cast<double>(first)) {
        QCOMPARE(DurationHistogram::bucket_of(first - 1), bucket - 1);
      }
    }
    QCOMPARE(DurationHistogram::bucket_of(0), 0);
    QCOMPARE(DurationHistogram::bucket_of(-5), 0);
    QCOMPARE(DurationHistogram::bucket_of(std::int64_t{1} << 60), DurationHistogram::buckets - 1);
  }

  void quantiles_of_buckets_are_near_the_true_ones() {
    std::mt19937 random(7);
    std::lognormal_distribution<double> durations(9.0, 1.5);
    std::vector<std::int64_t> values;
    DurationHistogram first, second;
    for (int i = 0; i < 5001; ++i) {
      values.push_back(static_cast<std::int64_t>(durations(random)) + 1);
      (i % 2 == 0 ? first : second).add(values.back());
    }
    first.add(second);
    std::ranges::sort(values);
    for (const double q : {0.01, 0.5, 0.95, 0.99, 1.0}) {
      const auto rank = static_cast<std::size_t>(std::ceil(q * 5001.0)) - 1;
      const double octaves = std::log2(first.quantile_ns(q) / static_cast<double>(values[rank]));
      QVERIFY2(std::abs(octaves) <= 1.0 / 16 + 1e-9, qPrintable(QString::number(octaves)));
    }
    QCOMPARE(DurationHistogram{}.quantile_ns(0.5), 0.0);
  }

  void overlapping_kernels_add_up_to_their_union() {
    SessionBuilder builder;
    const auto kernel = builder.kernel("decode", "linear", "tuned", "gemv", "gemv");
    builder.record(kernel, 0, 100);
    builder.record(kernel, 80, 100);              // overlaps the first
    builder.record(kernel, 180, 20);              // touches the second
    builder.record(kernel, 300, 50);              // alone
    builder.record(kernel, 310, 10);              // within the one before
    builder.record(kernel, 320, 100).stream = 9;  // beside, on another stream
    const ProfileSession session = builder.session(500);
    const std::vector<std::int64_t> busy{100, 80, 20, 50, 0, 70};
    const std::vector<std::uint8_t> shared{1, 1, 0, 1, 1, 0};
    QCOMPARE(busy_of(session.records, session.kinds), busy);
    QCOMPARE(shared_of(session.records, session.kinds), shared);
    QCOMPARE(session.totals.size(), std::size_t{1});
    QCOMPARE(session.totals[0].busy_ns, std::int64_t{320});
    QCOMPARE(session.totals[0].own_ns, std::int64_t{380});
    QCOMPARE(session.totals[0].shared_ns, std::int64_t{260});
    QCOMPARE(session.totals[0].least_ns, std::int64_t{10});
    QCOMPARE(session.totals[0].most_ns, std::int64_t{100});
  }

  void the_order_of_records_does_not_matter() {
    ProfileSession session = synthetic_profile();
    const auto sum = [&] {
      std::int64_t busy = 0, shared = 0;
      for (const std::int64_t ns : busy_of(session.records, session.kinds)) busy += ns;
      for (const std::uint8_t one : shared_of(session.records, session.kinds)) shared += one;
      return std::pair(busy, shared);
    };
    const auto before = sum();
    std::shuffle(session.records.begin(), session.records.end(), std::mt19937(3));
    QCOMPARE(sum(), before);
  }

  // A profile from elsewhere may have any number of stages and ops: they are not compared with one another.
  void a_hundred_thousand_stages_and_ops() {
    constexpr int count = 100'000;
    SessionBuilder builder;
    for (int i = 0; i < count; ++i) {
      builder.record(builder.op("stage " + std::to_string(i), "gemm", "v"), 10 * i, 5);
      builder.record(builder.op("decode", "op " + std::to_string(i), "v"), 10 * i + 5, 5);
    }
    const ProfileSession session = builder.session(10 * count);
    QCOMPARE(profile_stages(session).size(), std::size_t{count + 1});
    const ProfileNode tree = profile_tree(session, {});
    QCOMPARE(tree.children.size(), std::size_t{count + 1});
    QCOMPARE(tree.own_ns, std::int64_t{10 * count});
  }

  // Nor does a layer cost what all layers below it would.
  void twenty_thousand_kinds_in_the_last_layer() {
    constexpr int count = 20'000, last = 65'535;
    SessionBuilder builder;
    for (int i = 0; i < count; ++i) {
      builder.record(builder.op("stage " + std::to_string(i), "gemm", "v"), 10 * i, 10).layer = last;
    }
    const ProfileSession session = builder.session(10 * count);
    const std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::layer);
    QCOMPARE(rows.size(), std::size_t{count});
    for (const ProfileRow& row : rows) QVERIFY(row.layer == last && row.calls == 1);
    const ProfileNode tree = profile_tree(session, all_time_of(session));
    QCOMPARE(tree.children.size(), std::size_t{count});
    QCOMPARE(tree.own_ns, std::int64_t{10 * count});
  }

  void two_hundred_thousand_kinds_in_a_stage() {
    constexpr std::size_t count = 200'000;
    const ProfileKind kind{ProfileActivity::op, "decode", "gemm", "v", {}, {}, "gemm"};
    const ProfileSession session = one_call_each(std::vector<ProfileKind>(count, kind));
    const std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::stage, all_time_of(session));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].calls, static_cast<std::int64_t>(count));
    QCOMPARE(rows[0].kinds.size(), count);
    QVERIFY(std::ranges::is_sorted(rows[0].kinds));
  }

  void thirty_thousand_kernels_of_one_name() {
    constexpr std::size_t count = 30'000;
    std::vector<ProfileKind> kinds;
    for (std::size_t i = 0; i < count; ++i) {
      kinds.push_back({ProfileActivity::kernel,
                       "decode",
                       "gemm",
                       "v",
                       {},
                       "void n" + std::to_string(i) + "::f<x>()",
                       "f"});
    }
    const ProfileSession session = one_call_each(std::move(kinds));
    const std::vector<ProfileRow> rows =
        profile_table(session, ProfileGrouping::kernel, all_time_of(session));
    QCOMPARE(rows.size(), count);
    QCOMPARE(rows[0].name, std::string("f<x>"));
    for (std::size_t i = 1; i < count; ++i) QCOMPARE(rows[i].name, "f<x> #" + std::to_string(i + 1));
  }

  void a_name_of_a_million_letters() {
    const std::string name(1'000'000, 'a');
    std::vector<ProfileKind> kinds;
    for (const char* end : {"a", "b"}) {
      kinds.push_back({ProfileActivity::kernel, "decode", "gemm", "v", {}, name + name + end, name});
    }
    const ProfileSession session = one_call_each(kinds);
    const std::vector<ProfileRow> rows =
        profile_table(session, ProfileGrouping::kernel, all_time_of(session));
    QCOMPARE(rows.size(), std::size_t{2});
    QVERIFY(rows[0].name == kinds[0].kernel && rows[1].name == kinds[1].kernel);
  }

  void a_roofline_of_thirty_thousand_stages() {
    constexpr std::size_t count = 30'000;
    std::vector<ProfileKind> kinds;
    for (std::size_t i = 0; i < count; ++i) {
      kinds.push_back({ProfileActivity::op, "stage " + std::to_string(i), "gemm", "v", {}, {}, "gemm"});
    }
    const ProfileSession session = one_call_each(std::move(kinds));
    QCOMPARE(profile_roofline(session, all_time_of(session)).size(), count);  // none overlap
  }

  void ops_add_their_own_time() {
    SessionBuilder builder;
    const auto outer = builder.op("encoder", "norm_mlp", "composed"),
               inner = builder.op("encoder", "linear", "onednn", "norm_mlp");
    builder.record(outer, 0, 100).inner_ns = 70;
    builder.record(inner, 10, 30);
    builder.record(inner, 45, 40);
    const ProfileSession session = builder.session(100);
    QCOMPARE(busy_of(session.records, session.kinds), (std::vector<std::int64_t>{30, 30, 40}));
    QCOMPARE(shared_of(session.records, session.kinds), (std::vector<std::uint8_t>{0, 0, 0}));
    QCOMPARE(session.totals[0].composed, std::int64_t{1});
    QCOMPARE(session.totals[0].own_ns, std::int64_t{30});
    QCOMPARE(session.totals[1].calls, std::int64_t{2});
    QCOMPARE(session.totals[1].squares, 900.0 + 1600.0);
  }

  void synthetic_profiles_are_consistent_data() {
    QTest::addColumn<bool>("gpu");
    QTest::addColumn<bool>("overlap");
    QTest::newRow("GPU, overlapping") << true << true;
    QTest::newRow("GPU, in order") << true << false;
    QTest::newRow("CPU") << false << false;
  }
  void synthetic_profiles_are_consistent() {
    QFETCH(bool, gpu);
    QFETCH(bool, overlap);
    const ProfileSession session = synthetic_profile({.windows = 5, .overlap = overlap, .gpu = gpu});
    std::int64_t calls = 0, busy = 0, own = 0, shared = 0;
    for (const ProfileTotal& total : session.totals) {
      calls += total.calls;
      busy += total.busy_ns;
      own += total.own_ns;
      shared += total.shared_ns;
    }
    QCOMPARE(calls, session.taken);
    QVERIFY(busy <= own && busy < session.duration_ns);
    QCOMPARE(shared > 0, gpu && overlap);
    QVERIFY(std::ranges::is_sorted(session.records, {}, &ProfileRecord::start_ns));
    QVERIFY(std::ranges::is_sorted(session.tokens, {}, &ProfileToken::at_ns));
    QVERIFY(std::ranges::is_sorted(session.spans, {}, &ProfileSpan::start_ns));
    QCOMPARE(session.windows.size(), std::size_t{5});
    QCOMPARE(session.tokens.size(), std::size_t{5 * 41});
    // Each record lies within a span of the host's in its stage.
    for (const ProfileRecord& record : session.records) {
      const std::string& stage = session.kinds[record.kind].stage;
      QVERIFY(std::ranges::any_of(session.spans, [&](const ProfileSpan& span) {
        return span.stage == stage && span.start_ns <= record.start_ns && record.end_ns() <= span.end_ns();
      }));
      QVERIFY(record.inner_ns >= 0 && record.own_ns() >= 0);
    }
    const ProfileSession again = synthetic_profile({.windows = 5, .overlap = overlap, .gpu = gpu});
    QCOMPARE(again.records.back().start_ns, session.records.back().start_ns);
  }
};

QTEST_GUILESS_MAIN(TestProfileTotals)
#include "test_profile_totals.moc"
