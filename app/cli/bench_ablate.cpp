// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_ablate.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/bench_cells.h"
#include "app/cli/bench_output.h"
#include "app/cli/number.h"
#include "app/cli/text_files.h"
#include "app/printable.h"
#include "inference/api/ablation.h"
#include "inference/api/kernel_lab.h"
#include "inference/api/transcriber.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

BenchCells cells_of(const AblationRow& row) {
  const bool known = row.complaint.empty();
  const auto if_known = [known](double value) { return known ? std::optional(value) : std::nullopt; };
  const std::string same = !row.same_text ? "" : *row.same_text ? "same" : "differs";
  return {{"set", row.name, 25},
          {"mean_s", if_known(row.mean_s), 8},
          {"interval_s", if_known(row.interval_s), 8},
          {"difference_percent", row.difference_percent, 8},
          {"interval_percent", row.interval_percent, 8},
          {"differs", known && row.difference_percent ? BenchValue(row.differs) : BenchValue(std::string())},
          {"text", same, 7},
          {"words_differ_percent", row.same_text ? std::optional(100.0 * row.word_difference) : std::nullopt},
          {"encoder_error", row.encoder_error, 10},
          {"projector_error", row.projector_error, 10},
          {"logits_error", row.logits_error, 10},
          {"switches", row.switches, 26},
          {"engine", row.engine, 16},
          {"seconds", joined(row.seconds, " ", [](double s) { return formatted("%.6f", s); })},
          {"complaint", english(row.complaint)}};
}

}  // namespace

AblationTools ablation_tools(const Context& context, const std::stop_token& stop) {
  return {.open = [&context,
                   stop](const EngineOptions& engine) { return context.services.engines.open(engine, stop); },
          .begins =
              [&context](int round, int rounds, const std::string& what) {
                const std::string which =
                    round == 0 ? "untimed" : std::to_string(round) + " of " + std::to_string(rounds);
                context.console.err("round " + which + ": " + printable(what) + '\n');
              },
          .outputs =
              [&context, stop](const EngineOptions& engine, const fs::path& audio,
                               const std::vector<int>& along) {
                return context.services.lab.model_outputs(engine, audio, along, stop);
              }};
}

namespace {

// Runs the engine once, to see which it is and what it fuses. The sets are for that engine.
void try_each(const BenchAblate& command, Ablation& ablation, const Context& context,
              const std::stop_token& stop) {
  Lab& lab = context.services.lab;
  const ModelOutputs found = lab.model_outputs(command.engine, ablation.audio, {}, stop);
  EngineOptions named = command.engine;
  named.engine = found.engine;
  ablation.sets = read_ablation(each_switch({found.engine, found.compute, lab.cpu_has_bf16(), found.fused}),
                                named, command.options);
  ablation.in_pairs = true;
  ablation.exact = in_float32(named, found.engine);
}

void read_sets(const BenchAblate& command, Ablation& ablation, const Context& context,
               const std::stop_token& stop) {
  const std::string sets = contents_of(command.file);
  try {
    ablation.sets = read_ablation(sets, command.engine, command.options);
  } catch (const std::exception& wrong) {
    throw CommandError("{1}: {2}", command.file.string(), wrong.what());
  }
  if (!command.errors) return;
  const EngineOptions& first = ablation.sets.front().engine;
  const Engine ran = first.engine != Engine::automatic
                         ? first.engine
                         : context.services.lab.model_outputs(first, ablation.audio, {}, stop).engine;
  ablation.exact = in_float32(first, ran);
}

// Where a set has a kernel of the user's own: the same command in a process that is watched.
int run_in_watched(const BenchAblate& command, const Context& context) {
  std::vector<std::string> words = context.words;
  words.insert(std::ranges::find(words, "ablate") + 1, {"--typed", context.typed});
  return watch(std::move(words), command.process, context);
}

}  // namespace

int run(const BenchAblate& command, const BenchOutputs& outputs, const Context& context) {
  Ablation ablation;
  ablation.audio = command.audio.empty() ? context.services.lab.sample_recording() : command.audio;
  ablation.rounds = command.rounds;
  const std::stop_token stop = context.console.interrupts();
  if (command.file == "each") {
    try_each(command, ablation, context, stop);
  } else {
    read_sets(command, ablation, context, stop);
  }
  const bool kernels =
      std::ranges::any_of(ablation.sets, [](const AblationSet& set) { return !set.kernel_op.empty(); });
  std::optional<WatchedProcess> watched;
  if (command.process.watched >= 0) watched.emplace(command.process.watched);
  if (kernels && !watched) return run_in_watched(command, context);
  BenchOutput output(outputs, cells_of(AblationRow{}), context.console);
  AblationTools tools = ablation_tools(context, stop);
  std::optional<Provenance> from;  // of the first set
  const auto seen = [&](std::unique_ptr<Transcriber> opened) {
    if (!from) from = context.services.lab.provenance_now(opened->engine().gpu);
    return opened;
  };
  const auto open = std::move(tools.open);
  tools.open = [&](const EngineOptions& engine) { return seen(open(engine)); };
  tools.open_kernel = [&](const fs::path& kernel, const std::string& op, const EngineOptions& engine) {
    return seen(open_with_kernel(kernel, op, engine, tell_compiled(context), stop));
  };
  const AblationResult result = ablate(ablation, tools, stop);
  output.begin({{"model", result.model},
                {"audio", ablation.audio.string()},
                {"audio_s", result.audio_s},
                {"rounds", ablation.rounds},
                {"compared_with", result.rows.front().name},
                {"confidence_percent", 95}},
               provenance_facts(*from, watched ? command.process.typed : context.typed));
  for (const AblationRow& row : result.rows) output.row(cells_of(row));
  output.finish();
  const bool failed =
      std::ranges::any_of(result.rows, [](const auto& row) { return !row.complaint.empty(); });
  return failed ? exit_failed : exit_done;
}

}  // namespace tilescribe::cli
