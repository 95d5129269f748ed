// SPDX-License-Identifier: Apache-2.0
// What a profile says of time: lanes, gaps, stages, the tree.
#include <QtTest>
#include <algorithm>
#include <random>

#include "inference/api/profile_analysis.h"
#include "tests/inference/profile/session_builder.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;
using Range = ProfileSelection::Range;

namespace {

std::vector<std::string> names(const ProfileLanes& lanes) {
  std::vector<std::string> result;
  for (const ProfileLane& lane : lanes.lanes) result.push_back(lane.name);
  return result;
}

// Time in which anything ran, counted a nanosecond at a time.
std::int64_t brute_busy(const ProfileSession& session, Range range) {
  std::vector<char> busy(static_cast<std::size_t>(range.end_ns - range.begin_ns));
  for (const ProfileRecord& record : session.records) {
    const std::int64_t end = std::min(record.end_ns(), range.end_ns);
    for (std::int64_t t = std::max(record.start_ns, range.begin_ns); t < end; ++t) {
      busy[static_cast<std::size_t>(t - range.begin_ns)] = 1;
    }
  }
  return std::ranges::count(busy, 1);
}

}  // namespace

class TestProfileLanes : public QObject {
  Q_OBJECT

 private slots:
  void overlaps_get_lanes_of_their_own() {
    SessionBuilder builder;
    const auto kernel = builder.kernel("decode", "linear", "tuned", "gemv", "gemv");
    const auto inner = builder.op("encoder", "linear", "onednn", "norm_mlp");
    builder.record(kernel, 0, 100).stream = 7;
    builder.record(kernel, 90, 100).stream = 7;
    builder.record(inner, 95, 100);
    builder.record(inner, 96, 50);
    builder.record(inner, 100, 10);
    builder.record(kernel, 100, 20).stream = 7;
    builder.record(kernel, 110, 50).stream = 9;
    builder.record(inner, 150, 10);
    const ProfileLanes lanes = profile_lanes(builder.session(300));
    QCOMPARE(names(lanes), (std::vector<std::string>{"stream 7", "stream 7, beside", "stream 9", "ops",
                                                     "ops inside", "ops inside 2"}));
    QCOMPARE(lanes.lane_of, (std::vector<std::uint16_t>{0, 1, 3, 4, 5, 0, 2, 4}));
  }

  void nothing_overlaps_on_a_lane_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void nothing_overlaps_on_a_lane() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic_profile({.gpu = gpu});
    const ProfileLanes lanes = profile_lanes(session);
    QCOMPARE(lanes.lane_of.size(), session.records.size());
    QVERIFY(lanes.lanes.size() >= 2);
    std::vector<std::int64_t> end(lanes.lanes.size());
    for (std::size_t i = 0; i < session.records.size(); ++i) {
      const ProfileRecord& record = session.records[i];
      QVERIFY(record.start_ns >= end.at(lanes.lane_of[i]));
      end[lanes.lane_of[i]] = record.end_ns();
      QCOMPARE(lanes.lanes[lanes.lane_of[i]].stream, record.stream);
      // What lies inside an op stands below it.
      QCOMPARE(!gpu && !session.kinds[record.kind].part_of.empty(), !gpu && lanes.lane_of[i] == 1);
    }
  }

  void gaps_are_counted_where_nothing_ran() {
    SessionBuilder builder;
    const auto kernel = builder.kernel("decode", "linear", "tuned", "gemv", "gemv");
    builder.record(kernel, 30'000, 10'000);
    builder.record(kernel, 35'000, 10'000).stream = 9;
    builder.record(kernel, 50'000, 10'000);
    builder.record(kernel, 52'000, 1'000);
    builder.record(kernel, 80'000, 10'000);
    const ProfileSession session = builder.session(100'000);
    const ProfileIdle idle = profile_idle(session);
    QCOMPARE(idle.busy_ns, std::int64_t{35'000});
    QCOMPARE(idle.waiting_ns, std::int64_t{50'000});  // before the first, and the exact 20 µs before the last
    QCOMPARE(idle.launch_ns, std::int64_t{15'000});
    QCOMPARE(idle.longest.size(), std::size_t{4});
    QCOMPARE(idle.longest[0].start_ns, std::int64_t{0});
    QCOMPARE(idle.longest[1].start_ns, std::int64_t{60'000});
    QCOMPARE(idle.longest[2].start_ns, std::int64_t{90'000});
    QCOMPARE(idle.longest[3].duration_ns, std::int64_t{5'000});

    const ProfileIdle part = profile_idle(session, Range{42'000, 55'000});
    QCOMPARE(part.busy_ns, std::int64_t{8'000});
    QCOMPARE(part.launch_ns, std::int64_t{5'000});
    QCOMPARE(profile_idle(session, Range{61'000, 79'000}).waiting_ns,
             std::int64_t{18'000});  // of a longer one
    QCOMPARE(profile_idle(ProfileSession{}).longest.size(), std::size_t{0});
  }

  void what_was_dropped_is_no_gap() {
    SessionBuilder builder;
    builder.record(builder.kernel("decode", "linear", "tuned", "gemv", "gemv"), 500'000, 100'000);
    ProfileSession session = builder.session(700'000);
    QCOMPARE(profile_idle(session).waiting_ns, std::int64_t{600'000});
    session.dropped = 10;
    QCOMPARE(profile_idle(session).waiting_ns, std::int64_t{100'000});
  }

  void busy_and_gaps_make_the_whole_data() { nothing_overlaps_on_a_lane_data(); }
  void busy_and_gaps_make_the_whole() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic_profile({.windows = 1, .layers = 2, .tokens = 5, .gpu = gpu});
    std::mt19937_64 random(5);
    std::uniform_int_distribution<std::int64_t> moment(0, session.duration_ns);
    for (int i = 0; i < 20; ++i) {
      const std::int64_t begin = moment(random);
      const Range range{begin, std::min(session.duration_ns, begin + 1'000'000)};
      const ProfileIdle idle = profile_idle(session, range);
      QCOMPARE(idle.busy_ns + idle.waiting_ns + idle.launch_ns, range.end_ns - range.begin_ns);
      QCOMPARE(idle.busy_ns, brute_busy(session, range));
    }
    const ProfileIdle all = profile_idle(session);
    std::int64_t busy = 0;
    for (const ProfileTotal& total : session.totals) busy += total.busy_ns;
    QCOMPARE(all.busy_ns, busy);
    QVERIFY(std::ranges::is_sorted(all.longest, std::greater(), &ProfileGap::duration_ns));
  }

  void stages_are_unions_in_the_order_of_the_work() {
    SessionBuilder builder;
    const auto decode = builder.kernel("decode", "linear", "tuned", "gemv", "gemv");
    const auto encoder = builder.kernel("encoder", "attend", "tuned", "flash", "flash");
    const auto none = builder.kernel("", "", "", "copy", "copy");
    builder.record(none, 0, 10);
    builder.record(encoder, 100, 100);
    builder.record(encoder, 150, 100);
    builder.record(decode, 240, 60);
    ProfileSession session = builder.session(400);
    session.spans = {{0, 90, "audio", -1, 1}, {95, 160, "encoder", -1, 1}, {255, 50, "decode", 0, 1}};
    const std::vector<ProfileStage> stages = profile_stages(session);
    QCOMPARE(stages.size(), std::size_t{4});
    QCOMPARE(stages[0].stage, std::string("audio"));
    QCOMPARE(stages[0].busy_ns, std::int64_t{90});
    QCOMPARE(stages[1].busy_ns, std::int64_t{150});
    QCOMPARE(stages[1].host_ns, std::int64_t{160});
    QCOMPARE(stages[2].busy_ns, std::int64_t{60});
    QCOMPARE(stages[3].stage, std::string());
    const std::vector<ProfileStage> part = profile_stages(session, Range{140, 260});
    QCOMPARE(part.size(), std::size_t{2});
    QCOMPARE(part[0].busy_ns, std::int64_t{110});
    QCOMPARE(part[1].busy_ns, std::int64_t{20});
    QCOMPARE(part[1].host_ns, std::int64_t{5});
  }

  void the_tree_adds_up_data() { nothing_overlaps_on_a_lane_data(); }
  void the_tree_adds_up() {
    QFETCH(bool, gpu);
    const ProfileSession session = synthetic_profile({.layers = 3, .gpu = gpu});
    const ProfileNode root = profile_tree(session);
    std::int64_t own = 0;
    for (const ProfileRecord& record : session.records) own += record.own_ns();
    QCOMPARE(root.own_ns, own);
    const auto check = [](const auto& self, const ProfileNode& node) -> void {
      if (node.children.empty()) return;
      std::int64_t sum = 0;
      for (const ProfileNode& child : node.children) {
        sum += child.own_ns;
        self(self, child);
      }
      QCOMPARE(sum, node.own_ns);
    };
    check(check, root);
    QCOMPARE(root.children.size(), std::size_t{5});
    const ProfileNode& encoder = root.children[1];
    QCOMPARE(encoder.name, std::string("encoder"));
    for (std::size_t i = 0; i < 3; ++i) {
      QCOMPARE(encoder.children[i].name, "layer " + std::to_string(i));
      QCOMPARE(encoder.children[i].layer, static_cast<std::int32_t>(i));
      QVERIFY(std::ranges::is_sorted(encoder.children[i].children, std::greater(), &ProfileNode::own_ns));
      QCOMPARE(encoder.children[i].children.front().stage, std::string("encoder"));
    }
    QCOMPARE(encoder.children[3].op, std::string("conv_gelu"));

    // By a range that holds all, from the records instead of the totals: the same.
    const ProfileNode again = profile_tree(session, {.range = Range{0, session.duration_ns}});
    QCOMPARE(again.own_ns, root.own_ns);
    QCOMPARE(again.children[4].children[2].own_ns, root.children[4].children[2].own_ns);
    const ProfileNode layer = profile_tree(session, {.stage = "decode", .layer = 1});
    QCOMPARE(layer.children.size(), std::size_t{1});
    QCOMPARE(layer.own_ns, root.children[4].children[1].own_ns);
  }
};

QTEST_GUILESS_MAIN(TestProfileLanes)
#include "test_profile_lanes.moc"
