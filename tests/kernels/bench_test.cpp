// SPDX-License-Identifier: Apache-2.0
// How variants are timed, on a backend of the references: rotation, costs, complaints.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <algorithm>

#include "kernels/check/bench_op.h"
#include "kernels/check/case_builder.h"
#include "tests/kernels/reference_variants.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

class BenchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void words_of_a_shape() {
    const std::string problem = "rows=1500 width=1280 f32";
    QVERIFY(takes_shape("", problem, false));
    QVERIFY(takes_shape("width=1280 rows=1500", problem, false));
    QVERIFY(!takes_shape("rows=15", problem, false));
    QVERIFY(!takes_shape("rows=1500 bf16", problem, false));
    QVERIFY(takes_shape("rows=1500 bf16", problem, true));  // the type follows from the backend
  }

  void launches_rotate_through_the_cases() {
    TestBackend backend;
    std::vector<int> launched(5);
    BenchResult result;
    time_launches(
        backend, {.shape = {}, .runs = 4}, launched.size(), [&](std::size_t i) { ++launched[i]; }, result);
    QVERIFY(*std::ranges::min_element(launched) > 0);
    QVERIFY(result.least_ms <= result.ms && result.ms <= result.most_ms);
  }

  void a_slow_launch_is_timed_three_times_at_least() {
    TestBackend backend;
    int launched = 0;
    BenchResult result;
    time_launches(
        backend, {.shape = {}, .runs = 100, .most_ms = 10.0}, 1,
        [&](std::size_t) {
          ++launched;
          QTest::qSleep(12);
        },
        result);
    QVERIFY(result.ms >= 12.0);
    QVERIFY2(launched >= 5 && launched <= 7, qPrintable(QString::number(launched)));
  }

  void a_stop_ends_it() {
    TestBackend backend;
    std::stop_source source;
    source.request_stop();
    backend.set_stop_token(source.get_token());
    BenchResult result;
    QVERIFY_THROWS_EXCEPTION(Cancelled, time_launches(
                                            backend, {}, 1, [](std::size_t) {}, result));
  }

  void variants_side_by_side() {
    TestBackend backend;
    backend.add<RmsNorm>("right", run_reference<RmsNorm>);
    backend.add<RmsNorm>("wrong", [](const RmsNorm& op, Runner&) {
      reference(op);
      op.out.as<float>()[3] += 1.0f;
    });
    backend.add<RmsNorm>("silent", [](const RmsNorm&, Runner&) {});
    backend.add<RmsNorm>("failing", [](const RmsNorm&, Runner&) { throw Error("It fails."); });
    std::vector<BenchResult> results;
    bench_op<RmsNorm>(backend,
                      {.shape = "rows=1",
                       .runs = 1,
                       .most_ms = 20.0,
                       .rotate_bytes = 100'000,
                       .reference_flops = 1'000'000},
                      [&](const BenchResult& result) { results.push_back(result); });
    QCOMPARE(results.size(), 4U);
    QCOMPARE(results[0].variant, std::string("right"));
    QCOMPARE(results[0].problem, std::string("rows=1 width=2048 f32"));
    QVERIFY(results[0].compared && results[0].error == 0.0 && results[0].complaint.empty());
    QCOMPARE(results[0].cost.flops, std::int64_t{4 * 2048});
    QVERIFY(results[0].ms > 0.0);
    QVERIFY(results[1].error > 0.1);
    QVERIFY(english(results[2].complaint).find("was not written") != std::string::npos);
    QCOMPARE(english(results[3].complaint), std::string("It fails."));
  }

  void kernels_are_looked_at_where_they_are_asked_for() {
    struct LaunchingBackend : TestBackend {
      std::vector<KernelCode> kernels_of(const std::function<void()>& work) override {
        launched = {};
        noting = true;
        work();
        noting = false;
        return launched.take();
      }
      LaunchedKernels launched;
      bool noting = false;
    };
    LaunchingBackend backend;
    static LaunchingBackend* running = nullptr;
    running = &backend;
    backend.add<RmsNorm>("three launches", [](const RmsNorm& op, Runner&) {
      reference(op);
      if (!running->noting) return;
      for (const int registers : {32, 40, 32}) running->launched.add({"norm", 128, registers});
    });
    for (const bool asked : {false, true}) {
      std::vector<KernelCode> kernels;
      bench_op<RmsNorm>(backend, {.shape = "rows=1", .runs = 1, .most_ms = 20.0, .kernels = asked},
                        [&](const BenchResult& result) { kernels = result.kernels; });
      QCOMPARE(kernels.size(), asked ? 2U : 0U);  // each once
      if (!asked) continue;
      QCOMPARE(kernels[0].registers, 32);
      QCOMPARE(kernels[1].registers, 40);
    }
  }

  void configurations_are_timed_where_they_are_asked_for() {
    TestBackend backend;
    backend.variants().add<RmsNorm>({"sized", "reference", Message("Planted by a test."),
                                     +[](const RmsNorm::Problem&, const Device&) {
                                       return Configs{{"large", 7}, {"small", 3}};
                                     },
                                     +[](const RmsNorm& op, const Config& config, Runner&) {
                                       reference(op);
                                       if ((config.name == "small") != (config.index == 3))
                                         op.out.as<float>()[0] += 1.0f;
                                     }});
    for (const bool configs : {false, true}) {
      std::vector<std::string> timed;
      bench_op<RmsNorm>(
          backend,
          {.shape = "rows=1", .runs = 1, .most_ms = 20.0, .reference_flops = 1'000'000, .configs = configs},
          [&](const BenchResult& result) {
            QVERIFY(result.compared && result.error == 0.0);
            timed.push_back(result.variant + "/" + result.config);
          });
      QCOMPARE(timed, configs ? (std::vector<std::string>{"sized/", "sized/small"})
                              : (std::vector<std::string>{"sized/"}));
    }
  }

  void one_variant_alone_is_timed_and_the_preferred_one_is_named() {
    TestBackend backend;
    backend.add<RmsNorm>("first", run_reference<RmsNorm>);
    backend.add<RmsNorm>("second", run_reference<RmsNorm>);
    for (const char* only : {"", "first", "second"}) {
      std::vector<std::string> timed;
      bench_op<RmsNorm>(backend, {.shape = "rows=1", .runs = 1, .most_ms = 20.0, .variant = only},
                        [&](const BenchResult& result) {
                          QCOMPARE(result.preferred, result.variant == "first");
                          timed.push_back(result.variant);
                        });
      QCOMPARE(timed,
               *only == 0 ? (std::vector<std::string>{"first", "second"}) : (std::vector<std::string>{only}));
    }
  }

  void every_shape_selects_a_problem() {
    TestBackend backend;
    add_references(backend);
    for (const CheckedOp& op : checked_ops()) {
      const std::vector<std::string> shapes = op.shapes(backend);
      QVERIFY2(!shapes.empty(), op.name.data());
      for (const std::string& shape : shapes) QVERIFY2(takes_shape(shape, shape, false), shape.c_str());
    }
    const auto norm = bench_shapes<RmsNorm>(backend);
    QVERIFY(std::ranges::find(norm, "rows=1 width=2048") != norm.end());
    int timed = 0;
    bench_op<RmsNorm>(backend, {.shape = norm.back(), .runs = 1, .most_ms = 1.0},
                      [&](const BenchResult&) { ++timed; });
    QCOMPARE(timed, 1);
  }

  void the_last_variant_stands_for_a_slow_reference() {
    TestBackend backend;
    backend.add<RmsNorm>("first", run_reference<RmsNorm>);
    backend.add<RmsNorm>("plain", run_reference<RmsNorm>);
    std::vector<BenchResult> results;
    bench_op<RmsNorm>(backend, {.shape = "rows=1", .runs = 1, .most_ms = 20.0},
                      [&](const BenchResult& result) { results.push_back(result); });
    QCOMPARE(results.size(), 2U);
    QCOMPARE(results[0].against, std::string("plain"));
    QVERIFY(results[0].compared && !results[1].compared);
  }

  void what_is_on_trial_stands_for_nothing() {
    TestBackend backend;
    backend.add<RmsNorm>("plain", run_reference<RmsNorm>);
    backend.add<RmsNorm>("lab", run_reference<RmsNorm>);
    std::vector<BenchResult> results;
    bench_op<RmsNorm>(backend, {.shape = "rows=1", .runs = 1, .most_ms = 20.0, .on_trial = "lab"},
                      [&](const BenchResult& result) { results.push_back(result); });
    QCOMPARE(results.size(), 2U);
    QVERIFY(!results[0].compared && results[1].compared);
    QCOMPARE(results[1].against, std::string("plain"));
  }

  void costs_are_counted_once() {
    TestBackend backend;
    add_references(backend);
    CaseBuilder builder(backend, 1);
    const NormMlp::Problem problem{{3, 16, 32}};
    const NormMlp op = build_case(problem, builder);
    std::vector<std::string> names;
    Cost sum;
    const auto count = [&](const OpLabel& label) {
      if (!label.is_models_op()) return;
      names.emplace_back(label.op);
      sum = sum + label.cost;
    };
    const CallHook counting(backend.hooks(), {.op_begins = count});
    backend.run(op);
    QCOMPARE(names, (std::vector<std::string>{"norm_mlp"}));  // not the ops that it is composed of
    QCOMPARE(sum.flops, cost(problem).flops);
  }

  void timing_cases_have_no_idle_rows() {
    TestBackend backend;
    CaseBuilder builder(backend, 1, CaseBuilder::Purpose::timing);
    Batching batching;
    const Attend::Problem step = bench_problems(Op<Attend>{}, batching).back();
    QVERIFY(step.rows_of == RowsOf::step);
    QCOMPARE(step.rows, batching.decode_rows);
    const Attend op = build_case(step, builder);
    QCOMPARE(op.problem().keys, step.keys);
    for (std::int64_t r = 0; r < step.rows; ++r)
      QCOMPARE(op.rows.step.positions.as<std::int32_t>()[r], static_cast<std::int32_t>(step.context));
  }
};

QTEST_APPLESS_MAIN(BenchTest)
#include "bench_test.moc"
