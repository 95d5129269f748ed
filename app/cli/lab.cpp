// SPDX-License-Identifier: Apache-2.0
// lab and the commands below it: kernels of the user's own. What runs such a kernel is a process of its own.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/lab_tables.h"
#include "app/cli/number.h"
#include "app/cli/output_files.h"
#include "app/message_text.h"
#include "app/printable.h"
#include "inference/api/engine_names.h"
#include "inference/api/kernel_lab.h"

namespace tilescribe::cli {
namespace {

constexpr std::size_t number_width = 12;

std::string number(double value, const char* format) {
  return padded(formatted(format, value), number_width);
}

// A line of the result.
void tell(const Context& context, const Message& message) {
  context.console.out((context.messages ? message_text(message) : printable(english(message))) + '\n');
}

}  // namespace

int watch(std::vector<std::string> words, const KernelProcess& process, const Context& context) {
  const WatchedEnd end = run_watched(std::move(words), process.limit_s);
  if (!end.failure.empty()) say(context, end.failure);
  return end.failure.empty() ? end.status : exit_failed;
}

ToldCompiled tell_compiled(const Context& context) {
  return [&context](const CompiledSource& source) {
    if (source.kept) {
      say(context, Message("{1} was compiled before by {2}.", source.exercise, source.compiler));
    } else {
      say(context, Message("{1} was compiled by {2} in {3} s.", source.exercise, source.compiler,
                           Real{source.seconds, 2}));
    }
  };
}

namespace {

// Runs `work` if this process was started to be watched; else starts and watches one that does.
template <class Work>
int watched(const LabKernelChoice& kernel, std::vector<std::string> words, const Context& context,
            const Work& work, const std::vector<std::string>& behind = {}) {
  if (kernel.process.watched >= 0) {
    const WatchedProcess process(kernel.process.watched);
    try {
      return work();
    } catch (const OutputClosed&) {
      throw;
    } catch (...) {
      const Failure failure = describe_failure(std::current_exception());
      report(context, failure);
      if (context.verbose || failure.details.empty()) return exit_failed;
      std::istringstream lines(failure.details);  // what the compiler said
      for (std::string line; std::getline(lines, line);) context.console.err(line + '\n');
      return exit_failed;
    }
  }
  words.insert(words.begin(), "lab");
  const UserKernel& own = kernel.own;
  words.insert(words.end(), {"--threads", std::to_string(own.threads), "--gpu", std::to_string(own.gpu),
                             "--engine", std::string(name_of(engine_names, own.engine))});
  if (context.verbose) words.emplace_back("--verbose");
  if (context.messages) words.emplace_back("--messages");
  words.insert(words.end(), {"--typed", context.typed, "--", own.file.string()});
  words.insert(words.end(), behind.begin(), behind.end());
  return watch(std::move(words), kernel.process, context);
}

int check(const LabCheckCommand& command, const Context& context) {
  std::size_t rows = 0, failed = 0;
  const auto print = [&](const CheckRow& row) {
    ++rows;
    if (!row.passed) ++failed;
    const std::string error = number(row.error, scientific);
    const std::string most = padded(formatted(scientific, row.tolerance), number_width);
    if (row.passed) {
      tell(context, Message("PASS  {1}<= {2}{3}", error, most, row.problem));
    } else {
      tell(context, Message("FAIL  {1}<= {2}{3}  {4}", error, most, row.problem, row.message));
    }
  };
  const std::uint64_t seed = lab_check(command.kernel.own, command.seed, tell_compiled(context), print);
  tell(context, Message("{1} check(s), {2} failed; seed {3}.", rows, failed, seed));
  return failed == 0 ? exit_done : exit_failed;
}

// Writes figures for other programs where `json` says.
void write(const std::string& json, const BenchTable& table, const Context& context) {
  if (json.empty()) return;
  const std::string text = json_of(table);
  json == "-" ? context.console.out(text) : write_file(json, text);
}

int time(const LabTimeCommand& command, const Context& context) {
  constexpr std::size_t variant_width = 16;
  check_writable(command.json);
  std::vector<OpRow> rows;
  const auto print = [&](const OpRow& row) {
    const bool another = rows.empty() || rows.back().problem != row.problem;
    rows.push_back(row);
    if (command.json == "-") return;
    if (another) {
      context.console.out((rows.size() == 1 ? "" : "\n") + row.problem + '\n');
      // As wide as the columns below, in every language.
      tell(context,
           Message("variant         ms          least       most        GFLOP/s     GB/s        error"));
    }
    context.console.out(
        padded(row.variant, variant_width) + number(row.time.ms, "%.4f") + number(row.time.least_ms, "%.4f") +
        number(row.time.most_ms, "%.4f") + number(1e3 * row.rates.tflop_s.value_or(0.0), "%.2f") +
        number(row.rates.gb_s.value_or(0.0), "%.2f") + (row.error ? formatted(scientific, *row.error) : "-") +
        (row.complaint.empty() || context.messages ? "" : "  " + printable(english(row.complaint))) + '\n');
    if (context.messages && !row.complaint.empty()) tell(context, row.complaint);
  };
  LabTimeOptions options = command.options;
  options.ceilings = !command.json.empty();
  const UserKernel& own = command.kernel.own;
  const LabRun run = lab_time(own, options, tell_compiled(context), print);
  write(command.json, time_table(run, rows, own.file, command.kernel.process.typed), context);
  return exit_done;
}

int model(const LabModelCommand& command, const Context& context) {
  constexpr std::size_t stage_width = 16;
  check_writable(command.json);
  const UserKernel& own = command.kernel.own;
  const LabModelResult result = lab_model(own, command.options, tell_compiled(context));
  write(command.json, model_table(result, own.file, command.kernel.process.typed), context);
  if (command.json == "-") return exit_done;
  std::string text = padded("stage", stage_width) + padded("with, ms", number_width) +
                     padded("without", number_width) + "ratio\n";
  const auto add = [&](const LabModelResult::Stage& stage) {
    text += padded(stage.name, stage_width) + number(stage.with_ms, "%.2f") +
            number(stage.without_ms, "%.2f") +
            (stage.without_ms > 0.0 ? formatted("%.2f", stage.with_ms / stage.without_ms) : "-") + '\n';
  };
  for (const LabModelResult::Stage& stage : result.stages) add(stage);
  add(all_stages(result));
  text +=
      "\nThe kernel ran " + counted(result.launches, "time") + " for " + formatted("%.1f", result.audio_s) +
      " s of sound.\n" +
      "Word error rate against the text without it: " + formatted("%.2f", 100.0 * result.word_error_rate) +
      " %\n\n" + printable_lines(result.with_text) + '\n';
  context.console.out(text);
  return exit_done;
}

void tell(const Context& context, const LabCode& code) {
  constexpr std::size_t count_width = 6;
  tell(context, Message("{1} bytes for {2}", code.cubin.size(), code.architecture));
  if (code.registers == 0) return;
  context.console.out("\n");
  tell(context, Message("Registers of a thread: {1}", code.registers));
  tell(context, Message("Shared memory of a block: {1} bytes", code.shared_bytes));
  tell(context, Message("Local memory of a thread: {1} bytes", code.stack_bytes));
  tell(context, Message("Spilled registers of a thread: {1} bytes stored, {2} bytes loaded",
                        code.spill_store_bytes, code.spill_load_bytes));
  context.console.out("\n");
  tell(context, Message("Instructions in the PTX, where one in a loop counts once:"));
  for (const auto& [what, count] : code.instructions) {
    const std::string number = std::to_string(count);
    const std::string before(count_width - std::min(count_width, number.size()), ' ');
    tell(context, Message("{1}  {2}", before + number, what));
  }
}

}  // namespace

int execute(const LabCommand& /*command*/, const Context& context) {
  std::size_t width = 0;
  const std::vector<ExerciseRow> rows = lab_exercises();
  for (const ExerciseRow& row : rows) width = std::max(width, row.name.size());
  for (const ExerciseRow& row : rows) context.console.out(padded(row.name, width + 2) + row.what + '\n');
  return exit_done;
}

int execute(const LabNewCommand& command, const Context& context) {
  const std::filesystem::path file = write_exercise(command.exercise, command.folder);
  context.console.out(printable(file.string()) + '\n');
  return exit_done;
}

int execute(const LabCheckCommand& command, const Context& context) {
  return watched(command.kernel, {"check", "--seed", std::to_string(command.seed)}, context,
                 [&] { return check(command, context); });
}

int execute(const LabTimeCommand& command, const Context& context) {
  std::vector<std::string> words{"time", "--runs", std::to_string(command.options.runs)};
  if (!command.options.shape.empty()) words.insert(words.end(), {"--shape", command.options.shape});
  if (!command.json.empty()) words.insert(words.end(), {"--json", command.json});
  return watched(command.kernel, words, context, [&] { return time(command, context); });
}

int execute(const LabModelCommand& command, const Context& context) {
  std::vector<std::string> words{"model"};
  const std::string& model_folder = command.options.model;
  if (!model_folder.empty()) words.insert(words.end(), {"--model", model_folder});
  if (!command.json.empty()) words.insert(words.end(), {"--json", command.json});
  std::vector<std::string> audio;
  if (!command.options.audio.empty()) audio.push_back(command.options.audio.string());
  return watched(
      command.kernel, words, context, [&] { return model(command, context); }, audio);
}

int execute(const LabCompileCommand& command, const Context& context) {
  const std::string output = command.output.string();
  std::error_code unknown;
  if (!output.empty() && std::filesystem::equivalent(command.file, output, unknown))
    throw CommandError("{1} is the kernel itself; the compiled one needs another name.", output);
  if (!output.empty()) check_writable(output);
  const LabCode code = lab_code(command.file, command.architecture, tell_compiled(context));
  if (!output.empty()) write_file(output, code.cubin);
  tell(context, code);
  return exit_done;
}

}  // namespace tilescribe::cli
