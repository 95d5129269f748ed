// SPDX-License-Identifier: Apache-2.0
// The kernel table of small profiles by hand: figures, rates and what holds a kernel back.
#include <QtTest>
#include <cmath>

#include "inference/api/profile_analysis.h"
#include "tests/inference/profile/session_builder.h"

using namespace tilescribe;
using Range = ProfileSelection::Range;

namespace {

const ProfileRow* find(const std::vector<ProfileRow>& rows, const std::string& name,
                       const std::string& stage) {
  for (const ProfileRow& row : rows) {
    if (row.name == name && row.stage == stage) return &row;
  }
  return nullptr;
}

}  // namespace

class TestProfileTable : public QObject {
  Q_OBJECT

 private slots:
  void figures_of_a_row() {
    SessionBuilder builder;
    const auto gemm = builder.kernel("encoder", "linear", "tuned", "void a::gemm<(int)1>(b)", "gemm");
    const auto norm = builder.kernel("encoder", "layer_norm", "warp", "void a::norm<c::half>(b)", "norm");
    std::int64_t start = 0;
    for (const std::int64_t duration : {10'000, 20'000, 30'000, 60'000}) {
      ProfileRecord& record = builder.record(gemm, start, duration);
      record.bytes = 1'500'000;  // 15 µs at 100 GB/s
      record.flops = 3'000'000;  // 3 µs at 1 TFLOP/s
      start += duration + 10'000;
    }
    builder.record(norm, start, 30'000);
    const ProfileSession session = builder.session(start + 40'000);
    const std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::kernel);
    QCOMPARE(rows.size(), std::size_t{2});
    const ProfileRow& row = rows[0];
    QCOMPARE(row.name, std::string("gemm"));
    QCOMPARE(row.full_name, std::string("void a::gemm<(int)1>(b)"));
    QCOMPARE(row.op, std::string("linear"));
    QCOMPARE(row.calls, std::int64_t{4});
    QCOMPARE(row.total_ms, 0.12);
    QCOMPARE(row.busy_ms, 0.12);
    QCOMPARE(row.share, 0.8);
    QCOMPARE(row.mean_us, 30.0);
    QCOMPARE(row.median_us, 25.0);
    QCOMPARE(row.p95_us, 60.0);
    QCOMPARE(row.max_us, 60.0);
    QCOMPARE(row.deviation_us, std::sqrt((400.0 + 100.0 + 0.0 + 900.0) / 3.0));
    QCOMPARE(row.gb_s.value(), 50.0);
    QCOMPARE(row.memory_percent.value(), 50.0);
    QCOMPARE(row.tflop_s.value(), 0.1);
    QCOMPARE(row.compute_percent.value(), 10.0);
    QCOMPARE(row.intensity.value(), 2.0);
    QCOMPARE(row.bound, ProfileBound::memory);
    QVERIFY2(english(row.bound_reason).find("50 % of the bandwidth") != std::string::npos,
             english(row.bound_reason).c_str());
    QVERIFY(!row.overlapped);
    QCOMPARE(row.kinds, std::vector<std::uint32_t>{gemm});
    QCOMPARE(row.sparkline.size(), std::size_t{32});
    QCOMPARE(*std::max_element(row.sparkline.begin(), row.sparkline.end()), 1.0f);
    QCOMPARE(row.sparkline.back(), 0.0f);

    const ProfileRow& other = rows[1];
    QCOMPARE(other.bound, ProfileBound::unknown);
    QVERIFY(!other.gb_s && !other.tflop_s && !other.intensity);
    QCOMPARE(other.deviation_us, 0.0);
    QVERIFY(!other.bound_reason.empty());
  }

  void what_holds_back_data() {
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<qint64>("flops");
    QTest::addColumn<qint64>("duration");
    QTest::addColumn<int>("bound");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, qint64 bytes, qint64 flops, qint64 duration, ProfileBound bound,
                        const char* words) {
      QTest::newRow(name) << bytes << flops << duration << static_cast<int>(bound)
                          << QString::fromLatin1(words);
    };
    row("memory", 1'000'000, 1'000'000, 20'000, ProfileBound::memory, "50 % of the bandwidth");
    row("arithmetic", 10'000, 9'000'000, 10'000, ProfileBound::compute, "90 % of the f32 arithmetic");
    row("just a quarter", 1'000'000, 0, 40'000, ProfileBound::memory, "25 % of the bandwidth");
    row("short", 1'000, 1'000, 3'000, ProfileBound::neither, "the launch");
    row("slow", 100'000, 100'000, 100'000, ProfileBound::neither, "slow variant");
  }
  void what_holds_back() {
    QFETCH(qint64, bytes);
    QFETCH(qint64, flops);
    QFETCH(qint64, duration);
    QFETCH(int, bound);
    QFETCH(QString, words);
    SessionBuilder builder;
    ProfileRecord& record =
        builder.record(builder.kernel("decode", "linear", "tuned", "gemv", "gemv"), 0, duration);
    record.bytes = bytes;
    record.flops = flops;
    ProfileSession session = builder.session(duration);
    ProfileRow found = profile_table(session, ProfileGrouping::kernel).at(0);
    QCOMPARE(static_cast<int>(found.bound), bound);
    const std::string reason = english(found.bound_reason);
    QVERIFY2(QString::fromStdString(reason).contains(words), reason.c_str());
    session.setting.ceilings = {};
    found = profile_table(session, ProfileGrouping::kernel).at(0);
    QCOMPARE(found.bound, ProfileBound::unknown);
    QVERIFY(found.gb_s && !found.memory_percent);
  }

  void kernels_that_stand_for_each_other_have_rates_each() {
    SessionBuilder builder;
    ProfileRecord& narrow =
        builder.record(builder.kernel("decode", "linear", "tuned", "gemm<64>", "gemm"), 0, 9);
    narrow.bytes = 900;
    ProfileRecord& wide =
        builder.record(builder.kernel("decode", "linear", "tuned", "gemm<128>", "gemm"), 20, 9);
    wide.bytes = 1800;
    ProfileSession session = builder.session(100);
    for (const ProfileRow& row : profile_table(session, ProfileGrouping::kernel)) {
      QVERIFY2(row.gb_s.has_value(), english(row.bound_reason).c_str());
    }
    session.records.back().bytes = 0;  // as the second of two in one run
    for (const ProfileRow& row : profile_table(session, ProfileGrouping::kernel)) QVERIFY(!row.gb_s);
  }

  void what_overlaps_stands_in_the_roofline_as_a_stage() {
    const auto roofline = [](std::int64_t second_begins) {
      SessionBuilder builder;
      const auto kernel = builder.kernel("decode", "linear", "tuned", "gemv", "gemv");
      for (const std::int64_t begin : {std::int64_t{0}, second_begins}) {
        ProfileRecord& record = builder.record(kernel, begin, 100);
        record.bytes = 3000;
        record.flops = 6000;
      }
      return profile_roofline(builder.session(300));
    };
    const std::vector<ProfileRow> apart = roofline(100);
    QCOMPARE(apart.size(), std::size_t{1});
    QCOMPARE(apart[0].gb_s.value(), 30.0);
    const std::vector<ProfileRow> over_another = roofline(20);
    QCOMPARE(over_another.size(), std::size_t{2});
    QVERIFY(!over_another[0].gb_s);
    QCOMPARE(over_another[1].name, std::string("decode, together"));
    QCOMPARE(over_another[1].gb_s.value(), 50.0);  // of both, in the 120 ns in which any ran
  }

  void arithmetic_is_held_against_that_of_the_setting() {
    SessionBuilder builder;
    builder.record(builder.op("encoder", "linear", "onednn"), 0, 10'000).flops = 10'000'000;
    ProfileSession session = builder.session(10'000);
    session.setting.ceilings.bf16_tflop_s = 4.0;
    session.setting.ceilings.tf32_tflop_s = 2.0;
    const auto found = [&](const char* compute) {
      session.setting.compute = compute;
      return profile_table(session, ProfileGrouping::op).at(0).compute_percent.value();
    };
    QCOMPARE(found("f32"), 100.0);
    QCOMPARE(found("tf32"), 50.0);
    QCOMPARE(found("bf16"), 25.0);
  }

  void waiting_claims_no_rates() {
    SessionBuilder builder;
    const auto kernel = builder.kernel("decode", "linear", "tuned", "gemv", "gemv");
    builder.record(kernel, 0, 10'000).bytes = 500'000;
    builder.record(kernel, 8'000, 12'000).bytes = 500'000;
    const ProfileSession session = builder.session(20'000);
    for (const ProfileGrouping grouping :
         {ProfileGrouping::kernel, ProfileGrouping::op, ProfileGrouping::variant}) {
      const ProfileRow row = profile_table(session, grouping).at(0);
      QVERIFY(row.overlapped);
      QVERIFY(!row.gb_s && !row.memory_percent);
      QCOMPARE(row.total_ms, 0.022);
      QCOMPARE(row.busy_ms, 0.02);
      QCOMPARE(row.bound, ProfileBound::memory);  // by counts alone
      QVERIFY(english(row.bound_reason).find("no rate") != std::string::npos);
    }
    // Of the stage as a whole the time is that in which anything ran.
    const ProfileRow stage = profile_table(session, ProfileGrouping::stage).at(0);
    QVERIFY(!stage.overlapped);
    QCOMPARE(stage.gb_s.value(), 50.0);
  }

  void a_little_waiting_is_no_reason_to_claim_nothing() {
    SessionBuilder builder;
    const auto kernel = builder.kernel("encoder", "linear", "tuned", "gemm", "gemm");
    builder.record(kernel, 0, 100'000).bytes = 5'000'000;
    builder.record(kernel, 98'000, 102'000).bytes = 5'000'000;
    const ProfileRow row = profile_table(builder.session(200'000), ProfileGrouping::kernel).at(0);
    QVERIFY(!row.overlapped);
    QCOMPARE(row.gb_s.value(), 10'000.0 / 202.0);
  }

  void composed_ops_claim_no_rates_for_their_own_time() {
    SessionBuilder builder;
    const auto outer = builder.op("encoder", "norm_mlp", "composed");
    const auto inner = builder.op("encoder", "linear", "onednn", "norm_mlp");
    builder.record(outer, 0, 50'000).inner_ns = 40'000;
    builder.record(inner, 5'000, 40'000).flops = 20'000'000;
    const std::vector<ProfileRow> rows = profile_table(builder.session(50'000), ProfileGrouping::variant);
    const ProfileRow* composed = find(rows, "norm_mlp (composed)", "encoder");
    QVERIFY(composed != nullptr && !composed->gb_s && !composed->tflop_s);
    QCOMPARE(composed->total_ms, 0.01);
    QCOMPARE(composed->bound, ProfileBound::unknown);
    const ProfileRow* part = find(rows, "linear (onednn)", "encoder");
    QVERIFY(part != nullptr);
    QCOMPARE(part->part_of, std::string("norm_mlp"));
    QCOMPARE(part->compute_percent.value(), 50.0);
  }

  void an_op_of_several_kernels_has_rates_as_an_op_only() {
    SessionBuilder builder;
    const auto main = builder.kernel("decode", "attend", "split", "void attend<(int)4>()", "attend");
    const auto rest = builder.kernel("decode", "attend", "split", "void combine<(int)4>()", "combine");
    builder.record(main, 0, 15'000).bytes = 1'000'000;
    builder.record(rest, 15'000, 5'000);
    const ProfileSession session = builder.session(20'000);
    for (const ProfileRow& row : profile_table(session, ProfileGrouping::kernel)) {
      QVERIFY(!row.gb_s && !row.intensity && row.bound == ProfileBound::unknown);
      QVERIFY(english(row.bound_reason).find("several kernels") != std::string::npos);
    }
    const ProfileRow row = profile_table(session, ProfileGrouping::variant).at(0);
    QCOMPARE(row.name, std::string("attend (split)"));
    QCOMPARE(row.gb_s.value(), 50.0);
    QCOMPARE(profile_table(session, ProfileGrouping::op).at(0).gb_s.value(), 50.0);
  }

  void names_are_unique_within_a_stage() {
    SessionBuilder builder;
    std::int64_t start = 0;
    const auto add = [&](std::uint32_t kind) { builder.record(kind, start += 100, 100); };
    add(builder.kernel("decode", "linear", "a", "void n::gemv<(int)4, c::half>(n::Args<(int)4>)", "gemv"));
    add(builder.kernel("decode", "linear", "a", "void n::gemv<(int)8, c::half>(n::Args<(int)8>)", "gemv"));
    add(builder.kernel("decode", "norm", "a", "void n::gemv<(int)8, d::half>(n::Args<(int)8>)", "gemv"));
    add(builder.kernel("prefill", "linear", "a", "void n::gemv<(int)4, c::half>(n::Args<(int)4>)", "gemv"));
    add(builder.op("decode", "rope", "highway"));
    add(builder.op("decode", "rope", "loops"));
    const std::vector<ProfileRow> rows = profile_table(builder.session(1000), ProfileGrouping::kernel);
    QCOMPARE(rows.size(), std::size_t{6});
    for (const char* name :
         {"gemv<4, half>", "gemv<8, half>", "gemv<8, half> #2", "rope (highway)", "rope (loops)"}) {
      QVERIFY2(find(rows, name, "decode") != nullptr, name);
    }
    QVERIFY(find(rows, "gemv", "prefill") != nullptr);
  }

  void numbers_of_names_skip_what_is_taken() {
    SessionBuilder builder;
    std::int64_t start = 0;
    const auto add = [&](std::uint32_t kind) { builder.record(kind, start += 100, 100); };
    add(builder.op("decode", "gemv<8> #3", ""));
    for (const char* space : {"a", "b", "c", "d"}) {
      add(builder.kernel("decode", "linear", "a", std::string("void ") + space + "::gemv<8>()", "gemv"));
      add(builder.kernel("prefill", "linear", "a", std::string("void ") + space + "::gemv<8>()", "gemv"));
    }
    std::vector<std::string> decode, prefill;
    for (const ProfileRow& row : profile_table(builder.session(1000), ProfileGrouping::kernel)) {
      (row.stage == "decode" ? decode : prefill).push_back(row.name);
    }
    QCOMPARE(decode,
             (std::vector<std::string>{"gemv<8> #3", "gemv<8>", "gemv<8> #2", "gemv<8> #4", "gemv<8> #5"}));
    QCOMPARE(prefill, (std::vector<std::string>{"gemv<8>", "gemv<8> #2", "gemv<8> #3", "gemv<8> #4"}));
  }

  void layers_may_have_any_number() {
    SessionBuilder builder;
    const auto linear = builder.op("decode", "linear", "a"), attend = builder.op("decode", "attend", "a"),
               other = builder.op("prefill", "linear", "a");
    const std::vector<std::int32_t> layers{-1, 0, 5, 127, 128, 129, 65'535};
    std::int64_t start = 0;
    for (const std::int32_t layer : layers) {
      for (const std::uint32_t kind : {linear, attend, attend}) {
        builder.record(kind, start, 100).layer = layer;
        start += 100;
      }
    }
    builder.record(other, start, 100).layer = 127;
    const ProfileSession session = builder.session(start + 100);
    QCOMPARE(session.totals.size(), 2 * layers.size() + 1);
    const ProfileSelection all, all_time{.range = Range{0, start + 100}};
    for (const ProfileSelection& selection : {all, all_time}) {
      const std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::layer, selection);
      QCOMPARE(rows.size(), layers.size() + 1);
      for (std::size_t i = 0; i < layers.size(); ++i) {
        QCOMPARE(rows[i].layer, std::optional(layers[i]));
        QCOMPARE(rows[i].calls, std::int64_t{3});
        QCOMPARE(rows[i].kinds, (std::vector<std::uint32_t>{linear, attend}));
        QCOMPARE(profile_table(session, ProfileGrouping::op, {.layer = layers[i]}).size(),
                 std::size_t{layers[i] == 127 ? 3U : 2U});
      }
      QCOMPARE(rows.back().stage, std::string("prefill"));
      QCOMPARE(profile_tree(session, selection).children.back().children.size(), layers.size() + 1);
    }
  }

  void a_range_takes_the_records_that_overlap_it() {
    SessionBuilder builder;
    const auto first = builder.op("encoder", "attend", "highway"),
               second = builder.op("decode", "attend", "highway");
    builder.record(first, 0, 100).layer = 0;
    builder.record(first, 100, 100).layer = 1;
    builder.record(second, 200, 100).layer = 1;
    const ProfileSession session = builder.session(300);
    const auto calls = [&](const ProfileSelection& selection) {
      std::int64_t sum = 0;
      for (const ProfileRow& row : profile_table(session, ProfileGrouping::variant, selection))
        sum += row.calls;
      return sum;
    };
    QCOMPARE(calls({.range = Range{100, 200}}), std::int64_t{1});  // touching is not overlapping
    QCOMPARE(calls({.range = Range{99, 201}}), std::int64_t{3});
    QCOMPARE(calls({.range = Range{50, 150}, .layer = 1}), std::int64_t{1});
    QCOMPARE(calls({.stage = "encoder"}), std::int64_t{2});
    QCOMPARE(calls({.kinds = {second}}), std::int64_t{1});
    QCOMPARE(calls({.layer = 1}), std::int64_t{2});
    QCOMPARE(calls({.stage = "decode", .kinds = {first}}), std::int64_t{0});
    const std::vector<ProfileRow> layers = profile_table(session, ProfileGrouping::layer);
    QCOMPARE(layers.size(), std::size_t{3});
    QVERIFY(find(layers, "layer 1", "encoder") && find(layers, "layer 1", "decode") &&
            find(layers, "layer 0", "encoder"));
  }

  void nothing_makes_no_rows() {
    for (const ProfileGrouping grouping :
         {ProfileGrouping::kernel, ProfileGrouping::layer, ProfileGrouping::stage}) {
      QVERIFY(profile_table({}, grouping).empty());
      QVERIFY(profile_table({}, grouping, {.range = Range{0, 10}}).empty());
    }
    QVERIFY(profile_findings({}).empty());
    QVERIFY(profile_tree({}).children.empty());
    QVERIFY(profile_histogram({}, {}).bins.empty());
    QVERIFY(profile_lanes({}).lanes.empty());
  }
};

QTEST_GUILESS_MAIN(TestProfileTable)
#include "test_profile_table.moc"
