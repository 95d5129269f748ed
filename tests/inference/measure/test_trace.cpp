// SPDX-License-Identifier: Apache-2.0
// A window of the demo model traced on the CPU engine: every op has its record, in its stage and layer.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <map>
#include <set>

#include "inference/api/trace.h"
#include "inference/measure/bench_batch.h"
#include "kernels/core/error.h"
#include "kernels/profile/activity_source.h"
#include "kernels/profile/collector.h"

using namespace tilescribe;

namespace {

constexpr int tokens = 4;

EngineOptions cpu() {
  EngineOptions options;
  options.engine = Engine::cpu;
  return options;
}

}  // namespace

class TraceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_op_of_a_window_has_a_record() {
    OpenedModel opened = open_model(cpu(), {});
    kernels::Backend& backend = *opened.engine.backend;
    BenchBatch batch(opened, 1, 30.0, tokens, {});
    std::int64_t ops = 0;
    const auto add = [&ops](const kernels::OpLabel& label) {
      if (label.is_models_op()) ++ops;
    };
    const kernels::CallHook counting(backend.hooks(), {.op_begins = add});
    kernels::Collector collector(100'000);
    const auto source = backend.activity_source();
    source->start(collector.sink());
    const double whole_ms = batch.whole_ms();
    source->stop();

    std::map<std::string_view, std::set<int>> layers;  // of each stage
    std::map<std::string_view, std::int64_t> outermost;
    std::set<std::int64_t> steps;
    std::int64_t outermost_ns = 0, own_ns = 0;
    for (const kernels::ActivityRecord& record : collector.recent()) {
      const kernels::OpLabel& label = record.label;
      QVERIFY(!label.op.empty() && !label.variant.empty());
      if (label.op == "copy" || label.op == "fill") continue;  // no ops, and also where a run is set up
      QVERIFY(record.duration_ns >= 0 && record.threads >= 1);
      layers[label.place.stage].insert(label.place.layer);
      own_ns += record.own_ns();
      if (label.place.stage == "decode") {
        steps.insert(label.place.step);
        QCOMPARE(label.place.windows, 1);
      }
      if (!label.outer.empty()) continue;
      ++outermost[label.place.stage];
      outermost_ns += record.duration_ns;
    }
    std::int64_t found = 0;
    for (const auto& [stage, count] : outermost) found += count;
    QCOMPARE(found, ops);
    QCOMPARE(outermost.size(), std::size_t{5});
    QVERIFY(!outermost.contains(""));
    QCOMPARE(own_ns, outermost_ns);
    QVERIFY2(static_cast<double>(outermost_ns) * 1e-6 <= whole_ms, "more than all of the time");
    QVERIFY2(static_cast<double>(outermost_ns) * 1e-6 > 0.2 * whole_ms, "less than a fifth of the time");
    const auto numbered = [](std::int64_t count) {
      std::set<int> all{-1};  // ops before and behind the layers
      for (int i = 0; i < static_cast<int>(count); ++i) all.insert(i);
      return all;
    };
    QVERIFY(layers["encoder"] == numbered(opened.model.config.encoder.layers));
    QVERIFY(layers["prefill"] == numbered(opened.model.config.decoder.layers));
    QVERIFY(layers["decode"] == numbered(opened.model.config.decoder.layers));
    QVERIFY(layers["features"] == std::set<int>{-1});
    QVERIFY(layers["projector"] == std::set<int>{-1});
    QVERIFY(steps.size() >= static_cast<std::size_t>(batch.steps()));
    QCOMPARE(*steps.begin(), 0);
  }

  void a_traced_run_as_plain_values() {
    TraceOptions options;
    options.engine = cpu();
    options.tokens = 3;
    options.runs = 1;
    const TraceResult result = bench_trace(options);
    QCOMPARE(result.source, std::string("clock of the CPU"));
    QVERIFY(result.fallback_reason.empty());
    QVERIFY(result.records > 0);
    QCOMPARE(result.kernels, 0);
    QCOMPARE(result.joined, result.records);
    QCOMPARE(result.unjoined(), 0);
    QCOMPARE(result.lost, 0);
    QVERIFY(result.untraced.ms > 0.0 && result.stopped.ms > 0.0 && result.traced.ms > 0.0);
    QCOMPARE(result.rows.front().stage, std::string("features"));
    QCOMPARE(result.rows.back().stage, std::string("decode"));
    QVERIFY(result.busy_ms > 0.0);
    QVERIFY(result.said_percent && *result.said_percent > 0.0);
    QCOMPARE(result.stages.size(), std::size_t{5});
    for (const TraceStage& stage : result.stages) {
      QVERIFY2(stage.records_ms > 0.0 && stage.records_ms <= stage.timed_ms, stage.stage.c_str());
    }
    const TraceStage& encoder = result.stages[1];
    QCOMPARE(encoder.stage, std::string("encoder"));
    QVERIFY(std::abs(encoder.apart_percent()) < 2.0);
    double percent = 0.0;
    std::int64_t records = 0;
    for (const TraceRow& row : result.rows) {
      percent += row.percent;
      records += row.records;
    }
    QVERIFY(std::abs(percent - 100.0) < 0.01);
    QCOMPARE(records, result.records);
  }

  void a_trace_stops() {
    std::stop_source source;
    source.request_stop();
    TraceOptions options;
    options.engine = cpu();
    QVERIFY_THROWS_EXCEPTION(Cancelled, bench_trace(options, source.get_token()));
  }
};

QTEST_APPLESS_MAIN(TraceTest)
#include "test_trace.moc"
