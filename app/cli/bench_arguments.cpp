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
    "Each has its own --help, e.g. tilescribe-cli bench stages --help. Speeds are compared\n"
    "with what the device reaches on the simplest work, measured in the same call. Run it\n"
    "on an idle machine."};

namespace {

const HelpText stages_help{
    "stages",
    "Times features, encoder, projector, prefill, decode step and the whole for windows\n"
    "of 30 s.",
    "One row per stage and batch: the median, the shortest and the longest time in ms;\n"
    "the share of the whole (a decode step counts once per token); TFLOP/s and GB/s as\n"
    "counted by the ops' contracts, and both in percent of this device's ceilings, which\n"
    "are measured first; the speed in times real time. For one window also the first\n"
    "token, and a clip of 3.5 s with 13 tokens.\n"
    "\n"
    "Examples:\n"
    "  tilescribe-cli bench stages --model random:nano --batch 1,16,64 --engine cuda\n"
    "  tilescribe-cli bench stages --json stages.json"};

const HelpText ops_help{"ops",
                        "Times every variant of every op, or of one, side by side on GLM-ASR-Nano's shapes.",
                        "One row per variant and shape; the first of a shape is the engine's own choice.\n"
                        "The arguments rotate through more memory than the caches hold. The error is the\n"
                        "largest difference from the reference over the largest value. If the reference\n"
                        "would take too long, the op's last variant replaces it.\n"
                        "\n"
                        "Example:\n"
                        "  tilescribe-cli bench ops --op attend --shape \"rows=1500 head_dim=64\""};

const HelpText trace_help{
    "trace", "Measures what every op of a window costs, kernel by kernel, and what tracing costs.",
    "Runs windows of 30 s with tracing off and on. One row per stage, op and variant: the\n"
    "number of kernels (on a CPU: calls), what they add to the time in which anything ran,\n"
    "their share of that time, the sum of their durations (an overlapping kernel's duration\n"
    "includes time spent waiting), and their names. tracing_costs_percent compares the\n"
    "medians of the runs. The exit status is 1 if a kernel has no op, or if records were\n"
    "lost.\n"
    "\n"
    "Example:\n"
    "  tilescribe-cli bench trace --model random:nano --engine cuda"};

const HelpText bench_transcribe_help{
    "transcribe", "Transcribes a file several times and compares the text with the expected one.",
    "Prints mean and standard deviation of the seconds, tokens, ms per token, times real\n"
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
           {"N,N,…", "Windows at once. Default: 1, and as many as the engine encodes and decodes at once."},
           [&parsed](std::string value) { parsed.batch = std::move(value); });
  add_number(command, "--tokens", {"N", "Decode steps per window. Default: 100."}, 1, 100'000,
             parsed.stages.tokens);
  add_runs(command, "Timed runs, after one that is not timed. Default: 5.", parsed.stages.runs);
  add_engine(command, parsed.stages.engine, "Arithmetic. Default: auto, the engine's own.");
  add_outputs(command, parsed);
}

void add_ops(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, ops_help);
  add_text(command, "--op", {"NAME", "Time only this op."},
           [&parsed](std::string value) { parsed.ops.op = std::move(value); });
  add_text(command, "--shape", {"\"NAME=N …\"", "Only shapes whose description contains all these words."},
           [&parsed](std::string value) { parsed.ops.shape = std::move(value); });
  command.add_flag("--configs", parsed.ops.configs,
                   "Time each variant in all its configurations, such as tile sizes.");
  add_runs(command, "Timed rounds per variant, fewer if a round takes long. Default: 10.", parsed.ops.runs);
  add_engine(command, parsed.ops.engine, "Arithmetic. Default: auto, the engine's own.");
  add_outputs(command, parsed);
}

void add_trace(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, trace_help);
  add_number(command, "--windows", {"N", "Windows at once. Default: 1."}, 1, most_windows,
             parsed.trace.windows);
  add_number(command, "--tokens", {"N", "Decode steps per window. Default: 100."}, 1, 100'000,
             parsed.trace.tokens);
  add_runs(command, "Timed runs of each kind, after one that is not timed. Default: 5.", parsed.trace.runs);
  command.add_flag("--nvtx", parsed.trace.nvtx,
                   "Mark stages, layers and ops for a tool such as Nsight Systems.");
  add_engine(command, parsed.trace.engine, "Arithmetic. Default: auto, the engine's own.");
  add_outputs(command, parsed);
}

void add_transcribe(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, bench_transcribe_help);
  TranscriptionBench& bench = parsed.transcribe.bench;
  add_text(command, "--audio", {"FILE", "The audio or video file."},
           [&bench](const std::string& value) { bench.audio = value; });
  add_text(command, "--expect", {"TEXT|FILE", "The expected text, or a file that contains it."},
           [&parsed](std::string value) { parsed.transcribe.expect = std::move(value); });
  add_number(command, "--max-wer",
             {"SHARE", "Pass up to this word error rate, e.g. 0.05. Default: the text must be equal."}, 0.0F,
             100.0F, parsed.max_wer);
  add_number(command, "--warmup", {"N", "Untimed runs before the timed ones. Default: 1."}, 0, most_runs,
             bench.warmup);
  add_runs(command, "Timed runs. Default: 5.", bench.runs);
  add_engine(command, parsed.transcribe.engine, "Arithmetic. Default: auto, the engine's own.");
  add_outputs(command, parsed);
}

std::vector<int> windows_of(const std::string& text) {
  std::vector<int> windows;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto number = parse_number<int>(part, 1, most_windows);
    if (!number) {
      throw WrongUsage("--batch expects whole numbers from 1 to {1} with commas between them; found {2}.",
                       most_windows, in_quotes(text));
    }
    windows.push_back(*number);
  }
  return windows;
}

BenchCommand command_of(const std::string& name, Parsed& parsed) {
  const std::array targets{parsed.outputs.json, parsed.outputs.csv, parsed.outputs.markdown};
  if (std::ranges::count(targets, "-") > 1)
    throw WrongUsage("Only one of --json, --csv and --markdown can be - (standard output).");
  if (name == stages_help.name) {
    parsed.stages.windows = windows_of(parsed.batch);
    return {parsed.stages, parsed.outputs};
  }
  if (name == ops_help.name) return {parsed.ops, parsed.outputs};
  if (name == trace_help.name) return {parsed.trace, parsed.outputs};
  BenchTranscribe& transcribe = parsed.transcribe;
  if (transcribe.bench.audio.empty()) throw WrongUsage("bench transcribe expects --audio FILE.");
  if (transcribe.expect.empty()) throw WrongUsage("bench transcribe expects --expect TEXT or FILE.");
  if (parsed.max_wer >= 0.0F) transcribe.bench.max_wer = static_cast<double>(parsed.max_wer);
  return {transcribe, parsed.outputs};
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
    refuse_extras(program, "bench expects stages, ops, trace or transcribe", "bench ");
    return {command_of(command->get_name(), parsed), parsed.verbose};
  });
}

}  // namespace tilescribe::cli
