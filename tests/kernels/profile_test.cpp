// SPDX-License-Identifier: Apache-2.0
// Measurement without a GPU: joining records to ops, what a backend tells its observers, records of ops that
// are timed by a clock, what records add up to.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <chrono>
#include <optional>
#include <thread>

#include "kernels/backend/scope.h"
#include "kernels/profile/activity_join.h"
#include "kernels/profile/collector.h"
#include "kernels/profile/host_source.h"
#include "kernels/profile/stage_clock.h"
#include "tests/kernels/reference_variants.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

using std::chrono::milliseconds;

/// A backend on which add is composed of gelu, and both take some time.
struct Composed {
  Composed() {
    backend.add<Gelu>("inner", [](const Gelu&, Runner&) { std::this_thread::sleep_for(milliseconds(2)); });
    backend.add<Add>("composed", [](const Add& op, Runner& runner) {
      std::this_thread::sleep_for(milliseconds(1));
      runner.run(Gelu{op.y, op.x});
    });
  }
  void add() { backend.run(Add{values, values}); }
  void gelu() { backend.run(Gelu{values, values}); }
  TestBackend backend;
  Tensor values = backend.tensor(DType::f32, {1, 4});
};

ActivityRecord kernel_record(const char* stage, const char* op, const char* name, std::int64_t ns) {
  ActivityRecord record;
  record.activity = Activity::kernel;
  record.label.op = op;
  record.label.place.stage = stage;
  record.kernel = name;
  record.duration_ns = ns;
  return record;
}

class Counter final : public OpHook {
 public:
  void op_begins(const OpLabel&) override { ++begun; }
  void op_ends() override { ++ended; }
  void place_changes(const Place& place) override { places.push_back(place); }
  int begun = 0, ended = 0;
  std::vector<Place> places;
};

}  // namespace

class ProfileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_launch_is_known_by_its_correlation_once() {
    ActivityJoin join;
    const OpLabel label{"linear", "skinny", {}, {.stage = "prefill", .layer = 3}};
    join.launched(7, label);
    QVERIFY(!join.find(8, 0));
    QVERIFY(join.find(7, 0) == label);
    QVERIFY(!join.find(7, 0));  // ids come around again
  }

  void a_graph_node_is_known_through_its_clone() {
    ActivityJoin join;
    const OpLabel label{
        "attend", "split_k", "layer", {.stage = "decode", .layer = 2, .step = 0, .windows = 4}};
    join.launched(10, label);
    join.captured(10);
    join.node_created(100, label);
    join.node_cloned(100, 200);
    join.replayed(20, {.stage = "decode", .step = 5, .windows = 3});
    join.replayed(21, {.stage = "decode", .step = 6, .windows = 2});

    QVERIFY(!join.find(10, 0));  // a captured launch has no record of its own
    const auto fifth = join.find(20, 200), sixth = join.find(21, 200);
    QVERIFY(fifth && sixth);
    QCOMPARE(fifth->op, std::string_view("attend"));
    QCOMPARE(fifth->variant, std::string_view("split_k"));
    QCOMPARE(fifth->outer, std::string_view("layer"));
    QCOMPARE(fifth->place.layer, 2);
    QCOMPARE(fifth->place.step, 5);
    QCOMPARE(fifth->place.windows, 3);
    QCOMPARE(sixth->place.step, 6);
    QCOMPARE(sixth->place.windows, 2);
    QVERIFY(join.find(20, 200));  // a replay has many kernels
  }

  void nodes_made_before_anybody_listened_have_the_replays_place() {
    ActivityJoin join;
    join.node_cloned(1, 2);  // of what is not known
    QVERIFY(!join.find(5, 2));
    join.replayed(5, {.stage = "decode", .step = 9});
    const auto found = join.find(5, 2);
    QVERIFY(found && found->op.empty());
    QCOMPARE(found->place.step, 9);
  }

  void what_is_too_old_is_forgotten() {
    RecentMap<int, int> recent(3);
    for (int i = 0; i < 5; ++i) recent.put(i, 10 * i);
    QCOMPARE(recent.size(), std::size_t{3});
    QVERIFY(recent.find(1) == nullptr);
    QCOMPARE(*recent.find(4), 40);
    for (int i = 5; i < 100; ++i) {  // keys that are taken at once leave nothing behind
      recent.put(i, i);
      recent.erase(i);
    }
    QVERIFY(recent.size() <= 3);
    recent.put(200, 1);
    QCOMPARE(*recent.find(200), 1);
  }

  void observers_are_told_while_they_are_there() {
    Composed composed;
    Counter counter;
    composed.add();
    std::optional<Hooked> hooked(std::in_place, composed.backend.hooks(), counter);
    composed.add();
    {
      const Scope stage(composed.backend, {.stage = "encoder", .windows = 2});
      const Scope layer(composed.backend, 4);
      QCOMPARE(composed.backend.hooks().place().layer, 4);
      QCOMPARE(composed.backend.hooks().place().windows, 2);
    }
    hooked.reset();
    composed.add();
    QCOMPARE(counter.begun, 2);
    QCOMPARE(counter.ended, 2);
    QCOMPARE(counter.places.size(), std::size_t{4});
    QVERIFY(counter.places[1].stage == "encoder" && counter.places[1].layer == 4);
    QCOMPARE(counter.places[2].layer, -1);
    QVERIFY(counter.places[3] == Place{});
  }

  void an_op_that_throws_ends() {
    Composed composed;
    composed.backend.add<GatedSilu>("fails", [](const GatedSilu&, Runner&) { throw Error("It failed."); });
    Counter counter;
    const Hooked hooked(composed.backend.hooks(), counter);
    QVERIFY_THROWS_EXCEPTION(Error, composed.backend.run(GatedSilu{composed.values, composed.values}));
    composed.add();
    QCOMPARE(counter.begun, 3);
    QCOMPARE(counter.ended, 3);
  }

  void ops_are_timed_by_a_clock() {
    Composed composed;
    HostActivitySource source(composed.backend.hooks(), 2);
    std::vector<ActivityRecord> records;
    const std::int64_t before = record_clock_ns();
    source.start([&](std::span<const ActivityRecord> some) {
      records.insert(records.end(), some.begin(), some.end());
    });
    {
      const Scope stage(composed.backend, {.stage = "prefill", .windows = 1});
      const Scope layer(composed.backend, 1);
      composed.add();
    }
    composed.gelu();
    source.stop();
    composed.gelu();
    QCOMPARE(records.size(), std::size_t{3});
    const ActivityRecord &inner = records[0], &outer = records[1], &alone = records[2];
    QVERIFY(inner.label == (OpLabel{"gelu", "inner", "add", {.stage = "prefill", .layer = 1, .windows = 1}}));
    QVERIFY(outer.label == (OpLabel{"add", "composed", {}, inner.label.place}));
    QVERIFY(alone.label == (OpLabel{"gelu", "inner", {}, {}}));
    QVERIFY(inner.duration_ns >= 2'000'000);
    QCOMPARE(outer.inner_ns, inner.duration_ns);
    QVERIFY(outer.own_ns() >= 1'000'000);
    QVERIFY(before <= outer.start_ns && outer.start_ns < inner.start_ns);
    QVERIFY(inner.start_ns + inner.duration_ns <= outer.start_ns + outer.duration_ns);
    QVERIFY(outer.start_ns + outer.duration_ns <= alone.start_ns);
    QCOMPARE(alone.threads, 2);
    QVERIFY(alone.activity == Activity::op);
  }

  void records_come_on_request_and_after_a_second_start() {
    Composed composed;
    const auto source = composed.backend.activity_source();
    Collector collector;
    source->start(collector.sink());
    composed.gelu();
    QCOMPARE(collector.counts().records, 0);  // kept until there are more
    source->flush();
    QCOMPARE(collector.counts().records, 1);
    source->stop();
    source->stop();
    collector.clear();
    source->start(collector.sink());
    composed.gelu();
    source->stop();
    QCOMPARE(collector.counts().records, 1);
    QCOMPARE(source->lost(), 0);
    QVERIFY(source->fallback_reason().empty());
  }

  void an_op_has_its_cost_and_the_number_of_its_run() {
    Composed composed;
    const auto source = composed.backend.activity_source();
    std::vector<ActivityRecord> records;
    source->start([&](std::span<const ActivityRecord> some) {
      records.insert(records.end(), some.begin(), some.end());
    });
    composed.add();
    composed.gelu();
    source->stop();
    QCOMPARE(records.size(), std::size_t{3});
    QCOMPARE(records[0].label.cost.bytes, cost(Gelu{composed.values, composed.values}.problem()).bytes);
    QCOMPARE(records[1].label.cost.flops, cost(Add{composed.values, composed.values}.problem()).flops);
    QVERIFY(records[1].label.run < records[0].label.run && records[0].label.run < records[2].label.run);
    QVERIFY(*source->cost_ns() > 0);
  }

  void steps_may_have_one_record_as_a_whole() {
    Composed composed;
    const auto source = composed.backend.activity_source();
    std::vector<ActivityRecord> records;
    source->start([&](std::span<const ActivityRecord> some) {
      records.insert(records.end(), some.begin(), some.end());
    });
    QVERIFY(source->set_detail_every(2));
    for (std::int64_t step = 0; step < 4; ++step) {
      const Scope scope(composed.backend, {.stage = "decode", .step = step, .windows = 1});
      const Scope layer(composed.backend, 0);
      composed.gelu();
      composed.gelu();
    }
    composed.gelu();
    source->stop();
    QCOMPARE(records.size(), std::size_t{7});  // 2, 1, 2, 1 and 1
    for (const std::size_t whole : {std::size_t{2}, std::size_t{5}}) {
      QVERIFY(records[whole].activity == Activity::replay);
      QCOMPARE(records[whole].label.place.step, whole == 2 ? 1 : 3);
      QVERIFY(records[whole].duration_ns >= 4'000'000);
      QVERIFY(records[whole].start_ns >= records[whole - 1].start_ns + records[whole - 1].duration_ns);
    }
    QVERIFY(records[6].activity == Activity::op);
  }

  void the_hosts_clock_knows_stages_and_steps() {
    Composed composed;
    StageClock clock;
    std::optional<Hooked> hooked(std::in_place, composed.backend.hooks(), clock);
    QVERIFY(!clock.now());
    {
      const Scope stage(composed.backend, {.stage = "encoder", .windows = 2});
      const Scope layer(composed.backend, 3);
      composed.gelu();
      QVERIFY(clock.now() && clock.now()->stage == "encoder" && clock.now()->duration_ns > 0);
      QVERIFY(clock.take().empty());
    }
    for (std::int64_t step = 0; step < 2; ++step) {
      const Scope scope(composed.backend, {.stage = "decode", .step = step});
      composed.gelu();
    }
    hooked.reset();
    const std::vector<StageSpan> spans = clock.take();
    QCOMPARE(spans.size(), std::size_t{3});
    QVERIFY(spans[0].stage == "encoder" && spans[0].windows == 2 && spans[0].duration_ns >= 2'000'000);
    QVERIFY(spans[1].stage == "decode" && spans[1].step == 0 && spans[2].step == 1);
    QVERIFY(spans[0].start_ns + spans[0].duration_ns <= spans[1].start_ns);
    QVERIFY(clock.take().empty());
  }

  void records_add_up() {
    Collector collector(2);
    std::vector<ActivityRecord> records{kernel_record("encoder", "linear", "void a<1>(float)", 30),
                                        kernel_record("decode", "linear", "b", 50),
                                        kernel_record("encoder", "linear", "b", 10),
                                        kernel_record("encoder", "", "stray", 5)};
    collector.take(records);
    ActivityRecord copy = kernel_record("prefill", "", "copy", 1);
    copy.activity = Activity::memory;
    collector.take({&copy, 1});
    records.push_back(copy);
    for (std::size_t i = 0; i < records.size(); ++i) records[i].start_ns = 100 * static_cast<int>(i);

    const RecordCounts counts = collector.counts();
    QCOMPARE(counts.records, 5);
    QCOMPARE(counts.kernels, 4);
    QCOMPARE(counts.memory, 1);
    QCOMPARE(counts.joined, 3);
    const std::vector<OpTotal> totals = totals_of(records);
    QCOMPARE(totals.size(), std::size_t{4});
    QCOMPARE(totals[0].stage, std::string("decode"));
    QCOMPARE(totals[1].own_ns, 40);
    QCOMPARE(totals[1].records, 2);
    QCOMPARE(totals[1].kernels.size(), std::size_t{2});
    const std::vector<ActivityRecord> recent = collector.recent();
    QCOMPARE(recent.size(), std::size_t{2});
    QCOMPARE(recent[1].kernel, std::string_view("copy"));
  }

  void overlapping_kernels_add_their_union() {
    std::vector<ActivityRecord> records(4, kernel_record("decode", "linear", "a", 0));
    const auto place = [&](std::size_t i, std::int64_t start, std::int64_t duration) {
      records[i].start_ns = start;
      records[i].duration_ns = duration;
    };
    place(0, 100, 50);
    place(2, 120, 60);  // begins early, ends 30 behind the first
    place(1, 130, 10);  // while others run
    place(3, 200, 5);   // after a gap
    QCOMPARE(added_ns(records), (std::vector<std::int64_t>{50, 0, 30, 5}));
    ActivityRecord whole = records[3];
    whole.activity = Activity::op;
    whole.duration_ns = 40;
    whole.inner_ns = 15;
    records.push_back(whole);
    QCOMPARE(added_ns(records).back(), 25);
    const std::vector<OpTotal> totals = totals_of(records);
    QCOMPARE(totals.size(), std::size_t{1});
    QCOMPARE(totals[0].added_ns, 110);
    QCOMPARE(totals[0].own_ns, 150);
    QVERIFY(added_ns({}).empty());
  }

  void kernels_have_short_names_data() {
    QTest::addColumn<QString>("full");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* full, const char* name) { QTest::addRow("%s", full) << full << name; };
    row("fill", "fill");
    row("tiny(float*, int)", "tiny");
    row("void a::b<(int)3, a::c<bool>>(float*, a::d<(int)4>)", "b");
    row("void a::(anonymous namespace)::norm<float>(a::(anonymous namespace)::Args)", "norm");
    row("a::(anonymous namespace)::step(float const*)", "step");
    row("void a::tile<3>::run<4>(int)", "run");
    row("sm90_xmma_gemm_bf16bf16_tn", "sm90_xmma_gemm_bf16bf16_tn");
    row("", "");
  }
  void kernels_have_short_names() {
    QFETCH(QString, full);
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(short_kernel_name(full.toStdString())), name);
  }
};

QTEST_APPLESS_MAIN(ProfileTest)
#include "profile_test.moc"
