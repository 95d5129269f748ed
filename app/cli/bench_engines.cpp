// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_engines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/bench_ablate.h"
#include "app/cli/bench_output.h"
#include "app/cli/text_files.h"
#include "inference/api/engine_names.h"
#include "inference/api/side_by_side.h"

namespace tilescribe::cli {
namespace {

BenchCells cells_of(const SideBySideRow& row) {
  const auto if_heard = [&row](double value) {
    return row.complaint.empty() ? std::optional(value) : std::nullopt;
  };
  const auto percent = [](const std::optional<double>& share) {
    return share ? std::optional(100.0 * *share) : std::nullopt;
  };
  BenchCells cells{{"engine", row.engine, 13},
                   {"seconds", if_heard(row.seconds), 8},
                   {"times_real_time", if_heard(row.times_real_time())},
                   {"times_as_fast", row.times_as_fast},
                   {"word_error_percent", percent(row.word_error_rate)}};
  for (const char* stage : {"features", "encoder", "projector", "prefill", "decode"}) {
    const auto found = std::ranges::find(row.stages, stage, &SideBySideRow::Stage::name);
    cells.push_back(
        {std::string(stage) + "_ms", found == row.stages.end() ? std::nullopt : std::optional(found->ms), 8});
  }
  cells.push_back({"description", english(row.description), 11});
  cells.push_back({"complaint", english(row.complaint), 9});
  cells.push_back({"text", row.text});
  return cells;
}

// Those of this machine, the CPU first.
std::vector<Engine> usable_engines(const std::vector<DeviceRow>& devices) {
  std::vector<Engine> engines;
  for (const Engine engine : {Engine::cpu, Engine::cuda_baseline, Engine::cuda}) {
    const auto runs = [name = name_of(engine_names, engine)](const DeviceRow& row) {
      return row.usable && row.engine == name;
    };
    if (std::ranges::any_of(devices, runs)) engines.push_back(engine);
  }
  return engines;
}

}  // namespace

int run(const BenchEngines& command, const BenchOutputs& outputs, const Context& context) {
  SideBySide wanted{.audio = command.audio.empty() ? context.services.lab.sample_recording() : command.audio,
                    .engines = {},
                    .python = command.python,
                    .reference = text_or_contents(command.reference)};
  for (const Engine engine :
       command.engines.empty() ? usable_engines(context.services.lab.devices()) : command.engines) {
    wanted.engines.push_back(command.engine);
    wanted.engines.back().engine = engine;
  }
  BenchOutput output(outputs, cells_of(SideBySideRow{}), context.console);
  BenchCells facts{{"audio", wanted.audio.string()},
                   {"reference", wanted.reference.empty() ? "the first text" : wanted.reference}};
  if (!command.engine.model.empty()) facts.insert(facts.begin(), {"model", command.engine.model});
  output.begin(facts);
  bool failed = false;
  const auto print = [&](const SideBySideRow& row) {
    failed = failed || !row.complaint.empty();
    output.row(cells_of(row));
  };
  const std::stop_token stop = context.console.interrupts();
  hear_side_by_side(wanted, ablation_tools(context, stop), print, stop);
  output.finish();
  return failed ? exit_failed : exit_done;
}

}  // namespace tilescribe::cli
