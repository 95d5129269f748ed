// SPDX-License-Identifier: Apache-2.0
// tune.
#include "inference/api/tune.h"

#include "app/cli/bench_output.h"
#include "app/cli/commands.h"
#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

TuneCommand tune_command(const TuneCommand& command) {
  check_outputs(command.outputs);
  return command;
}

BenchCells cells_of(const TuneRow& row) {
  const auto if_timed = [](double ms) { return ms > 0.0 ? std::optional(ms) : std::nullopt; };
  const bool confirmed = row.state == "kept" || row.state == "rejected";
  return {{"op", row.op, 20},
          {"state", row.state, 8},
          {"before", row.before, 14},
          {"best", row.best, 14},
          {"before_ms", if_timed(row.before_ms), 9},
          {"best_ms", if_timed(row.best_ms), 9},
          {"stage_percent", confirmed ? std::optional(row.stage_percent) : std::nullopt},
          {"candidates", row.candidates},
          {"wrong", row.wrong},
          {"other_bits", row.other_bits},
          {"searched", row.searched},
          {"problem", row.problem}};
}

}  // namespace

void add_tune(Parser& parser) {
  const auto [options, command] = parser.add<TuneCommand>(parser.program(), "tune", tune_command);
  TuneOptions& tune = command.options;
  add_text(options, "--op", {"NAME", "Tune only this op. Default: all that the model runs."}, tune.op);
  options.add_flag("--again", tune.again, "Search anew what this run tunes, even where it is known.");
  add_engine(options, tune.engine, "Arithmetic. Default: auto, the engine's own.");
  add_outputs(options, command.outputs);
}

int execute(const TuneCommand& command, const Context& context) {
  BenchOutput output(command.outputs, cells_of(TuneRow{}), context.console);
  const TuneSummary found = context.services.lab.tune(
      command.options, [&](const TuneRow& row) { output.row(cells_of(row)); }, context.console.interrupts());
  // Known only now; in the text it stands below the rows.
  output.begin({{"engine", found.engine},
                {"model", found.model},
                {"problems", found.problems},
                {"left_out", found.left_out},
                {"searched", found.searched},
                {"kept", found.kept},
                {"whole_percent", found.whole_percent},
                {"whole_interval_percent", found.whole_interval_percent},
                {"file", found.file.string()}});
  output.finish();
  if (!found.set_aside.empty()) say(context, found.set_aside);
  return exit_done;
}

}  // namespace tilescribe::cli
