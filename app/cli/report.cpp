// SPDX-License-Identifier: Apache-2.0
#include "inference/api/report.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "app/cli/bench_ablate.h"
#include "app/cli/commands.h"
#include "app/cli/text_files.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

// What the author gave, read before minutes are spent on measuring.
ReportMaterial material_of(const ReportCommand& command, const Context& context) {
  ReportMaterial material;
  material.command = context.typed;
  if (!command.ablation.empty())
    material.ablation = read_ablation_table(contents_of(command.ablation), command.ablation.string());
  for (const fs::path& file : command.kernels)
    material.kernels.push_back(read_kernel_figures(contents_of(file), file.string()));
  if (!command.before.empty()) {
    material.before = contents_of(command.before);
    material.after = contents_of(command.after);
    material.before_name = command.before.string();
    material.after_name = command.after.string();
  }
  return material;
}

void check_files(const ReportCommand& command) {
  for (const fs::path& file : report_files(command.output)) {
    std::error_code ignored;
    if (!command.replace && fs::exists(file, ignored))
      throw CommandError("{1} exists already, and may hold somebody's words; --replace replaces it.",
                         file.string());
  }
  const fs::path folder = command.output.parent_path();
  std::error_code ignored;
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    throw CommandError("There is no folder {1} for the report.", folder.string());
}

}  // namespace

int execute(const ReportCommand& command, const Context& context) {
  check_files(command);
  const ReportMaterial material = material_of(command, context);
  ReportRequest request = command.request;
  if (request.audio.empty()) request.audio = context.services.lab.sample_recording();
  const std::stop_token stop = context.console.interrupts();
  const ReportMeasurements measured =
      context.services.lab.measure_report(request, ablation_tools(context, stop), stop);
  for (const fs::path& file : write_report_files(measured, material, command.output, command.replace))
    context.console.out(file.string() + '\n');
  return exit_done;
}

}  // namespace tilescribe::cli
