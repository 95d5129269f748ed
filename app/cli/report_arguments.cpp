// SPDX-License-Identifier: Apache-2.0
// report.
#include <string>
#include <utility>

#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

ReportCommand report_command(const ReportCommand& command) {
  if (command.output.empty()) throw WrongUsage("report expects --output FILE, with .md, .tex or .html.");
  try {
    static_cast<void>(report_format(command.output));
  } catch (const std::exception& error) {
    throw WrongUsage("--output: {1}", error.what());
  }
  if (command.before.empty() != command.after.empty())
    throw WrongUsage("--before and --after belong together: the source before the change, and after it.");
  return command;
}

}  // namespace

void add_report(Parser& parser) {
  constexpr int most_rounds = 10'000;
  const auto [options, report] = parser.add<ReportCommand>(parser.program(), "report", report_command);
  ReportRequest& request = report.request;
  add_text(options, "AUDIO", {"", "The audio or video file. Default: the bundled sample."}, request.audio);
  add_text(options, "-o,--output", {"FILE", "The report, a new file: .md, .tex or .html."}, report.output);
  add_text(
      options, "--baseline",
      {"\"SWITCHES\"",
       "What the engine is compared with, as in a file of bench ablate. Default: engine=cuda-baseline on a "
       "GPU, otherwise fusion=off."},
      request.baseline);
  add_number(options, "--rounds", {"N", "Timed rounds of both, after one that is not timed. Default: 5."}, 2,
             most_rounds, request.rounds);
  add_text(options, "--ablation", {"FILE", "The effect of what was tried: what bench ablate --json wrote."},
           report.ablation);
  add_texts(
      options, "--kernel",
      {"FILE", "Figures of a kernel: what lab time --json or lab model --json wrote. It may be repeated."},
      [&kernels = report.kernels](std::string value) { kernels.emplace_back(std::move(value)); });
  add_text(options, "--before",
           {"FILE", "With --after: a source before the change; the report shows the change."}, report.before);
  add_text(options, "--after", {"FILE", "The same source after the change."}, report.after);
  options.add_flag("--replace", report.replace, "Replace existing files, and what was written into them.");
  add_engine(options, request.engine, "Arithmetic. Default: auto, the engine's own.");
}

}  // namespace tilescribe::cli
