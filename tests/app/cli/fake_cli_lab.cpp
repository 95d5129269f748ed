// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/fake_cli_lab.h"

#include <fstream>

#include "kernels/core/error.h"

namespace tilescribe::test {
namespace {

void fake_verify(const VerifyOptions& options, const std::function<void(const VerifyRow&)>& row,
                 const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
  const bool fails = options.golden.stem() == "fails";
  if (options.golden.stem() == "none") return;
  row({"features", 1.25e-6, 1e-4, true, {}});
  row({"generated_ids", fails ? 0.5 : 0.0, 0.0, !fails, Message("162 of 167 steps count")});
}

std::uint64_t fake_check(const CheckOptions& options, const std::function<void(const CheckRow&)>& row,
                         const std::stop_token&) {
  if (options.op == "none") return 1;
  row({"rms_norm", "cpu f32/highway", "rows=17 width=384 f32", 1e-7, 1e-5, true, {}});
  if (options.op == "fails") row({"fails", "cpu_plain", "rows=1", 1.0, 1e-5, false, Message("none at 3")});
  return options.seed == 0 ? 42 : options.seed;
}

BenchSetting fake_setting() {
  BenchSetting setting;
  setting.engine = "Fake, f32";
  setting.compute = "f32";
  setting.ceilings.read_gb_s = 20.0;
  return setting;
}

void fake_bench_stages(const StagesOptions& options, const std::function<void(const BenchSetting&)>& setting,
                       const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
  setting(fake_setting());
  for (const int windows : options.windows) {
    row({.stage = "encoder",
         .windows = windows,
         .time = {1.5, 1.25, 12345.0},
         .percent = 40.0,
         .rates = {},
         .times_real_time = 20'000.0});
  }
}

void fake_bench_grid(const GridOptions& options, const std::function<void(const BenchSetting&)>& setting,
                     const std::function<void(const GridCell&)>& cell) {
  setting(fake_setting());
  for (const int windows : options.windows) {
    for (const int seconds : options.seconds)
      cell({windows, seconds, {2.0, 1.0, 3.0}, 500.0 * windows * seconds});
  }
}

void fake_bench_prompts(const PromptsOptions& options,
                        const std::function<void(const BenchSetting&)>& setting,
                        const std::function<void(const PromptCell&)>& cell) {
  setting(fake_setting());
  for (const int prompts : options.prompts) {
    for (const int length : options.lengths)
      cell({prompts, length, {2.0, 1.0, 3.0}, 500.0 * prompts * length});
  }
}

void fake_bench_ops(const OpsOptions& options, const std::function<void(const BenchSetting&)>& setting,
                    const std::function<void(const OpRow&)>& row, const std::stop_token&) {
  setting(fake_setting());
  OpRow found;
  found.op = "linear";
  found.variant = "plain, \"quoted\"";
  found.problem = "rows=1 | out=2 f32";
  found.chosen = true;
  found.time = {0.002, 0.001, 0.003};
  found.rates.gb_s = 10.0;
  found.rates.memory_percent = 50.0;
  if (options.kernels && options.engine.engine == Engine::cuda)
    found.kernels = {{"product", 384, 168, 200'704, 0}, {"sum", 128, 40, 512, 16}, {"unknown", 1}};
  if (options.op == "fails") found.complaint = Message("It was not written.");
  row(found);
}

TraceResult fake_bench_trace(const TraceOptions& options, const std::stop_token&) {
  TraceResult result;
  result.engine = "Fake, f32";
  result.source = "CUDA events";
  result.fallback_reason = Message("CUPTI was not found.");
  result.records = 10;
  result.memory = 2;
  result.kernels = 8;
  result.joined = options.windows == 1 ? 8 : 7;
  result.lost = options.windows == 1 ? 0 : 7;
  result.untraced.ms = result.stopped.ms = 4.0;
  result.traced.ms = 5.0;
  if (options.tokens == 1) return result;  // nothing was recorded
  result.rows.push_back({.stage = "decode",
                         .op = "linear",
                         .variant = "skinny",
                         .part_of = "norm_logits",
                         .records = 3,
                         .ms = 1.5,
                         .percent = 60.0,
                         .lasted_ms = 2.0,
                         .kernels = {"product", "sum"}});
  return result;
}

class FakeCliLab : public Lab {
 public:
  void verify_model(const VerifyOptions& options, const VerifyRows& row,
                    const std::stop_token& stop) override {
    fake_verify(options, row, stop);
  }
  std::uint64_t check_ops(const CheckOptions& options, const CheckRows& row,
                          const std::stop_token& stop) override {
    return fake_check(options, row, stop);
  }
  std::vector<VariantRow> list_variants(const CheckOptions& options) override {
    const std::vector<VariantRow> all{{"fails", "cpu/plain", Message("Fails in tests.")},
                                      {"rms_norm", "cpu/highway", Message("For any CPU.")}};
    return options.op.empty() ? all : std::vector<VariantRow>{all.back()};
  }
  std::vector<std::string> op_names() override { return {"fails", "none", "rms_norm"}; }
  void bench_stages(const StagesOptions& options, const Setting& setting, const StageRows& row,
                    const std::stop_token& stop) override {
    fake_bench_stages(options, setting, row, stop);
  }
  void bench_grid(const GridOptions& options, const Setting& setting, const GridCells& cell,
                  const std::stop_token&) override {
    fake_bench_grid(options, setting, cell);
  }
  void bench_prompts(const PromptsOptions& options, const Setting& setting, const PromptCells& cell,
                     const std::stop_token&) override {
    fake_bench_prompts(options, setting, cell);
  }
  void bench_ops(const OpsOptions& options, const Setting& setting, const OpRows& row,
                 const std::stop_token& stop) override {
    fake_bench_ops(options, setting, row, stop);
  }
  TraceResult bench_trace(const TraceOptions& options, const std::stop_token& stop) override {
    return fake_bench_trace(options, stop);
  }
  TuneSummary tune(const TuneOptions& options, const TuneRows& row, const std::stop_token& stop) override {
    if (stop.stop_requested()) throw Cancelled();
    row({.op = "linear",
         .problem = "rows=1",
         .before = "plain",
         .best = "tuned/64x64",
         .state = "kept",
         .before_ms = 0.2,
         .best_ms = 0.1,
         .stage_percent = -3.0,
         .candidates = 4,
         .wrong = 1,
         .searched = !options.again});
    TuneSummary summary;
    summary.engine = "Fake, f32";
    summary.kept = summary.problems = 1;
    summary.whole_percent = -1.5;
    summary.file = "choices.txt";
    if (options.op == "fails") summary.set_aside = Message("It was set aside.");
    return summary;
  }
  // In float32 the logits are right.
  ModelOutputs model_outputs(const EngineOptions& options, const std::filesystem::path&,
                             const std::vector<int>& along, const std::stop_token& stop) override {
    if (stop.stop_requested()) throw Cancelled();
    ModelOutputs outputs;
    outputs.engine = Engine::cpu;
    outputs.compute = options.compute == Compute::automatic ? Compute::bf16 : options.compute;
    outputs.encoder = outputs.projector = {1.0f};
    outputs.logits = {options.compute == Compute::f32 ? 1.0f : 1.25f};
    outputs.tokens = along;
    outputs.fused = {"norm_mlp"};
    return outputs;
  }
  bool cpu_has_bf16() override { return true; }
  // Without a profile that would hold anything.
  ReportMeasurements measure_report(const ReportRequest& request, const AblationTools& tools,
                                    const std::stop_token& stop) override {
    if (stop.stop_requested()) throw Cancelled();
    ReportMeasurements measured;
    Ablation ablation;
    ablation.sets = read_ablation("baseline: " + request.baseline + "\nthis engine:\n", request.engine, {});
    ablation.audio = request.audio;
    ablation.rounds = request.rounds;
    measured.times = ablate(ablation, tools, stop);
    measured.from.device = "A processor";
    return measured;
  }
  Provenance provenance_now(int gpu) override {
    return {.program = "Tilescribe 0",
            .commit = "beef1234",
            .build = "0123abcd",
            .device = gpu < 0 ? "A processor" : "GPU " + std::to_string(gpu),
            .driver = gpu < 0 ? "" : "580.82.07",
            .facts = {"2 cores", "4 MiB of memory"},
            .began = "2026-11-26T10:00:00"};
  }
  void save_profile(const ProfileSession& session, const std::filesystem::path& file,
                    ProfileFormat) override {
    if (file.parent_path() == "nosuch") throw Error("The folder nosuch does not exist.");
    std::ofstream(file) << session.setting.source;
  }
  std::vector<DeviceRow> devices() override {
    DeviceRow row;
    row.engine = "cpu";
    row.name = Message::verbatim("A processor");
    row.usable = row.chosen = true;
    row.reason = Message("It is always there.");
    row.facts = {"2 cores", "AVX2"};
    return {row};
  }
  // Every segment is one second behind the one before.
  Transcript align_text(Transcript text, const std::filesystem::path& audio, const AlignOptions&,
                        const Heard& heard, const std::stop_token&) override {
    if (audio == "fails.wav") throw Error("The recording fails.");
    heard(1.0, 1.0);
    double at_s = 0.0;
    for (Segment& segment : text.segments) {
      segment.start_s = at_s++;
      segment.end_s = at_s;
    }
    return text;
  }
  // Writes the prompts backwards.
  GeneratedTexts generate_texts(const GenerateOptions& options, const WriteEvents& events,
                                const std::stop_token& stop) override {
    if (stop.stop_requested()) throw Cancelled();
    if (options.engine.model == "nosuch") throw Error("Nothing is at nosuch.");
    GeneratedTexts result;
    result.engine.name = "Fake";
    result.engine.compute = "f32";
    result.model.name = options.engine.model;
    std::vector<std::vector<int>> prompts = options.tokens;
    for (const std::string& prompt : options.prompts) prompts.push_back(tokenize({}, prompt));
    for (const std::vector<int>& prompt : prompts) {
      ContinuedText& text = result.texts.emplace_back();
      text.prompt_ids = prompt;
      for (auto id = prompt.rbegin(); id != prompt.rend(); ++id) {
        text.ids.push_back(*id);
        const std::string piece(1, static_cast<char>(*id));
        text.text += piece;
        events.written(result.texts.size() - 1, piece);
      }
      if (options.logits) text.logits = {1.0f, -2.0f};
    }
    result.first_token_s = 0.25;
    result.other_tokens_s = 0.5;
    return result;
  }
  // A byte is a token.
  std::vector<int> tokenize(const std::string&, const std::string& text) override {
    return {text.begin(), text.end()};
  }
  std::string detokenize(const std::string&, const std::vector<int>& ids, bool skip_special) override {
    std::string text;
    for (const int id : ids) {
      if (id < 128) text += static_cast<char>(id);
      if (id >= 128 && !skip_special) text += "<special>";
    }
    return text;
  }
};

}  // namespace

Lab& fake_cli_lab() {
  static FakeCliLab lab;
  return lab;
}

}  // namespace tilescribe::test
