// SPDX-License-Identifier: Apache-2.0
// Measurement on the CPU engine with the demo model: what the rows hold, not how fast it is.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "inference/api/bench.h"
#include "inference/api/bench_grid.h"
#include "inference/api/bench_prompts.h"
#include "inference/api/profile_analysis.h"
#include "inference/api/transcriber.h"
#include "inference/measure/bench_rates.h"
#include "kernels/core/error.h"

using namespace tilescribe;

namespace {

EngineOptions cpu() {
  EngineOptions options;
  options.engine = Engine::cpu;
  return options;
}

bool ordered(const BenchTime& time) {
  return 0.0 < time.least_ms && time.least_ms <= time.ms && time.ms <= time.most_ms;
}

}  // namespace

class BenchTest : public QObject {
  Q_OBJECT

 private slots:
  void median() {
    QCOMPARE(bench_time({3.0, 1.0, 2.0}).ms, 2.0);
    QCOMPARE(bench_time({4.0, 1.0, 2.0, 3.0}).ms, 2.5);
    QCOMPARE(bench_time({4.0, 1.0}).least_ms, 1.0);
    QCOMPARE(bench_time({4.0, 1.0}).most_ms, 4.0);
  }

  void rates() {
    BenchSetting setting;
    setting.compute = "bf16";
    setting.ceilings.read_gb_s = 100.0;
    setting.ceilings.bf16_tflop_s = 4.0;
    const BenchRates rates = bench_rates({.flops = 2'000'000'000, .bytes = 10'000'000}, 2.0, setting);
    QCOMPARE(rates.tflop_s.value(), 1.0);
    QCOMPARE(rates.compute_percent.value(), 25.0);
    QCOMPARE(rates.gb_s.value(), 5.0);
    QCOMPARE(rates.memory_percent.value(), 5.0);
    setting.compute = "f32";  // whose ceiling is not known
    QVERIFY(!bench_rates({.flops = 1, .bytes = 1}, 2.0, setting).compute_percent);
    QVERIFY(!bench_rates({.flops = 0, .bytes = 1}, 2.0, setting).tflop_s);
  }

  void aGridOfBatchesAndLengths() {
    GridOptions options;
    options.engine = cpu();
    options.windows = {2, 1};
    options.seconds = {4, 1};
    options.runs = 1;
    std::vector<GridCell> cells;
    BenchSetting measured;
    const auto run = [&](const std::stop_token& stop = {}) {
      bench_grid(
          options, [&](const BenchSetting& setting) { measured = setting; },
          [&](const GridCell& cell) { cells.push_back(cell); }, stop);
    };
    run();
    QCOMPARE(cells.size(), std::size_t{4});
    QVERIFY(!measured.model.empty() && measured.engine.starts_with("CPU"));
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(cells[i].windows, i < 2 ? 1 : 2);
      QCOMPARE(cells[i].seconds, i % 2 == 0 ? 1 : 4);
      QVERIFY(ordered(cells[i].time));
      const double audio_ms = 1000.0 * cells[i].windows * cells[i].seconds;
      QVERIFY(std::abs(cells[i].times_real_time - audio_ms / cells[i].time.ms) < 1e-6 * audio_ms);
    }
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled, run(stop.get_token()));
    options.seconds = {31};
    QVERIFY_THROWS_EXCEPTION(Error, run());
  }

  void promptsOfALanguageModel() {
    PromptsOptions options;
    options.engine = cpu();
    options.engine.model = "random:gpt-nano";
    options.prompts = {2, 1};
    options.lengths = {128, 3};
    options.runs = 3;
    std::vector<PromptCell> cells;
    BenchSetting measured;
    const auto run = [&](const std::stop_token& stop = {}) {
      bench_prompts(
          options, [&](const BenchSetting& setting) { measured = setting; },
          [&](const PromptCell& cell) { cells.push_back(cell); }, stop);
    };
    run();
    QCOMPARE(cells.size(), std::size_t{4});
    QVERIFY(measured.model.starts_with("gpt-nano"));
    for (std::size_t i = 0; i < 4; ++i) {
      QCOMPARE(cells[i].prompts, i < 2 ? 1 : 2);
      QCOMPARE(cells[i].length, i % 2 == 0 ? 3 : 128);
      QVERIFY(ordered(cells[i].time));
      const double tokens = cells[i].prompts * cells[i].length;
      QVERIFY(std::abs(cells[i].tokens_per_s - 1000.0 * tokens / cells[i].time.ms) <
              1e-6 * cells[i].tokens_per_s);
    }
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled, run(stop.get_token()));
    options.lengths = {129};  // the model reads 128
    QVERIFY_THROWS_EXCEPTION(Error, run());
  }

  void stagesOfTheDemoModel() {
    StagesOptions options;
    options.engine = cpu();
    options.windows = {1, 2};
    options.tokens = 3;
    options.runs = 1;
    BenchSetting setting;
    std::map<std::string, StageRow> one, two;
    bench_stages(
        options, [&](const BenchSetting& found) { setting = found; },
        [&](const StageRow& row) { (row.windows == 1 ? one : two)[row.stage] = row; });
    QVERIFY(setting.ceilings.read_gb_s.value() > 0.0);
    QVERIFY(setting.ceilings.f32_tflop_s.value() > 0.0);
    QCOMPARE(one.size(), 8U);
    QCOMPARE(two.size(), 6U);
    double percent = 0.0;
    for (const auto& [stage, row] : two) {
      QVERIFY2(ordered(row.time), stage.c_str());
      QVERIFY2(row.rates.tflop_s.value() > 0.0, stage.c_str());
      if (stage != "whole") percent += row.percent.value();
    }
    QVERIFY2(percent > 30.0 && percent < 300.0, qPrintable(QString::number(percent)));
    // The work of two windows is twice one's, and of a decode step less than that: the weights are read once.
    const auto work = [](const StageRow& row) { return row.rates.tflop_s.value() * row.time.ms; };
    const auto bytes = [](const StageRow& row) { return row.rates.gb_s.value() * row.time.ms; };
    QVERIFY(std::abs(work(two["encoder"]) / work(one["encoder"]) - 2.0) < 1e-6);
    QVERIFY(std::abs(work(two["decode_step"]) / work(one["decode_step"]) - 2.0) < 1e-6);
    QVERIFY(bytes(two["decode_step"]) < 1.5 * bytes(one["decode_step"]));
    // The demo encoder: 10 layers of width 256 over 1500 positions, in each 12 · 256² multiply-adds and more.
    QVERIFY(work(one["encoder"]) * 1e9 > 2.0 * 10 * 1500 * 12 * 256 * 256);
    QVERIFY(one.contains("first_token") && one.contains("clip_3.5s_13_tokens"));
  }

  void aContextThatDoesNotHoldTheTokens() {
    StagesOptions options;
    options.engine = cpu();
    options.windows = {1};
    options.tokens = 100'000;
    QVERIFY_THROWS_EXCEPTION(Error, bench_stages(
                                        options, [](const BenchSetting&) {}, [](const StageRow&) {}));
  }

  void stagesStop() {
    std::stop_source source;
    StagesOptions options;
    options.engine = cpu();
    QVERIFY_THROWS_EXCEPTION(Cancelled, bench_stages(
                                            options, [&](const BenchSetting&) { source.request_stop(); },
                                            [](const StageRow&) {}, source.get_token()));
  }

  void everyVariantOfAnOp() {
    OpsOptions options;
    options.engine = cpu();
    options.engine.compute = Compute::f32;
    options.op = "rms_norm";
    options.shape = "rows=8";
    options.runs = 2;
    std::vector<OpRow> rows;
    bench_ops(
        options, [](const BenchSetting&) {}, [&](const OpRow& row) { rows.push_back(row); });
    QVERIFY(!rows.empty());
    int chosen = 0;
    for (const OpRow& row : rows) {
      QCOMPARE(row.op, std::string("rms_norm"));
      QCOMPARE(row.problem, std::string("rows=8 width=2048 f32"));
      QVERIFY(row.complaint.empty());
      QVERIFY(ordered(row.time));
      QCOMPARE(row.against, std::string("reference"));
      QVERIFY(row.error.value() < 2e-5);
      chosen += row.chosen ? 1 : 0;
    }
    QCOMPARE(chosen, 1);
  }

  void oneVariantOfAnOpAlone() {
    OpsOptions options;
    options.engine = cpu();
    options.engine.compute = Compute::f32;
    options.op = "rms_norm";
    options.runs = 1;
    const std::vector<ShapeRow> shapes = list_shapes(options.engine);
    const auto shape = std::ranges::find(shapes, options.op, &ShapeRow::op);
    QVERIFY(shape != shapes.end());
    options.shape = shape->shape;
    options.variant = "highway";
    BenchSetting measured;
    std::vector<OpRow> rows;
    const auto take = [&](const OpRow& row) { rows.push_back(row); };
    bench_ops(
        options, [&](const BenchSetting& setting) { measured = setting; }, take);
    QCOMPARE(rows.size(), 1U);
    QCOMPARE(rows[0].variant, std::string("highway"));
    QVERIFY(rows[0].chosen);
    const std::vector<ProfileRow> points = bench_roofline(rows, measured, false);
    QCOMPARE(points.size(), 1U);
    QVERIFY(std::abs(*points[0].gb_s - *rows[0].rates.gb_s) < 1e-6 * *rows[0].rates.gb_s);
    QVERIFY(*points[0].intensity > 0.0 && *points[0].tflop_s > 0.0);
    QVERIFY(!points[0].bound_reason.empty());
    options.variant = "frob";
    QVERIFY_THROWS_EXCEPTION(Error, bench_ops(
                                        options, [](const BenchSetting&) {}, take));
    QCOMPARE(rows.size(), 1U);
    OpRow without = rows[0];
    without.rates = {};
    QVERIFY(!bench_roofline({without}, measured, false)[0].tflop_s);
  }

  void unknownNamesAreRefused() {
    OpsOptions options;
    options.engine = cpu();
    const auto none = [](const OpRow&) {};
    options.op = "frob";
    QVERIFY_THROWS_EXCEPTION(Error, bench_ops(
                                        options, [](const BenchSetting&) {}, none));
    options.op = "rms_norm";
    options.shape = "rows=77";
    QVERIFY_THROWS_EXCEPTION(Error, bench_ops(
                                        options, [](const BenchSetting&) {}, none));
  }

  void transcriptionIsRepeated() {
    const std::unique_ptr<Transcriber> transcriber = open_transcriber(cpu());
    TranscriptionBench bench;
    bench.audio = TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav";
    bench.expected = "Concord returned to its place amidst the tents.";
    bench.warmup = 0;
    bench.runs = 2;
    const TranscriptionResult result = bench_transcription(*transcriber, bench);
    QVERIFY2(result.passed, result.text.c_str());
    QCOMPARE(result.word_error_rate, 0.0);
    QVERIFY(result.tokens > 5);
    QVERIFY(result.least_s <= result.mean_s && result.mean_s <= result.most_s);
    QVERIFY(result.deviation_s <= result.most_s);
    QVERIFY(result.audio_s > 2.0 && result.times_real_time() > 0.0 && result.ms_a_token() > 0.0);
  }
};

QTEST_GUILESS_MAIN(BenchTest)
#include "test_bench.moc"
