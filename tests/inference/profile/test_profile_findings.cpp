// SPDX-License-Identifier: Apache-2.0
// What a profile is said to suffer from, in which order; and histograms.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "inference/api/profile_analysis.h"
#include "inference/profile/figures.h"
#include "tests/inference/profile/session_builder.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;
using Range = ProfileSelection::Range;

class TestProfileFindings : public QObject {
  Q_OBJECT

 private slots:
  void lengths_of_time_have_three_figures() {
    for (const auto& [ms, text] :
         {std::pair{0.0, "0 s"}, std::pair{0.00064, "640 ns"}, std::pair{0.02, "20.0 µs"},
          std::pair{0.9996, "1.00 ms"}, std::pair{1254.0, "1.25 s"}, std::pair{725'400.0, "12 min 5 s"}}) {
      QCOMPARE(QString::fromStdString(duration_text(ms)), QString::fromUtf8(text));
    }
  }

  void a_planted_slow_variant_comes_first_data() {
    QTest::addColumn<bool>("gpu");
    QTest::addColumn<QString>("op");
    for (const char* op : {"argmax_stop", "embed", "layer_norm", "rms_norm"}) {
      QTest::addRow("GPU, %s", op) << true << QString::fromLatin1(op);
    }
    for (const char* op : {"rope", "layer_norm", "rms_norm", "argmax_stop"}) {
      QTest::addRow("CPU, %s", op) << false << QString::fromLatin1(op);
    }
  }
  // On the synthetic CPU products reach a third of the ceilings and most else less: lost time alone would
  // name attention.
  void a_planted_slow_variant_comes_first() {
    QFETCH(bool, gpu);
    QFETCH(QString, op);
    const ProfileSession plain = synthetic_profile({.seed = 9, .gpu = gpu});
    double share = 0.0;
    for (const ProfileRow& row : profile_table(plain, ProfileGrouping::op)) {
      if (row.op == op.toStdString()) share += row.share;
    }
    QVERIFY2(share > 0.0 && share < 0.03, qPrintable(QString::number(share)));
    for (const ProfileFinding& finding : profile_findings(plain)) {
      QVERIFY2(!finding.row.starts_with(op.toStdString() + " "), english(finding.title).c_str());
    }
    const ProfileSession planted =
        synthetic_profile({.seed = 9, .gpu = gpu, .slow_op = op.toStdString(), .slow_factor = 20.0});
    const std::vector<ProfileFinding> findings = profile_findings(planted);
    QVERIFY(!findings.empty());
    QVERIFY2(findings[0].row.starts_with(op.toStdString() + " ("), english(findings[0].title).c_str());
    QVERIFY2(english(findings[0].text).find("slow variant") != std::string::npos,
             english(findings[0].text).c_str());
    // Its row is in the table by variant, under that name and stage.
    const std::vector<ProfileRow> rows = profile_table(planted, ProfileGrouping::variant);
    QVERIFY(std::ranges::any_of(rows, [&](const ProfileRow& row) {
      return row.name == findings[0].row && row.stage == findings[0].stage;
    }));
  }

  void lost_time_is_what_lies_over_the_floor() {
    SessionBuilder builder;
    const auto large = builder.op("encoder", "linear", "onednn"),
               small = builder.op("encoder", "rope", "highway");
    builder.record(large, 0, 80'000).flops = 60'000'000;      // floor 60 µs: 20 lost
    builder.record(small, 80'000, 50'000).bytes = 2'000'000;  // floor 20 µs: 30 lost
    const std::vector<ProfileFinding> findings = profile_findings(builder.session(200'000));
    QCOMPARE(findings.size(), std::size_t{3});
    QVERIFY2(findings[0].row.empty(), english(findings[0].title).c_str());  // idle for 70
    QCOMPARE(english(findings[0].title), std::string("Idle: 35 % of the time"));
    QCOMPARE(findings[0].lost_ms, 0.07);
    QCOMPARE(findings[1].row, std::string("rope (highway)"));
    QCOMPARE(english(findings[1].title), std::string("rope (highway) in encoder: 25 % of the time"));
    QCOMPARE(findings[1].lost_ms, 0.03);
    QVERIFY2(english(findings[1].text).find("100 GB/s is 20.0 µs, 40 %") != std::string::npos,
             english(findings[1].text).c_str());
    QCOMPARE(findings[2].row, std::string("linear (onednn)"));
    QVERIFY(std::abs(findings[2].lost_ms - 0.02) < 1e-12);
    QVERIFY(english(findings[2].text).find("near its ceiling") != std::string::npos);
    QCOMPARE(profile_findings(builder.session(200'000), 1).size(), std::size_t{1});
  }

  // Ten calls of 10 µs, of which one was held up for 5 ms, beside an op near its ceiling.
  void a_call_that_was_held_up_makes_no_variant_slow() {
    SessionBuilder builder;
    const auto large = builder.op("decode", "linear", "onednn"),
               small = builder.op("decode", "rope", "highway");
    std::int64_t start = 0;
    for (int i = 0; i < 10; ++i) {
      builder.record(large, start, 2'000'000).flops = 1'800'000'000;
      start += 2'000'000;
      const std::int64_t duration = i == 3 ? 5'000'000 : 10'000;
      builder.record(small, start, duration).bytes = 900'000;
      start += duration;
    }
    const std::vector<ProfileFinding> findings = profile_findings(builder.session(start));
    const auto rope = std::ranges::find(findings, std::string("rope (highway)"), &ProfileFinding::row);
    QVERIFY(rope != findings.end());
    QVERIFY2(english(rope->text).find("A few calls took most of it, up to 5.00 ms") != std::string::npos,
             english(rope->text).c_str());
    QVERIFY(english(rope->text).find("slow variant") == std::string::npos);
  }

  void steps_in_full_stand_for_those_recorded_as_wholes() {
    SessionBuilder builder;
    const auto linear = builder.op("decode", "linear", "onednn"),
               rope = builder.op("decode", "rope", "highway");
    const auto encoder = builder.op("encoder", "attend", "highway"),
               whole = builder.op("decode", "step", "whole");
    builder.record(encoder, 0, 100'000).flops = 40'000'000;
    builder.record(linear, 100'000, 60'000).flops = 30'000'000;
    builder.record(rope, 160'000, 40'000).bytes = 1'000'000;
    for (int i = 0; i < 3; ++i) builder.record(whole, 200'000 + 100'000 * i, 100'000);
    ProfileSession session = builder.session(500'000);
    session.kinds[whole].activity = ProfileActivity::replay;
    const std::vector<ProfileFinding> findings = profile_findings(session);
    QCOMPARE(findings.size(), std::size_t{3});
    QCOMPARE(findings[0].row, std::string("linear (onednn)"));
    QCOMPARE(english(findings[0].title), std::string("linear (onednn) in decode: 48 % of the time"));
    QVERIFY(std::abs(findings[0].lost_ms - 0.12) < 1e-12);
    QVERIFY2(english(findings[0].text).find("in full, 25 % of their time") != std::string::npos,
             english(findings[0].text).c_str());
    QVERIFY(std::abs(findings[1].lost_ms - 0.12) < 1e-12);
    QCOMPARE(findings[2].row, std::string("attend (highway)"));
    QVERIFY(english(findings[2].text).find("Estimated") == std::string::npos);
  }

  void without_ceilings_there_is_still_something_to_say() {
    ProfileSession session = synthetic_profile({.gpu = false});
    session.setting.ceilings = {};
    const std::vector<ProfileFinding> findings = profile_findings(session);
    QVERIFY(!findings.empty());
    for (const ProfileFinding& finding : findings) {
      QVERIFY(!finding.text.empty() && english(finding.text).find("nan") == std::string::npos &&
              english(finding.text).find("inf") == std::string::npos);
    }
  }

  void histograms_hold_every_call_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void histograms_hold_every_call() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic_profile({.gpu = gpu});
    for (std::uint32_t kind = 0; kind < session.kinds.size(); ++kind) {
      const ProfileHistogram histogram = profile_histogram(session, {.kinds = {kind}});
      std::vector<double> own;
      for (const ProfileRecord& record : session.records) {
        if (record.kind == kind) own.push_back(static_cast<double>(record.own_ns()) / 1e3);
      }
      QVERIFY(histogram.bins.size() <= 61);
      QVERIFY(histogram.bins.front().calls > 0 && histogram.bins.back().calls > 0);
      for (std::size_t i = 0; i < histogram.bins.size(); ++i) {
        const auto& bin = histogram.bins[i];
        if (i > 0) QCOMPARE(bin.from_us, histogram.bins[i - 1].to_us);
        QCOMPARE(bin.calls,
                 std::ranges::count_if(own, [&](double us) { return us >= bin.from_us && us < bin.to_us; }));
      }
    }
  }

  void histograms_of_a_range_and_of_what_is_gone() {
    SessionBuilder builder;
    const auto kind = builder.op("decode", "rope", "highway");
    for (int i = 0; i < 10; ++i) builder.record(kind, 1000 * i, 100 + i);
    ProfileSession session = builder.session(10'000);
    QCOMPARE(profile_histogram(session, {}).median_us, 0.1045);
    QCOMPARE(profile_histogram(session, {.range = Range{8'000, 10'000}}).p95_us, 0.109);
    session.records.clear();
    session.dropped = 10;
    const ProfileHistogram rest = profile_histogram(session, {});
    std::int64_t calls = 0;
    for (const auto& bin : rest.bins) calls += bin.calls;
    QCOMPARE(calls, std::int64_t{10});
    QVERIFY(rest.median_us > 0.09 && rest.median_us < 0.115);
  }
};

QTEST_GUILESS_MAIN(TestProfileFindings)
#include "test_profile_findings.moc"
