// SPDX-License-Identifier: Apache-2.0
// bench and the commands below it.
#include <algorithm>
#include <array>
#include <sstream>

#include "app/cli/options.h"
#include "inference/api/engine_names.h"

namespace tilescribe::cli {
namespace {

constexpr int most_runs = 10'000;
constexpr int most_windows = 4096;
constexpr int most_seconds = 30;
constexpr int most_tokens = 100'000;
constexpr int most_prompts = 1024, most_context = 1'000'000;

BenchCommand bench_command(const BenchCommand& command) {
  check_outputs(command.outputs);
  if (const auto* ablate = std::get_if<BenchAblate>(&command.what); ablate != nullptr && ablate->file.empty())
    throw WrongUsage("bench ablate expects a file with sets of switches; found none.");
  const auto* transcribe = std::get_if<BenchTranscribe>(&command.what);
  if (transcribe == nullptr) return command;
  if (transcribe->bench.audio.empty()) throw WrongUsage("bench transcribe expects --audio FILE.");
  if (transcribe->expect.empty()) throw WrongUsage("bench transcribe expects --expect TEXT or FILE.");
  return command;
}

void add_runs(CLI::App& options, const char* description, int& runs) {
  add_number(options, "--runs", {"N", description}, 1, most_runs, runs);
}

void add_tokens(CLI::App& options, int& tokens) {
  add_number(options, "--tokens", {"N", "Decode steps per window. Default: 100."}, 1, most_tokens, tokens);
}

// What all benchmarks take.
void add_engine_and_outputs(CLI::App& options, EngineOptions& engine, BenchOutputs& outputs) {
  add_engine(options, engine, "Arithmetic. Default: auto, the engine's own.");
  add_outputs(options, outputs);
}

std::vector<int> numbers_of(const char* option, const std::string& text, int most) {
  const auto numbers = parse_numbers(text, 1, most);
  if (!numbers)
    throw WrongUsage("{1} expects whole numbers from 1 to {2} with commas between them; found {3}.", option,
                     most, in_quotes(text));
  return *numbers;
}

void add_batch(CLI::App& options, const char* description, std::vector<int>& windows) {
  add_text(options, "--batch", {"N,N,…", description},
           [&windows](const std::string& value) { windows = numbers_of("--batch", value, most_windows); });
}

void add_stages(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench stages", bench_command);
  auto& stages = command.what.emplace<StagesOptions>();
  add_batch(options, "Windows at once. Default: 1, and as many as the engine encodes and decodes at once.",
            stages.windows);
  add_tokens(options, stages.tokens);
  add_runs(options, "Timed runs, after one that is not timed. Default: 5.", stages.runs);
  add_engine_and_outputs(options, stages.engine, command.outputs);
  add_gpus(options, stages.engine);
}

void add_grid(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench grid", bench_command);
  auto& grid = command.what.emplace<GridOptions>();
  add_batch(options, "Windows at once. Default: powers of two, up to as many as the engine decodes at once.",
            grid.windows);
  add_text(options, "--seconds", {"N,N,…", "Sound in a window. Default: 5,10,20,30."},
           [&seconds = grid.seconds](const std::string& value) {
             seconds = numbers_of("--seconds", value, most_seconds);
           });
  add_runs(options, "Timed runs, after one that is not timed. Default: 3.", grid.runs);
  add_engine_and_outputs(options, grid.engine, command.outputs);
}

void add_prompts(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench prompts", bench_command);
  auto& prompts = command.what.emplace<PromptsOptions>();
  prompts.engine.model = "random:gpt2";
  add_text(options, "--batch", {"N,N,…", "Prompts at once. Default: powers of two to 32."},
           [&counts = prompts.prompts](const std::string& value) {
             counts = numbers_of("--batch", value, most_prompts);
           });
  add_text(
      options, "--length",
      {"N,N,…", "Tokens of a prompt. Default: powers of two from 8 to the model's context, at most 1024."},
      [&lengths = prompts.lengths](const std::string& value) {
        lengths = numbers_of("--length", value, most_context);
      });
  add_runs(options, "Timed runs, after two that are not timed. Default: 20.", prompts.runs);
  add_engine_and_outputs(options, prompts.engine, command.outputs);
}

void add_ops(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench ops", bench_command);
  auto& ops = command.what.emplace<OpsOptions>();
  add_text(options, "--op", {"NAME", "Time only this op."}, ops.op);
  add_text(options, "--shape", {"\"NAME=N …\"", "Only shapes whose description contains all these words."},
           ops.shape);
  options.add_flag("--configs", ops.configs,
                   "Time each variant in all its configurations, such as tile sizes.");
  options.add_flag("--kernels", ops.kernels,
                   "On a GPU, show the registers and the shared and local memory of each variant's kernels.");
  add_runs(options, "Timed rounds per variant, fewer if a round takes long. Default: 10.", ops.runs);
  add_engine_and_outputs(options, ops.engine, command.outputs);
}

void add_trace(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench trace", bench_command);
  auto& trace = command.what.emplace<TraceOptions>();
  add_number(options, "--windows", {"N", "Windows at once. Default: 1."}, 1, most_windows, trace.windows);
  add_tokens(options, trace.tokens);
  add_runs(options, "Timed runs of each kind, after one that is not timed. Default: 5.", trace.runs);
  options.add_flag("--nvtx", trace.nvtx, "Mark stages, layers and ops for a tool such as Nsight Systems.");
  add_engine_and_outputs(options, trace.engine, command.outputs);
}

void add_transcribe(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench transcribe", bench_command);
  auto& transcribe = command.what.emplace<BenchTranscribe>();
  TranscriptionBench& bench = transcribe.bench;
  add_text(options, "--audio", {"FILE", "The audio or video file."}, bench.audio);
  add_text(options, "--expect", {"TEXT|FILE", "The expected text, or a file that contains it."},
           transcribe.expect);
  add_number(options, "--max-wer",
             {"SHARE", "Pass up to this word error rate, e.g. 0.05. Default: the text must be equal."}, 0.0,
             100.0, bench.max_wer);
  add_number(options, "--warmup", {"N", "Untimed runs before the timed ones. Default: 1."}, 0, most_runs,
             bench.warmup);
  add_runs(options, "Timed runs. Default: 5.", bench.runs);
  add_engine_and_outputs(options, transcribe.engine, command.outputs);
  add_gpus(options, transcribe.engine);
}

void add_ablate(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench ablate", bench_command);
  auto& ablate = command.what.emplace<BenchAblate>();
  add_text(options, "FILE", {"", "The sets of switches, one a line; or each."}, ablate.file);
  add_text(options, "--audio", {"FILE", "The audio or video file. Default: the bundled sample."},
           ablate.audio);
  // Without two rounds there is no interval.
  add_number(options, "--rounds", {"N", "Timed rounds, after one that is not timed. Default: 5."}, 2,
             most_runs, ablate.rounds);
  options.add_flag("--errors", ablate.errors,
                   "Also compare what the models give with float32. Always so for each.");
  add_process(options, ablate.process);
  add_engine_and_outputs(options, ablate.engine, command.outputs);
}

std::vector<Engine> engines_of(const std::string& names) {
  std::vector<Engine> engines;
  std::istringstream list(names + ',');
  for (std::string name; std::getline(list, name, ',');) {
    const auto engine = value_of(engine_names, name);
    if (!engine || *engine == Engine::automatic || std::ranges::count(engines, *engine) > 0)
      throw WrongUsage(
          "--engines expects different ones of cpu, cuda-baseline and cuda with commas between "
          "them; found {1}.",
          in_quotes(names));
    engines.push_back(*engine);
  }
  return engines;
}

void add_engines(Parser& parser, CLI::App& above) {
  const auto [options, command] = parser.add<BenchCommand>(above, "bench engines", bench_command);
  auto& engines = command.what.emplace<BenchEngines>();
  add_text(options, "AUDIO", {"", "The audio or video file. Default: the bundled sample."}, engines.audio);
  add_text(options, "--engines",
           {"NAME,NAME,…", "Who hears it, in this order. Default: all engines that this machine has."},
           [&engines](const std::string& names) { engines.engines = engines_of(names); });
  add_text(
      options, "--python",
      {"PROGRAM", "A Python with torch and transformers, which hears it last. Default: only our engines do."},
      engines.python);
  add_text(options, "--reference",
           {"TEXT|FILE",
            "What is said, or a file that contains it. Default: the first engine's text counts as right."},
           engines.reference);
  add_model(options, engines.engine.model);
  add_storage(options, engines.engine, "Arithmetic. Default: auto, each engine's own.");
  add_tuned(options, engines.engine);
  add_gpu(options, engines.engine);
  add_threads(options, engines.engine.threads);
  add_outputs(options, command.outputs);
}

}  // namespace

void add_outputs(CLI::App& options, BenchOutputs& outputs) {
  add_text(options, "--json",
           {"FILE|-", "Write the table as JSON too; -: to standard output, instead of the text."},
           outputs.json);
  add_text(options, "--csv", {"FILE|-", "Likewise as comma-separated values."}, outputs.csv);
  add_text(options, "--markdown", {"FILE|-", "Likewise as a Markdown table."}, outputs.markdown);
}

void check_outputs(const BenchOutputs& outputs) {
  if (std::ranges::count(std::array{outputs.json, outputs.csv, outputs.markdown}, "-") > 1)
    throw WrongUsage("Only one of --json, --csv and --markdown can be - (standard output).");
}

void add_bench(Parser& parser) {
  CLI::App& bench = parser.add_group(parser.program(), "bench");
  add_stages(parser, bench);
  add_grid(parser, bench);
  add_prompts(parser, bench);
  add_ops(parser, bench);
  add_trace(parser, bench);
  add_transcribe(parser, bench);
  add_ablate(parser, bench);
  add_engines(parser, bench);
}

}  // namespace tilescribe::cli
