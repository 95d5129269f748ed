// SPDX-License-Identifier: Apache-2.0
// The kernel table beside a second, plain computation from the records; and what it says when they are gone.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "inference/api/profile_analysis.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;
using Range = ProfileSelection::Range;

namespace {

struct Plain {
  std::vector<double> own_us;
  double busy_ns = 0.0, bytes = 0.0, flops = 0.0, shared_ns = 0.0;
  bool composed = false;
};

// The rows by their kinds, from the records alone: every pair of neighbours, no sums kept.
std::map<std::vector<std::uint32_t>, Plain> plain_rows(const ProfileSession& session,
                                                       const std::vector<ProfileRow>& rows,
                                                       const ProfileSelection& selection) {
  std::map<std::vector<std::uint32_t>, Plain> result;
  std::int64_t until = 0;
  for (std::size_t i = 0; i < session.records.size(); ++i) {
    const ProfileRecord& record = session.records[i];
    const bool kernel = session.kinds[record.kind].kernel != "";
    const std::int64_t adds =
        kernel ? std::max<std::int64_t>(0, record.end_ns() - std::max(until, record.start_ns))
               : record.own_ns();
    until = std::max(until, record.end_ns());
    if (!is_selected(session, record, selection)) continue;
    const auto row = std::ranges::find_if(
        rows, [&](const ProfileRow& each) { return std::ranges::count(each.kinds, record.kind) > 0; });
    Plain& plain = result[row->kinds];
    plain.own_us.push_back(static_cast<double>(record.duration_ns - record.inner_ns) / 1000.0);
    plain.busy_ns += static_cast<double>(adds);
    plain.bytes += static_cast<double>(record.bytes);
    plain.flops += static_cast<double>(record.flops);
    plain.composed = plain.composed || record.inner_ns > 0;
    const auto overlaps = [&](std::size_t other) {
      const ProfileRecord& beside = session.records[other];
      return kernel && beside.start_ns < record.end_ns() && record.start_ns < beside.end_ns();
    };
    if ((i > 0 && overlaps(i - 1)) || (i + 1 < session.records.size() && overlaps(i + 1))) {
      plain.shared_ns += static_cast<double>(record.own_ns());
    }
  }
  return result;
}

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-6 * std::max({1e-3, std::abs(a), std::abs(b)});
}

void compare(const ProfileRow& row, Plain plain, ProfileGrouping grouping) {
  std::ranges::sort(plain.own_us);
  const auto calls = static_cast<double>(plain.own_us.size());
  const double total = std::accumulate(plain.own_us.begin(), plain.own_us.end(), 0.0), mean = total / calls;
  double squares = 0.0;
  for (const double us : plain.own_us) squares += (us - mean) * (us - mean);
  const std::size_t middle = plain.own_us.size() / 2;
  const double median = plain.own_us.size() % 2 == 1
                            ? plain.own_us[middle]
                            : (plain.own_us[middle - 1] + plain.own_us[middle]) / 2.0;
  QCOMPARE(row.calls, static_cast<std::int64_t>(plain.own_us.size()));
  QVERIFY(near(row.total_ms, total / 1e3));
  QVERIFY(near(row.busy_ms, plain.busy_ns / 1e6));
  QVERIFY(near(row.mean_us, mean));
  QVERIFY(near(row.median_us, median));
  QVERIFY(near(row.p95_us, plain.own_us[static_cast<std::size_t>(std::ceil(0.95 * calls - 1e-9)) - 1]));
  QVERIFY(near(row.max_us, plain.own_us.back()));
  if (calls > 1) QVERIFY(std::abs(row.deviation_us - std::sqrt(squares / (calls - 1.0))) < 1e-3 * mean);
  const bool whole = grouping == ProfileGrouping::stage;
  const bool overlapped = plain.shared_ns > total * 500.0 && plain.busy_ns < 0.95 * total * 1e3;
  if (!whole) QCOMPARE(row.overlapped, overlapped);
  const bool rated = whole || (!overlapped && !plain.composed && grouping != ProfileGrouping::kernel);
  if (rated && plain.bytes > 0.0) {
    const double ns = whole ? plain.busy_ns : total * 1e3;
    QVERIFY(row.gb_s && near(*row.gb_s, plain.bytes / ns));
    QCOMPARE(row.tflop_s.has_value(), plain.flops > 0.0);
    if (row.tflop_s) QVERIFY(near(*row.tflop_s, plain.flops / ns / 1e3));
  }
  if (!whole && (overlapped || plain.composed)) QVERIFY(!row.gb_s && !row.tflop_s);
}

}  // namespace

class TestProfileTableSums : public QObject {
  Q_OBJECT

 private slots:
  void tables_agree_with_plain_sums_data() {
    QTest::addColumn<bool>("gpu");
    QTest::addColumn<bool>("part");
    QTest::newRow("GPU") << true << false;
    QTest::newRow("GPU, a range") << true << true;
    QTest::newRow("CPU") << false << false;
    QTest::newRow("CPU, a range") << false << true;
  }
  void tables_agree_with_plain_sums() {
    QFETCH(bool, gpu);
    QFETCH(bool, part);
    const ProfileSession session =
        synthetic_profile({.windows = 2, .layers = 3, .tokens = 30, .seed = 4, .gpu = gpu});
    ProfileSelection selection;
    if (part) selection.range = Range{session.duration_ns / 4, session.duration_ns / 2};
    for (const ProfileGrouping grouping :
         {ProfileGrouping::kernel, ProfileGrouping::op, ProfileGrouping::variant, ProfileGrouping::stage}) {
      const std::vector<ProfileRow> rows = profile_table(session, grouping, selection);
      const auto plain = plain_rows(session, rows, selection);
      QCOMPARE(rows.size(), plain.size());
      double share = 0.0, busy_ms = 0.0;
      for (const ProfileRow& row : rows) {
        compare(row, plain.at(row.kinds), grouping);
        QVERIFY(row.busy_ms <= row.total_ms * (1.0 + 1e-12));
        share += row.share;
        busy_ms += row.busy_ms;
      }
      QVERIFY(near(share, 1.0));
      QVERIFY(std::ranges::is_sorted(rows, std::greater(), &ProfileRow::busy_ms));
      if (!part) QVERIFY(near(busy_ms, static_cast<double>(profile_idle(session).busy_ns) * 1e-6));
    }
  }

  void without_records_the_totals_still_count() {
    const ProfileSession whole = synthetic_profile();
    ProfileSession rest = whole;
    const std::size_t gone = rest.records.size() / 2;
    rest.records.erase(rest.records.begin(), rest.records.begin() + static_cast<std::ptrdiff_t>(gone));
    rest.dropped = static_cast<std::int64_t>(gone);
    const std::vector<ProfileRow> all = profile_table(whole, ProfileGrouping::variant);
    const std::vector<ProfileRow> some = profile_table(rest, ProfileGrouping::variant);
    QCOMPARE(some.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      QCOMPARE(some[i].name, all[i].name);
      QCOMPARE(some[i].calls, all[i].calls);
      QCOMPARE(some[i].busy_ms, all[i].busy_ms);
      QCOMPARE(some[i].gb_s, all[i].gb_s);
      // A bucket is an eighth of an octave; between the two in the middle of an even number the median may
      // lie anywhere.
      if (all[i].calls > 20) QVERIFY(std::abs(std::log2(some[i].p95_us / all[i].p95_us)) < 0.07);
    }
  }

  void layers_make_the_stages() {
    const ProfileSession session = synthetic_profile({.gpu = false});
    std::map<std::string, double> sums;
    for (const ProfileRow& row : profile_table(session, ProfileGrouping::layer))
      sums[row.stage] += row.busy_ms;
    const std::vector<ProfileRow> stages = profile_table(session, ProfileGrouping::stage);
    QCOMPARE(stages.size(), sums.size());
    for (const ProfileRow& row : stages) QVERIFY(near(row.busy_ms, sums.at(row.stage)));
  }

  void sparklines_are_shares_of_time() {
    const ProfileSession session = synthetic_profile({.windows = 1, .tokens = 100});
    for (const ProfileRow& row : profile_table(session, ProfileGrouping::stage)) {
      std::vector<double> plain(32);
      for (const ProfileRecord& record : session.records) {
        if (session.kinds[record.kind].stage != row.stage) continue;
        for (int i = 0; i < 200; ++i) {  // at so many moments of each record
          const double at = static_cast<double>(record.start_ns) +
                            (i + 0.5) / 200.0 * static_cast<double>(record.duration_ns);
          plain[static_cast<std::size_t>(at / static_cast<double>(session.duration_ns) * 32.0)] +=
              static_cast<double>(record.own_ns()) / 200.0;
        }
      }
      const double top = *std::ranges::max_element(plain);
      for (std::size_t i = 0; i < 32; ++i) QVERIFY(std::abs(row.sparkline[i] - plain[i] / top) < 0.01);
    }
  }
};

QTEST_GUILESS_MAIN(TestProfileTableSums)
#include "test_profile_table_sums.moc"
