// SPDX-License-Identifier: Apache-2.0
// The options of lab and of the commands below it.
#include <array>

#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

constexpr int most_runs = 1000;

constexpr std::array<Named<Engine>, 2> lab_engine_names{
    {{Engine::cpu, "cpu"}, {Engine::cuda_baseline, "cuda-baseline"}}};

void add_file(CLI::App& options, std::filesystem::path& file) {
  add_text(options, "FILE", {"", "The kernel: a file that lab new wrote, with its body."},
           [&file](const std::string& value) { file = value; });
}

void add_kernel(CLI::App& options, LabKernelChoice& kernel) {
  add_file(options, kernel.own.file);
  add_process(options, kernel.process);
  add_choice(options, "--engine", "Where it runs. Default: cpu.", lab_engine_names, kernel.own.engine);
  add_number(options, "--gpu", {"N", "Which GPU, as the driver counts them. Default: 0."}, 0, 1024,
             kernel.own.gpu);
  add_threads(options, kernel.own.threads);
}

void add_json(CLI::App& options, std::string& json) {
  add_text(
      options, "--json",
      {"FILE|-",
       "Write the figures as JSON too, for report --kernel; -: to standard output, instead of the text."},
      json);
}

template <class Command>
Command with_file(const Command& command) {
  if (command.kernel.own.file.empty()) throw WrongUsage("lab expects a kernel's file; found none.");
  return command;
}

LabNewCommand new_command(const LabNewCommand& command) {
  if (command.exercise.empty())
    throw WrongUsage(
        "lab new expects an exercise and a folder; found neither. tilescribe-cli lab names them.");
  if (command.folder.empty()) throw WrongUsage("lab new expects a folder for the file; found none.");
  return command;
}

LabCompileCommand compile_command(const LabCompileCommand& command) {
  if (command.file.empty()) throw WrongUsage("lab expects a kernel's file; found none.");
  return command;
}

}  // namespace

void add_process(CLI::App& options, KernelProcess& process) {
  add_number(
      options, "--limit",
      {"S", "End a launch of a kernel of your own that takes longer than this, in seconds. Default: 10."},
      0.1, 3600.0, process.limit_s);
  // Not in --help: how this program tells itself that it is the one that runs the kernel.
  add_number(options, "--watched", {"", ""}, 0, std::numeric_limits<int>::max(), process.watched)->group("");
  add_text(options, "--typed", {"", ""}, process.typed)->group("");
}

void add_lab(Parser& parser) {
  const auto [lab, list] = parser.add<LabCommand>(parser.program(), "lab");
  static_cast<void>(list);

  const auto [making, made] = parser.add<LabNewCommand>(lab, "lab new", new_command);
  add_text(making, "EXERCISE", {"", "What the kernel is to compute, as tilescribe-cli lab names it."},
           made.exercise);
  add_text(making, "DIR", {"", "The folder for EXERCISE.cpp, created if necessary."},
           [&folder = made.folder](const std::string& value) { folder = value; });

  const auto [checking, check] = parser.add<LabCheckCommand>(lab, "lab check", with_file<LabCheckCommand>);
  add_kernel(checking, check.kernel);
  add_number(checking, "--seed", {"N", "Seed of the random inputs. 0 (the default): a fresh one."}, 0ULL,
             std::numeric_limits<unsigned long long>::max(), check.seed);

  const auto [timing, time] = parser.add<LabTimeCommand>(lab, "lab time", with_file<LabTimeCommand>);
  add_kernel(timing, time.kernel);
  add_text(timing, "--shape",
           {"\"NAME=N …\"", "Shapes whose description contains all these words. Default: one usual shape."},
           time.options.shape);
  add_number(timing, "--runs", {"N", "Timed rounds, fewer if a round takes long. Default: 10."}, 1, most_runs,
             time.options.runs);
  add_json(timing, time.json);

  const auto [transcribing, model] =
      parser.add<LabModelCommand>(lab, "lab model", with_file<LabModelCommand>);
  add_kernel(transcribing, model.kernel);
  add_text(transcribing, "AUDIO", {"", "The recording. Default: the sample that comes with the program."},
           [&audio = model.options.audio](const std::string& value) { audio = value; });
  add_model(transcribing, model.options.model);
  add_json(transcribing, model.json);

  const auto [compiling, compile] = parser.add<LabCompileCommand>(lab, "lab compile", compile_command);
  add_file(compiling, compile.file);
  add_text(
      compiling, "--arch",
      {"sm_N",
       "The GPU's architecture, e.g. sm_75, sm_80 or sm_90a. Default: this machine's first GPU, or sm_90a."},
      compile.architecture);
  add_text(compiling, "--output", {"FILE", "Write the cubin. Default: it is only compiled."},
           [&output = compile.output](const std::string& value) { output = value; });
}

}  // namespace tilescribe::cli
