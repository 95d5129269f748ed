// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_arguments.h"

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <utility>

#include "app/cli/options.h"

namespace tilescribe::cli {

const HelpText bench_help{
    "bench", "Measures the stages of a model, the ops, or whole transcriptions on this machine.",
    "Each has its own --help, e.g. tilescribe-cli bench stages --help. Speed is given with\n"
    "what the device reaches on the simplest work, measured in the same call. Run it on an\n"
    "idle machine."};

namespace {

const HelpText stages_help{
    "stages",
    "Times features, encoder, projector, prefill, decode step and the whole for windows\n"
    "of 30 s.",
    "A row a stage and batch: the median, the shortest and the longest time in ms, the\n"
    "share of the whole (a decode step counts as often as there are tokens), TFLOP/s and\n"
    "GB/s as the ops' contracts count them, and both in percent of this device's ceilings,\n"
    "which are measured first; how many times faster than speech. Of one window also the\n"
    "first token, and a clip of 3.5 s with 13 tokens.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli bench stages --model random:nano --batch 1,16,64 --engine cuda\n"
    "  tilescribe-cli bench stages --json stages.json"};

const HelpText ops_help{
    "ops", "Times every variant of every op, or of one, side by side on GLM-ASR-Nano's shapes.",
    "A row a variant and shape; the first of a shape is what the engine takes by itself.\n"
    "Arguments rotate beyond the caches. The error is the largest difference to the\n"
    "reference, or where that would take too long to the op's last variant, over the\n"
    "largest value.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli bench ops --op attend --shape \"rows=1500 head_dim=64\""};

const HelpText trace_help{
    "trace", "Says what every op of a window costs, kernel by kernel, and what measuring that costs.",
    "Runs windows of 30 s with tracing off and on. A row a stage, op and variant: how many\n"
    "kernels (or on a CPU calls), what they add to the time in which anything ran, the\n"
    "share of that, and how long they lasted together, waiting for each other included;\n"
    "the kernels' names. tracing_costs_percent compares the medians of the runs. The exit status is 1\n"
    "where a kernel can't be named by its op, or records were lost.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli bench trace --model random:nano --engine cuda"};

const HelpText bench_transcribe_help{
    "transcribe", "Transcribes a file several times and compares the text with what is expected.",
    "Prints mean and standard deviation of the seconds, tokens, ms a token, times real\n"
    "time, the word error rate, PASS or FAIL. The exit status is 1 on FAIL.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli bench transcribe --audio short.wav --expect short.txt --max-wer 0.05"};

constexpr int most_runs = 10'000;
constexpr int most_windows = 4096;

struct Parsed {
  StagesOptions stages;
  OpsOptions ops;
  TraceOptions trace;
  BenchTranscribe transcribe;
  std::string batch;
  float max_wer = -1.0F;
  BenchOutputs outputs;
  bool verbose = false;
};

void add_runs(CLI::App& command, const char* description, int& runs) {
  add_number(command, "--runs", {"N", description}, 1, most_runs, runs);
}

void add_outputs(CLI::App& command, Parsed& parsed) {
  const auto add = [&](const char* name, const char* description, std::string& target) {
    add_text(command, name, {"FILE|-", description},
             [&target](std::string value) { target = std::move(value); });
  };
  add("--json", "Write the table as JSON too; -: to standard output, instead of the text.",
      parsed.outputs.json);
  add("--csv", "Likewise as comma-separated values.", parsed.outputs.csv);
  add("--markdown", "Likewise as a Markdown table.", parsed.outputs.markdown);
  add_verbose(command, parsed.verbose);
}

void add_stages(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, stages_help);
  add_text(command, "--batch",
           {"N,N,…", "Windows at once. Left out: 1, and what the engine encodes and decodes at once."},
           [&parsed](std::string value) { parsed.batch = std::move(value); });
  add_number(command, "--tokens", {"N", "Decode steps a window. Left out: 100."}, 1, 100'000,
             parsed.stages.tokens);
  add_runs(command, "Timed runs, behind one that is not. Left out: 5.", parsed.stages.runs);
  add_engine(command, parsed.stages.engine, "Arithmetic. Left out: auto, the engine's own.");
  add_outputs(command, parsed);
}

void add_ops(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, ops_help);
  add_text(command, "--op", {"NAME", "Time this op alone."},
           [&parsed](std::string value) { parsed.ops.op = std::move(value); });
  add_text(command, "--shape", {"\"NAME=N …\"", "Only shapes whose description holds all these words."},
           [&parsed](std::string value) { parsed.ops.shape = std::move(value); });
  add_runs(command, "Timed rounds a variant, fewer where one takes long. Left out: 10.", parsed.ops.runs);
  add_engine(command, parsed.ops.engine, "Arithmetic. Left out: auto, the engine's own.");
  add_outputs(command, parsed);
}

void add_trace(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, trace_help);
  add_number(command, "--windows", {"N", "Windows at once. Left out: 1."}, 1, most_windows,
             parsed.trace.windows);
  add_number(command, "--tokens", {"N", "Decode steps a window. Left out: 100."}, 1, 100'000,
             parsed.trace.tokens);
  add_runs(command, "Timed runs of each kind, behind one that is not. Left out: 5.", parsed.trace.runs);
  command.add_flag("--nvtx", parsed.trace.nvtx,
                   "Show stages, layers and ops to a tool that watches, such as Nsight Systems.");
  add_engine(command, parsed.trace.engine, "Arithmetic. Left out: auto, the engine's own.");
  add_outputs(command, parsed);
}

void add_transcribe(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, bench_transcribe_help);
  TranscriptionBench& bench = parsed.transcribe.bench;
  add_text(command, "--audio", {"FILE", "The audio or video file."},
           [&bench](const std::string& value) { bench.audio = value; });
  add_text(command, "--expect", {"TEXT|FILE", "The text that is expected, or a file that holds it."},
           [&parsed](std::string value) { parsed.transcribe.expect = std::move(value); });
  add_number(command, "--max-wer",
             {"SHARE", "Pass up to this word error rate, e.g. 0.05. Left out: the very text."}, 0.0F, 100.0F,
             parsed.max_wer);
  add_number(command, "--warmup", {"N", "Runs before those that are timed. Left out: 1."}, 0, most_runs,
             bench.warmup);
  add_runs(command, "Timed runs. Left out: 5.", bench.runs);
  add_engine(command, parsed.transcribe.engine, "Arithmetic. Left out: auto, the engine's own.");
  add_outputs(command, parsed);
}

std::vector<int> windows_of(const std::string& text) {
  std::vector<int> windows;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto number = parse_number<int>(part, 1, most_windows);
    if (!number) {
      throw WrongUsage{"--batch expects whole numbers from 1 to " + std::to_string(most_windows) +
                       " with commas between them; found " + in_quotes(text) + "."};
    }
    windows.push_back(*number);
  }
  return windows;
}

BenchCommand command_of(const std::string& name, Parsed& parsed) {
  const std::array targets{parsed.outputs.json, parsed.outputs.csv, parsed.outputs.markdown};
  if (std::ranges::count(targets, "-") > 1)
    throw WrongUsage{"Only one of --json, --csv and --markdown can be - (standard output)."};
  if (name == stages_help.name) {
    parsed.stages.windows = windows_of(parsed.batch);
    return {parsed.stages, parsed.outputs};
  }
  if (name == ops_help.name) return {parsed.ops, parsed.outputs};
  if (name == trace_help.name) return {parsed.trace, parsed.outputs};
  BenchTranscribe& transcribe = parsed.transcribe;
  if (transcribe.bench.audio.empty()) throw WrongUsage{"bench transcribe expects --audio FILE."};
  if (transcribe.expect.empty()) throw WrongUsage{"bench transcribe expects --expect TEXT or FILE."};
  if (parsed.max_wer >= 0.0F) transcribe.bench.max_wer = static_cast<double>(parsed.max_wer);
  return {transcribe, parsed.outputs};
}

// The first word that nothing took, as a sentence.
void refuse_extras(const CLI::App& program, const CLI::App* command) {
  const std::vector<std::string> extras = command == nullptr ? program.remaining() : command->remaining();
  if (command == nullptr) {
    throw WrongUsage{"bench expects stages, ops, trace or transcribe; found " +
                     (extras.empty() ? "none" : in_quotes(unmarked(extras.front()))) + "."};
  }
  if (extras.empty()) return;
  const std::string extra = unmarked(extras.front());
  throw WrongUsage{"bench " + command->get_name() +
                   (extra.starts_with('-') ? " has no option " + extra + "."
                                           : " takes no argument " + in_quotes(extra) + ".")};
}

}  // namespace

Arguments parse_bench_arguments(const std::vector<std::string>& words) {
  Parsed parsed;
  CLI::App program(bench_help.description, std::string("tilescribe-cli ") + bench_help.name);
  program.footer(bench_help.footer);
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_help_flag("-h,--help", "Show this help.");
  program.require_subcommand(0, 1);
  program.allow_extras();
  add_stages(program, parsed);
  add_ops(program, parsed);
  add_trace(program, parsed);
  add_transcribe(program, parsed);

  return parsed_or_wrong(program, bench_help.name, [&]() -> Arguments {
    std::vector<std::string> reversed = marked(words);
    std::ranges::reverse(reversed);  // as CLI11 wants them
    program.parse(reversed);
    const CLI::App* command = named_command(program);
    refuse_extras(program, command);
    return {command_of(command->get_name(), parsed), parsed.verbose};
  });
}

}  // namespace tilescribe::cli
