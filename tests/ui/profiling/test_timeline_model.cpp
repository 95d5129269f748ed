// SPDX-License-Identifier: Apache-2.0
// A profile arranged for a timeline, without an application.
#include <QTest>
#include <random>

#include "tests/support/profile_sessions.h"
#include "ui/profile/timeline_model.h"
#include "ui/profiling/timeline_layout.h"
#include "ui/profiling/timeline_text.h"
#include "ui/translations.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

std::shared_ptr<ProfileSession> made_up(bool gpu, int windows = 6) {
  SyntheticProfile options;
  options.gpu = gpu;
  options.windows = windows;
  return std::make_shared<ProfileSession>(synthetic_profile(options));
}

ProfileRecord record_of(std::int64_t start_ns, std::int64_t duration_ns, std::uint32_t kind = 0) {
  ProfileRecord record;
  record.start_ns = start_ns;
  record.duration_ns = duration_ns;
  record.kind = kind;
  record.stream = 7;
  record.bytes = 4'000'000;
  record.grid = record.block = {32, 1, 1};
  return record;
}

/// Kernels of two ops on one stream.
std::shared_ptr<ProfileSession> by_hand(std::vector<ProfileRecord> records) {
  auto session = std::make_shared<ProfileSession>();
  for (const char* name : {"gemv", "norm"}) {
    ProfileKind kind;
    kind.activity = ProfileActivity::kernel;
    kind.stage = "decode";
    kind.op = name;
    kind.short_name = name;
    kind.kernel = std::string("void ") + name + "<float>(float const*)";
    session->kinds.push_back(kind);
  }
  session->records = std::move(records);
  session->duration_ns = 1'000'000;
  return session;
}

}  // namespace

class TestTimelineModel : public QObject {
  Q_OBJECT

 private slots:
  void every_record_stands_once_on_its_lane_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void every_record_stands_once_on_its_lane() {
    QFETCH(bool, gpu);
    const auto session = made_up(gpu);
    const TimelineModel model(session);
    std::vector<int> seen(session->records.size());
    for (const auto& lane : model.lanes()) {
      QVERIFY(lane.detail.size() > 0);
      for (std::size_t i = 0; i < lane.detail.size(); ++i) {
        const auto& interval = lane.detail[i];
        const ProfileRecord& record = session->records[interval.id];
        ++seen[interval.id];
        QCOMPARE(interval.start_ns, record.start_ns);  // nothing had to be cut for want of lanes
        QCOMPARE(interval.end_ns, record.end_ns());
      }
    }
    QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
    QCOMPARE(model.lanes().size() > 1, true);  // overlaps, or ops inside
    QCOMPARE(model.lanes().front().of_ops, !gpu);
  }

  void idle_time_is_that_of_the_analysis() {
    for (const bool gpu : {true, false}) {
      const auto session = made_up(gpu);
      const TimelineModel model(session);
      std::mt19937_64 random(4);
      for (int i = 0; i < 50; ++i) {
        const auto whole = static_cast<std::uint64_t>(session->duration_ns);
        auto begin = static_cast<std::int64_t>(random() % whole);
        auto end = static_cast<std::int64_t>(random() % whole);
        if (end < begin) std::swap(begin, end);
        const ProfileSelection::Range range{begin, end};
        const ProfileIdle idle = profile_idle(*session, range);
        const TimelineMeasure measure = model.measure(range);
        QCOMPARE(measure.length_ns, end - begin);
        QCOMPARE(measure.idle_ns, idle.waiting_ns + idle.launch_ns);
        std::int64_t records = 0;
        for (const ProfileRecord& record : session->records) {
          if (record.end_ns() > begin && record.start_ns < end) ++records;
        }
        QCOMPARE(measure.records, records);
      }
    }
  }

  void a_measure_in_words() {
    const TimelineModel model(by_hand({record_of(0, 100'000), record_of(100'000, 20'000, 1)}));
    QCOMPARE(measure_text(model, model.measure({0, 240'000})),
             QStringLiteral("240 µs · 50 % idle · 2 kernels"));
    QCOMPARE(measure_text(model, model.measure({0, 10'000})),
             QStringLiteral("10.0 µs · 0 % idle · 1 kernel"));
  }

  void what_was_not_kept_is_not_idle() {
    auto session = by_hand({record_of(600'000, 100'000)});
    session->dropped = 12;
    const TimelineModel model(session);
    QCOMPARE(model.measure({500'000, 800'000}).idle_ns, 100'000);
    QCOMPARE(model.measure({100'000, 300'000}).idle_ns, 0);
  }

  void few_windows_at_a_time_have_rows_of_their_own() {
    const auto session = made_up(true);
    const TimelineModel model(session);
    QCOMPARE(model.blocks.size(), session->windows.size());
    QCOMPARE(model.tokens.size(), std::size_t{4});
    for (const TimelineBlock& a : model.blocks) {
      for (const TimelineBlock& b : model.blocks) {
        if (&a != &b && a.row == b.row) QVERIFY(a.end_ns <= b.begin_ns || b.end_ns <= a.begin_ns);
      }
    }
    std::size_t tokens = 0;
    for (std::size_t row = 0; row < model.tokens.size(); ++row) {
      tokens += model.tokens[row].size();
      for (const auto& mark : model.tokens[row]) {
        const std::int32_t window = session->tokens[mark.token].window;
        const auto block = std::ranges::find_if(model.blocks, [&](const TimelineBlock& each) {
          return session->windows[each.windows.front()].index == window;
        });
        QCOMPARE(block->row, row);
      }
    }
    QCOMPARE(tokens, session->tokens.size());
  }

  void many_windows_at_a_time_are_one_block() {
    auto session = std::make_shared<ProfileSession>();
    for (int i = 0; i < 40; ++i) {
      ProfileWindow window;
      window.index = i;
      window.begin_ns = 10 * i;
      window.end_ns = i == 39 ? 0 : 2000 + 10 * i;  // the last one is not there yet
      session->windows.push_back(window);
    }
    ProfileSpan span;
    span.duration_ns = 5000;
    session->spans.push_back(span);
    const TimelineModel model(session);
    QCOMPARE(model.blocks.size(), std::size_t{1});
    QCOMPARE(model.blocks[0].windows.size(), std::size_t{40});
    QCOMPARE(model.blocks[0].end_ns, 5000);
    QCOMPARE(block_name(*session, model.blocks[0]), QStringLiteral("Windows 1 to 40"));
  }

  void a_selection_dims_what_it_leaves_out() {
    const auto session = made_up(true);
    TimelineModel model(session);
    ProfileSelection selection;
    selection.kinds = {session->records[session->records.size() / 2].kind};
    selection.range = ProfileSelection::Range{0, 10};  // seen without being dimmed
    const auto bright_and_dim = [&] {
      std::int64_t bright = 0, dim = 0;
      std::vector<LevelOfDetail::Piece> pieces;
      for (const auto& lane : model.lanes()) {
        lane.detail.pieces(0.0, 1.0e12, 1, pieces);
        for (const auto& piece : pieces) ++(piece.dimmed ? dim : bright);
      }
      return std::pair(bright, dim);
    };
    QCOMPARE(bright_and_dim().second, 0);
    model.select(selection);
    QVERIFY(bright_and_dim().first > 0);
    QVERIFY(bright_and_dim().second > 0);
    model.select({});
    QCOMPARE(bright_and_dim().second, 0);
    selection = {};
    selection.stage = "no such stage";
    model.select(selection);
    QCOMPARE(bright_and_dim().first, 0);
  }

  void details_name_a_rate_only_where_it_may_be_claimed() {
    // One alone, two that overlap.
    const TimelineModel model(
        by_hand({record_of(0, 10'000), record_of(20'000, 10'000), record_of(25'000, 10'000, 1)}));
    const QString alone = record_details(model, 0);
    QVERIFY(alone.contains(QStringLiteral("400 GB/s")));
    QVERIFY(alone.contains(QStringLiteral("10.0 µs")));
    QVERIFY(alone.contains(QStringLiteral("gemv&lt;float&gt;")));  // the full name, as text
    QVERIFY(alone.contains(QStringLiteral("32 × 1 × 1")));
    for (const std::size_t overlapped : {1, 2}) {
      const QString text = record_details(model, overlapped);
      QVERIFY(!text.contains(QStringLiteral("GB/s")));
      QVERIFY(text.contains(QStringLiteral("time spent waiting")));
    }
    // An op of two kernels: the count on the first is for both.
    auto session = by_hand({record_of(0, 10'000), record_of(20'000, 10'000)});
    session->records[1].bytes = 0;
    const QString several = record_details(TimelineModel(session), 0);
    QVERIFY(!several.contains(QStringLiteral("GB/s")));
    QVERIFY(several.contains(QStringLiteral("all kernels of the op")));
  }

  void rows_stand_below_each_other_at_any_size() {
    const TimelineModel model(made_up(true));
    for (const double height : {100.0, 240.0, 500.0, 900.0, 2000.0}) {
      const TimelineLayout layout = lay_out_timeline(model, 1000.0, height, 16.0);
      QCOMPARE(layout.rows.size(), model.rows.size() + 4 + 1);
      double bottom = 0.0;
      for (const TimelineRow& row : layout.rows) {
        QVERIFY(row.top > bottom);
        QVERIFY(row.height >= 12.0);
        bottom = row.top + row.height;
      }
      QVERIFY(bottom <= layout.rows_height);
      if (height >= 500.0) QVERIFY(layout.rows_height <= layout.plot().height());
    }
  }

  void nothing_is_nothing() {
    QVERIFY(TimelineModel().empty());
    QVERIFY(TimelineModel(nullptr).empty());
    const TimelineModel model(std::make_shared<ProfileSession>());
    QVERIFY(model.empty());
    QVERIFY(model.gaps.empty());
    QCOMPARE(model.measure({0, 100}).records, 0);
    QVERIFY(lay_out_timeline(model, 0.0, 0.0, 16.0).rows.empty());
  }

 private:
  const ui::Translations english_;
};

QTEST_GUILESS_MAIN(TestTimelineModel)
#include "test_timeline_model.moc"
