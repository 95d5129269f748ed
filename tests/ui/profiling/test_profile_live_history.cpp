// SPDX-License-Identifier: Apache-2.0
// The series and the rows behind the live page, without a window.
#include <QtTest>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "tests/support/profile_frames.h"
#include "ui/profiling/live_bars.h"
#include "ui/profiling/live_history.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr double frame_s = 0.05;

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

ProfileFrame last_of(LiveHistory& history, int frames, double every_s = frame_s) {
  ProfileFrame frame;
  for (int i = 1; i <= frames; ++i) {
    frame = test::fake_frame(i * every_s);
    history.add(frame);
  }
  return frame;
}

/// What the intervals of a series add up to, in seconds.
double sum_of(const LiveHistory& history, std::size_t part) {
  double sum = 0.0;
  for (const LiveShares& it : history.shares()) sum += it.share[part] * (it.end_s - it.begin_s);
  return sum;
}

std::set<std::string> names(const LiveKernelRows& rows) {
  std::set<std::string> all;
  for (const auto& row : rows.rows()) all.insert(row.name);
  return all;
}

ProfileFrame frame_of(const std::vector<std::pair<std::string, std::int64_t>>& kernels) {
  ProfileFrame frame;
  std::int64_t sum = 0;
  for (const auto& [name, ns] : kernels) {
    frame.top.push_back({name, "op", "decode", 1, ns});
    sum += ns;
  }
  frame.stages.push_back({"audio", 1'000'000'000});
  frame.stages.push_back({"decode", sum});
  std::stable_sort(frame.top.begin(), frame.top.end(),
                   [](const auto& a, const auto& b) { return a.own_ns > b.own_ns; });
  if (frame.top.size() > 12) frame.top.resize(12);
  return frame;
}

std::string name_of(int index) {
  return "k" + std::to_string(index);
}

}  // namespace

class TestProfileLiveHistory : public QObject {
  Q_OBJECT

 private slots:
  void sums_are_kept_however_long_the_run_is_data() {
    QTest::addColumn<int>("frames");
    QTest::addColumn<double>("every");
    QTest::newRow("a moment") << 7 << frame_s;
    QTest::newRow("a minute") << 1200 << frame_s;
    QTest::newRow("an hour") << 72'000 << frame_s;
    QTest::newRow("a day, with few frames") << 20'000 << 4.32;
  }
  void sums_are_kept_however_long_the_run_is() {
    QFETCH(int, frames);
    QFETCH(double, every);
    LiveHistory history;
    const ProfileFrame last = last_of(history, frames, every);
    QVERIFY(history.samples().size() <= LiveHistory::most_samples);
    QCOMPARE(history.samples().front().at_s, 0.0);
    QCOMPARE(history.samples().back().at_s, seconds(last.at_ns));
    // Stages here never run side by side, so that shares of the intervals add up to the frame's sums.
    for (std::size_t part = 0; part < other_stage; ++part) {
      const double expected = seconds(last.stages[part].busy_ns);
      QVERIFY(std::abs(sum_of(history, part) - expected) < 1e-6 * expected + 1e-9);
    }
    const double idle = seconds(last.waiting_ns + last.launch_ns);
    QVERIFY(std::abs(sum_of(history, idle_stage) - idle) < 1e-6 * idle + 1e-9);
    QVERIFY(std::abs(history.whole().share[idle_stage] - idle / seconds(last.at_ns)) < 1e-6);
    QCOMPARE(history.whole().waiting + history.whole().launch, history.whole().share[idle_stage]);
  }

  void samples_rise_and_lie_a_step_apart() {
    LiveHistory history;
    last_of(history, 30'000);
    const auto& samples = history.samples();
    QVERIFY(samples.size() > LiveHistory::most_samples / 2 - 2);
    QVERIFY(history.step_s() > LiveHistory::least_step_s);
    for (std::size_t i = 1; i < samples.size(); ++i) {
      const double distance = samples[i].at_s - samples[i - 1].at_s;
      QVERIFY(distance > 0.0);
      if (i + 2 < samples.size()) QVERIFY(distance > 0.7 * history.step_s());
      QVERIFY(samples[i].tokens >= samples[i - 1].tokens);
      for (std::size_t part = 0; part < idle_stage; ++part)
        QVERIFY(samples[i].busy_s[part] >= samples[i - 1].busy_s[part]);
    }
  }

  void sums_that_are_put_right_do_not_fall() {
    LiveHistory history;
    ProfileFrame frame = test::fake_frame(1.0);
    history.add(frame);
    const double encoder = history.samples().back().busy_s[2];
    QVERIFY(encoder > 0.0);
    frame.at_ns += 1'000'000'000;
    for (auto& stage : frame.stages) stage.busy_ns /= 2;
    frame.tokens = 0;
    history.add(frame);
    QCOMPARE(history.samples().back().busy_s[2], encoder);
    for (const LiveShares& it : history.shares()) {
      for (const double share : it.share) QVERIFY(share >= 0.0 && share <= 1.0);
    }
    for (const LiveValue& it : history.token_rate()) QVERIFY(it.value >= 0.0);
  }

  void what_comes_late_never_exceeds_the_whole() {
    LiveHistory history;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> late(0.0, 0.8);
    for (int i = 1; i <= 400; ++i) {
      ProfileFrame frame = test::fake_frame(std::max(0.0, i * frame_s - late(random)));
      frame.at_ns = std::llround(i * frame_s * 1e9);  // sums of a moment that has passed
      history.add(frame);
    }
    for (const LiveShares& it : history.shares())
      QVERIFY(std::accumulate(it.share.begin(), it.share.end(), 0.0) <= 1.0 + 1e-9);
  }

  void an_older_frame_begins_a_new_run() {
    LiveHistory history;
    last_of(history, 2000);
    const int changes = history.changes();
    const ProfileFrame first = test::fake_frame(0.3);
    history.add(first);
    QVERIFY(history.changes() > changes);
    QCOMPARE(history.samples().size(), std::size_t{2});
    QCOMPARE(history.samples().back().at_s, seconds(first.at_ns));
    QCOMPARE(history.step_s(), LiveHistory::least_step_s);
  }

  void the_same_frame_twice_changes_nothing() {
    LiveHistory history;
    history.add(test::fake_frame(0.0));
    QCOMPARE(history.samples().size(), std::size_t{1});
    QVERIFY(history.shares().empty() && history.token_rate().empty());
    history.add(test::fake_frame(1.0));
    const int changes = history.changes();
    history.add(test::fake_frame(1.0));
    QCOMPARE(history.changes(), changes);
    QCOMPARE(history.samples().size(), std::size_t{2});
    for (const LiveValue& it : history.token_rate()) QVERIFY(std::isfinite(it.value));
  }

  void a_stage_without_a_name_is_other() {
    LiveHistory history;
    ProfileFrame frame;
    frame.at_ns = 1'000'000'000;
    frame.stages = {{"", 200'000'000}, {"tuning", 100'000'000}, {"decode", 300'000'000}};
    history.add(frame);
    QVERIFY(std::abs(history.whole().share[other_stage] - 0.3) < 1e-9);
    QVERIFY(std::abs(history.whole().share[5] - 0.3) < 1e-9);
  }

  void rates_are_those_of_the_run() {
    LiveHistory history;
    for (int i = 1; i <= 200; ++i) {
      ProfileFrame frame;
      frame.at_ns = i * 50'000'000LL;
      frame.tokens = i <= 100 ? i * 5 : 500 + (i - 100) * 10;       // 100 a second, then 200
      frame.audio_done_s = std::floor(2.0 * seconds(frame.at_ns));  // a second of audio at a time
      frame.transcribing_s = seconds(frame.at_ns);
      history.add(frame);
    }
    for (const LiveValue& it : history.token_rate()) {
      const double expected = it.at_s <= 5.0 ? 100.0 : 200.0;
      if (it.at_s <= 5.0 || it.at_s > 6.2) QVERIFY(std::abs(it.value - expected) < 1e-6);
    }
    QCOMPARE(history.real_time_factor().size(), std::size_t{20});
    for (const LiveValue& it : history.real_time_factor()) QVERIFY(std::abs(it.value - 2.0) < 1e-9);
  }

  void kernel_time_is_counted_for_each_token() {
    LiveHistory history;
    for (int i = 1; i <= 100; ++i) {
      ProfileFrame frame;
      frame.at_ns = i * 50'000'000LL;
      frame.tokens = i <= 40 ? i * 5 : 200;  // 100 a second for two seconds, then none
      // 4 ms a token in kernels. Reading audio is not among them.
      frame.stages = {{"audio", i * 1'000'000LL}, {"decode", i * 20'000'000LL}};
      history.add(frame);
    }
    const std::vector<LiveValue> found = history.busy_ms_per_token();
    QVERIFY(!found.empty());
    for (const LiveValue& it : found) {
      if (it.at_s <= 2.0) QVERIFY(std::abs(it.value - 4.0) < 1e-9);
    }
    QVERIFY(found.back().at_s < 3.2);  // no value without a token in its second
  }

  void kernels_are_sorted_by_time_while_they_run() {
    LiveKernelRows rows;
    std::vector<std::pair<std::string, std::int64_t>> kernels;
    for (int i = 0; i < 10; ++i) kernels.emplace_back(name_of(i), 1000 - i);
    rows.update(frame_of(kernels));
    for (std::size_t i = 0; i < 10; ++i) QCOMPARE(rows.rows()[i].name, name_of(static_cast<int>(i)));
    for (int i = 0; i < 10; ++i)
      kernels[static_cast<std::size_t>(i)].second = 5000 + 100 * i;  // turned round
    rows.update(frame_of(kernels));
    for (std::size_t i = 0; i < 10; ++i) QCOMPARE(rows.rows()[i].name, name_of(9 - static_cast<int>(i)));
    const auto before = rows.rows();
    rows.update(frame_of(kernels));  // in which nothing ran
    QVERIFY(rows.rows() == before);
    kernels.emplace_back("new", 5750);
    rows.update(frame_of(kernels));
    QCOMPARE(rows.rows().size(), LiveKernelRows::most_rows);
    QCOMPARE(rows.rows()[2].name, std::string("new"));
    QVERIFY(!names(rows).contains(name_of(0)));  // it was the shortest
  }

  void rows_hold_the_longest_whatever_comes() {
    LiveKernelRows rows;
    std::mt19937 random(3);
    std::vector<std::pair<std::string, std::int64_t>> kernels;
    for (int i = 0; i < 40; ++i) kernels.emplace_back(name_of(i), 0);
    for (int turn = 0; turn < 500; ++turn) {
      for (auto& kernel : kernels) kernel.second += static_cast<std::int64_t>(random() % 1000) + 1;
      const ProfileFrame frame = frame_of(kernels);
      rows.update(frame);
      QCOMPARE(rows.rows().size(), LiveKernelRows::most_rows);
      QCOMPARE(names(rows).size(), LiveKernelRows::most_rows);
      for (std::size_t rank = 0; rank < LiveKernelRows::most_rows; ++rank)
        QCOMPARE(rows.rows()[rank].own_ns, frame.top[rank].own_ns);
      double sum = 0.0;
      for (const auto& row : rows.rows()) sum += row.share;
      QVERIFY(sum > 0.0 && sum <= 1.0);
    }
  }
};

QTEST_APPLESS_MAIN(TestProfileLiveHistory)
#include "test_profile_live_history.moc"
