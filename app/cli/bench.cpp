// SPDX-License-Identifier: Apache-2.0
// bench stages, bench grid, bench prompts, bench ops, bench trace, bench transcribe; the others are in
// bench_ablate.cpp and bench_engines.cpp.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/bench_ablate.h"
#include "app/cli/bench_cells.h"
#include "app/cli/bench_engines.h"
#include "app/cli/bench_output.h"
#include "app/cli/commands.h"
#include "app/cli/number.h"
#include "app/cli/text_files.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

BenchCells cells_of(const StageRow& stage) {
  BenchCells row{{"stage", stage.stage, 20}, {"windows", stage.windows}};
  append(row, time_cells(stage.time));
  append(row, {{"percent", stage.percent}});
  append(row, rate_cells(stage.rates));
  append(row, {{"times_real_time", stage.times_real_time}});
  return row;
}

/// "gemm_sm90: 384 threads, 168 registers, 200704 bytes shared, 0 local".
std::string text_of(const OpKernel& kernel) {
  std::string text = kernel.name + ": " + counted(static_cast<std::size_t>(kernel.threads), "thread");
  if (kernel.registers == 0) return text;
  return text + ", " + counted(static_cast<std::size_t>(kernel.registers), "register") + ", " +
         std::to_string(kernel.shared_bytes) + " bytes shared, " + std::to_string(kernel.local_bytes) +
         " local";
}

/// The largest of a variant's kernels, and each of them.
BenchCells cells_of(const std::vector<OpKernel>& kernels) {
  std::optional<double> registers, shared_bytes, local_bytes;
  for (const OpKernel& kernel : kernels) {
    if (kernel.registers == 0) continue;
    const auto keep = [](std::optional<double>& most, auto value) {
      most = std::max(most.value_or(0.0), static_cast<double>(value));
    };
    keep(registers, kernel.registers);
    keep(shared_bytes, kernel.shared_bytes);
    keep(local_bytes, kernel.local_bytes);
  }
  return {{"registers", registers},
          {"shared_bytes", shared_bytes},
          {"local_bytes", local_bytes},
          {"kernels", joined(kernels, "; ", text_of)}};
}

BenchCells cells_of(const OpRow& op, bool kernels) {
  constexpr std::size_t problem_width = 40;
  BenchCells row{{"op", op.op, 20}, {"variant", op.variant, 16}, {"chosen", op.chosen}};
  append(row, time_cells(op.time));
  append(row, rate_cells(op.rates));
  append(row, {{"error", op.error, 10},
               {"against", op.against, 10},
               {"complaint", english(op.complaint)},
               {"problem", op.problem, kernels ? problem_width : 0}});
  if (kernels) append(row, cells_of(op.kernels));
  return row;
}

BenchCells cells_of(const TraceRow& row) {
  return {{"stage", row.stage, 10},
          {"op", row.op, 22},
          {"variant", row.variant, 16},
          {"part_of", row.part_of, 22},
          {"records", row.records, 8},
          {"ms", row.ms, 8},
          {"percent", row.percent, 8},
          {"lasted_ms", row.lasted_ms, 9},
          {"kernels", joined(row.kernels, " ")}};
}

BenchCells cells_of(const GridCell& cell) {
  BenchCells row{{"windows", cell.windows}, {"seconds", cell.seconds}};
  append(row, time_cells(cell.time));
  append(row, {{"times_real_time", cell.times_real_time}});
  return row;
}

BenchCells cells_of(const PromptCell& cell) {
  BenchCells row{{"prompts", cell.prompts}, {"length", cell.length}};
  append(row, time_cells(cell.time));
  append(row, {{"tokens_per_s", cell.tokens_per_s, 12}});
  return row;
}

/// A benchmark whose rows are all that it tells.
template <class Row, class Options>
int tabulate(void (Lab::*bench)(const Options&, const Lab::Setting&, const std::function<void(const Row&)>&,
                                const std::stop_token&),
             const Options& options, const BenchOutputs& outputs, const Context& context) {
  BenchOutput output(outputs, cells_of(Row{}), context.console);
  (context.services.lab.*bench)(
      options, [&](const BenchSetting& setting) { output.begin(setting_facts(setting)); },
      [&](const Row& row) { output.row(cells_of(row)); }, context.console.interrupts());
  output.finish();
  return exit_done;
}

int run(const StagesOptions& options, const BenchOutputs& outputs, const Context& context) {
  return tabulate(&Lab::bench_stages, options, outputs, context);
}

int run(const GridOptions& options, const BenchOutputs& outputs, const Context& context) {
  return tabulate(&Lab::bench_grid, options, outputs, context);
}

int run(const PromptsOptions& options, const BenchOutputs& outputs, const Context& context) {
  return tabulate(&Lab::bench_prompts, options, outputs, context);
}

int run(const OpsOptions& options, const BenchOutputs& outputs, const Context& context) {
  BenchOutput output(outputs, cells_of(OpRow{}, options.kernels), context.console);
  bool complaints = false, kernels = false;
  const auto print = [&](const OpRow& op) {
    complaints = complaints || !op.complaint.empty();
    kernels = kernels || !op.kernels.empty();
    output.row(cells_of(op, options.kernels));
  };
  context.services.lab.bench_ops(
      options, [&](const BenchSetting& setting) { output.begin(setting_facts(setting)); }, print,
      context.console.interrupts());
  output.finish();
  if (options.kernels && !kernels)
    say(context, Message("No variant launched a kernel of ours on a GPU, so there are no registers and no "
                         "memory of kernels to show."));
  return complaints ? exit_failed : exit_done;
}

int run(const TraceOptions& options, const BenchOutputs& outputs, const Context& context) {
  BenchOutput output(outputs, cells_of(TraceRow{}), context.console);
  const TraceResult result = context.services.lab.bench_trace(options, context.console.interrupts());
  BenchCells facts{{"engine", result.engine},
                   {"model", result.model},
                   {"measured_by", result.source},
                   {"not_better_because", english(result.fallback_reason)},
                   {"records", result.records},
                   {"kernels", result.kernels},
                   {"copies_and_fills", result.memory},
                   {"joined_to_an_op", result.joined},
                   {"not_joined", result.unjoined()},
                   {"lost", result.lost},
                   {"untraced_ms", result.untraced.ms},
                   {"stopped_ms", result.stopped.ms},
                   {"traced_ms", result.traced.ms},
                   {"busy_ms", result.busy_ms},
                   {"tracing_costs_percent", result.cost_percent()},
                   {"source_says_percent", result.said_percent}};
  for (const TraceStage& stage : result.stages) {
    facts.push_back({stage.stage + "_timed_ms", stage.timed_ms});
    facts.push_back({stage.stage + "_records_ms", stage.records_ms});
    facts.push_back({stage.stage + "_apart_percent", stage.apart_percent()});
  }
  output.begin(facts);
  for (const TraceRow& row : result.rows) output.row(cells_of(row));
  output.finish();
  if (result.unjoined() == 0 && result.lost == 0) return exit_done;
  say(context, Message("{1} of {2} records have no op, and {3} were lost.", result.unjoined(), result.records,
                       result.lost));
  return exit_failed;
}

BenchCells cells_of(const TranscriptionResult& result, int runs) {
  return {{"mean_s", result.mean_s, 8},
          {"deviation_s", result.deviation_s, 8},
          {"least_s", result.least_s, 8},
          {"most_s", result.most_s, 8},
          {"runs", runs},
          {"tokens", result.tokens},
          {"ms_a_token", result.ms_a_token(), 8},
          {"times_real_time", result.times_real_time()},
          {"word_error_rate", result.word_error_rate},
          {"result", std::string(result.passed ? "PASS" : "FAIL")}};
}

int run(const BenchTranscribe& command, const BenchOutputs& outputs, const Context& context) {
  TranscriptionBench bench = command.bench;
  bench.expected = text_or_contents(command.expect);
  BenchOutput output(outputs, cells_of(TranscriptionResult{}, bench.runs), context.console);
  const std::stop_token stop = context.console.interrupts();
  const std::unique_ptr<Transcriber> transcriber = context.services.engines.open(command.engine, stop);
  const TranscriptionResult result = bench_transcription(*transcriber, bench, stop);
  output.begin({{"engine", transcriber->engine().summary()},
                {"model", transcriber->model().name},
                {"audio", bench.audio.string()},
                {"audio_s", result.audio_s},
                {"text", result.text}});
  output.row(cells_of(result, bench.runs));
  output.finish();
  if (!result.passed) say(context, result.message);
  return result.passed ? exit_done : exit_failed;
}

}  // namespace

int execute(const BenchCommand& command, const Context& context) {
  return std::visit([&](const auto& what) { return run(what, command.outputs, context); }, command.what);
}

}  // namespace tilescribe::cli
