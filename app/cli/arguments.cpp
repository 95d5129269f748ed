// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <sstream>
#include <utility>

#include "app/cli/bench_arguments.h"
#include "app/cli/help.h"
#include "app/cli/number.h"
#include "app/cli/options.h"
#include "inference/api/profile_store.h"

namespace tilescribe::cli {
namespace {

// Everything after -- is a positional argument. CLI11 forgets that once a list of them has begun.
std::vector<std::string> cut_behind_dashes(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  std::vector<std::string> behind(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return behind;
}

// All commands as values that CLI11 fills in. Only the named one is used.
struct Parsed {
  TranscribeCommand transcribe;
  LiveCommand live;
  VerifyCommand verify;
  CheckCommand check;
  TokenizeCommand tokenize;
  DetokenizeCommand detokenize;
  std::vector<std::string> files;
  std::vector<std::string> ids;
  std::vector<std::string> profiles;
  std::string output;
  bool verbose = false;
};

void add_transcribe(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, transcribe_help);
  TranscribeOptions& options = parsed.transcribe.options;
  command.add_option("FILE", parsed.files, "Audio or video files.");

  Choices<ExportFormat> formats;
  for (const ExportFormat format : all_export_formats) formats.emplace_back(extension(format), format);
  add_choice<ExportFormat>(
      command, "--format",
      {"txt|srt|vtt|json|tsv", "Format of the transcript. Default: txt, one line per segment."}, formats,
      parsed.transcribe.format);
  add_text(command, "--output",
           {"DIR|-",
            "Folder for one transcript per file, created if necessary. - (the default): standard output."},
           [&parsed](std::string value) { parsed.output = std::move(value); });
  add_engine(
      command, parsed.transcribe.engine,
      "Arithmetic. Default: auto, which is bf16 on cuda, tf32 on cuda-baseline, and on the CPU bf16 where it "
      "has AVX512-BF16, else f32.");
  add_choice<LongAudio>(
      command, "--long",
      {"joint|windows",
       "How audio of more than 30 s is read. windows (the default): cut at quiet places, each "
       "window a request of its own. joint: all in one request, at most 630 s."},
      {{"joint", LongAudio::joint}, {"windows", LongAudio::windows}}, options.long_audio);
  command
      .add_option(
          "--profile", parsed.profiles,
          "Measure what every kernel costs for one file, and write it as .html (a report), .csv (the kernel "
          "table), .json (a trace for Perfetto) or .sqlite (everything, for the window's profiler). full: "
          "record every kernel, whatever that costs. May be given several times.")
      ->type_name("FILE|full")
      ->allow_extra_args(false);
  add_text(command, "--prompt", {"TEXT", "Instruction to the model. Default: the checkpoint's own."},
           [&options](std::string value) { options.prompt = std::move(value); });
  add_number(command, "--max-new-tokens",
             {"N", "At most this many tokens per request. 0 (the default): grows with the audio."}, 0,
             1'000'000, options.max_new_tokens);
  add_number(command, "--batch",
             {"N", "Windows decoded together. 0 (the default): chosen from threads and memory."}, 0, 1024,
             options.batch);
  add_number(command, "--stream", {"N", "Audio stream of the container, from 0. Default: the best one."}, 0,
             std::numeric_limits<int>::max(), options.audio_stream);
  add_number(command, "--temperature",
             {"T", "Above 0, tokens are drawn at random; higher values are more random. Default: 0, greedy."},
             0.0F, 100.0F, options.temperature);
  add_number(command, "--top-k",
             {"K", "With --temperature: draw among the K likeliest; 0: all. Default: 50."}, 0, 1'000'000,
             options.top_k);
  add_number(command, "--seed", {"S", "With --temperature: the same seed draws the same tokens. Default: 0."},
             0ULL, std::numeric_limits<unsigned long long>::max(), options.seed);
  add_verbose(command, parsed.verbose);
}

void add_live(CLI::App& program, Parsed& parsed) {
  LiveCommand& live = parsed.live;
  CLI::App& command = add_command(program, live_help);
  add_text(command, "--device",
           {"NAME",
            "The source's id, or a part of its name, as --list shows them. Default: the system's default."},
           [&live](std::string value) { live.device = std::move(value); });
  command.add_flag("--list", live.list, "List the sources and exit.");
  add_number(command, "--seconds", {"N", "Stop after this many seconds. 0 (the default): at Ctrl-C."}, 0.0,
             1e9, live.seconds);
  add_text(command, "--record",
           {"FILE",
            "The recording, a WAV file that does not exist yet. Default: named after the time, in the folder "
            "of recordings."},
           [&live](const std::string& value) { live.file = value; });
  command.add_flag("--json", live.json,
                   "One JSON object per line for every provisional and every fixed piece.");
  add_number(command, "--pause", {"S", "Silence that ends an utterance, in seconds. Default: 0.6."}, 0.2,
             10.0, live.options.pause_s);
  add_engine(
      command, live.engine,
      "Arithmetic. Default: auto, which is bf16 on cuda, tf32 on cuda-baseline, and on the CPU bf16 where it "
      "has AVX512-BF16, else f32.");
  add_text(command, "--prompt", {"TEXT", "Instruction to the model. Default: the checkpoint's own."},
           [&live](std::string value) { live.options.prompt = std::move(value); });
  add_verbose(command, parsed.verbose);
}

void add_verify(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, verify_help);
  VerifyOptions& options = parsed.verify.options;
  add_text(command, "--golden", {"FILE", "The golden file, a safetensors written by make_golden.py."},
           [&options](const std::string& value) { options.golden = value; });
  add_text(command, "--audio", {"WAV", "The recording that it was computed from."},
           [&options](const std::string& value) { options.audio = value; });
  add_engine(command, options.engine,
             "Arithmetic. Default: auto, which is f32 on cpu and cuda-baseline, bf16 on cuda.");
  add_verbose(command, parsed.verbose);
}

void add_others(CLI::App& program, Parsed& parsed) {
  CLI::App& check = add_command(program, check_help);
  add_text(check, "--op", {"NAME", "Check only this op."},
           [&parsed](std::string value) { parsed.check.options.op = std::move(value); });
  add_number(check, "--seed", {"N", "Seed of the random inputs. 0 (the default): a fresh one."}, 0ULL,
             std::numeric_limits<unsigned long long>::max(), parsed.check.options.seed);
  check.add_flag("--list", parsed.check.list, "List the variants, and what each is good for, instead.");
  EngineOptions& engine = parsed.check.options.engine;
  add_engine_choice(check, engine.engine,
                    "Check this engine's variants. Default: those of every engine that runs here.");
  add_compute(check, engine.compute,
              "Check only in this arithmetic. Default: in each that the engine supports.");
  add_gpu(check, engine);
  add_threads(check, engine.threads);
  add_verbose(check, parsed.verbose);

  add_verbose(add_command(program, devices_help), parsed.verbose);

  CLI::App& tokenize = add_command(program, tokenize_help);
  add_text(tokenize, "TEXT", {"", "The text. Default: standard input."},
           [&parsed](std::string value) { parsed.tokenize.text = std::move(value); });
  add_model(tokenize, parsed.tokenize.model);
  add_verbose(tokenize, parsed.verbose);

  CLI::App& detokenize = add_command(program, detokenize_help);
  detokenize.add_option("ID", parsed.ids, "Token ids. Default: standard input.");
  add_model(detokenize, parsed.detokenize.model);
  detokenize.add_flag("--skip-special", parsed.detokenize.skip_special,
                      "Leave special tokens out of the text.");
  add_verbose(detokenize, parsed.verbose);
}

constexpr const char* commands_expected =
    "Expected a command (transcribe, live, verify, check, bench, devices, tokenize or detokenize)";

// Passes the arguments after -- to the named command, if it takes such arguments.
void add_positionals(const std::string& command, const std::vector<std::string>& words, Parsed& parsed) {
  for (const std::string& word : words) {
    if (command == transcribe_help.name) {
      parsed.files.push_back(word);
    } else if (command == detokenize_help.name) {
      parsed.ids.push_back(word);
    } else if (command == tokenize_help.name && !parsed.tokenize.text) {
      parsed.tokenize.text = word;
    } else {
      throw WrongUsage("{1} takes no argument {2}.", command, in_quotes(word));
    }
  }
}

TranscribeCommand transcribe_command(Parsed& parsed) {
  TranscribeCommand command = parsed.transcribe;
  for (const std::string& file : parsed.files) command.files.emplace_back(unmarked(file));
  if (command.files.empty()) {
    throw WrongUsage("transcribe expects at least one audio or video file; found none.");
  }
  if (!parsed.output.empty() && parsed.output != "-") command.folder = parsed.output;
  if (command.folder && export_format(command.folder->extension().string().erase(0, 1))) {
    throw WrongUsage("--output expects a folder or -; {1} looks like a file.", in_quotes(parsed.output));
  }
  const bool joins_well = command.format == ExportFormat::txt || command.format == ExportFormat::json;
  if (command.files.size() > 1 && !command.folder && !joins_well) {
    throw WrongUsage("Several {1} transcripts can't share one output; --output DIR writes one file for each.",
                     extension(command.format));
  }
  for (const std::string& profile : parsed.profiles) {
    if (profile == "full") {
      command.full_profile = true;
      continue;
    }
    command.profiles.emplace_back(unmarked(profile));
    try {
      static_cast<void>(profile_format(command.profiles.back()));
    } catch (const std::exception& error) {
      throw WrongUsage("--profile: {1}", error.what());
    }
  }
  if (!parsed.profiles.empty() && command.files.size() > 1) {
    throw WrongUsage("--profile measures one file; found {1}.", command.files.size());
  }
  return command;
}

VerifyCommand verify_command(Parsed& parsed) {
  if (parsed.verify.options.golden.empty()) throw WrongUsage("verify expects --golden FILE.");
  if (parsed.verify.options.audio.empty()) throw WrongUsage("verify expects --audio WAV.");
  return parsed.verify;
}

DetokenizeCommand detokenize_command(Parsed& parsed) {
  DetokenizeCommand command = parsed.detokenize;
  for (const std::string& argument : parsed.ids) {
    const auto ids =
        parse_ids(unmarked(argument));  // one argument may hold several, as "$(… tokenize …)" does
    if (!ids) {
      throw WrongUsage("detokenize expects token ids, whole numbers from 0; found {1}.",
                       in_quotes(unmarked(argument)));
    }
    command.ids.insert(command.ids.end(), ids->begin(), ids->end());
  }
  return command;
}

}  // namespace

std::optional<std::vector<int>> parse_ids(const std::string& text) {
  std::istringstream words(text);
  std::vector<int> ids;
  for (std::string word; words >> word;) {
    const auto id = parse_number<int>(word, 0, std::numeric_limits<int>::max());
    if (!id) return std::nullopt;
    ids.push_back(*id);
  }
  return ids;
}

Arguments parse_arguments(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments.front() == bench_help.name)
    return parse_bench_arguments({arguments.begin() + 1, arguments.end()});
  Parsed parsed;
  CLI::App program(program_help.description, program_help.name);
  program.footer(program_help.footer);
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_help_flag("-h,--help", "Show this help.");
  program.set_version_flag("--version", std::string("tilescribe-cli " TILESCRIBE_VERSION),
                           "Show the version.");
  program.require_subcommand(0, 1);  // so that a file may have the name of a command
  program.allow_extras();
  add_transcribe(program, parsed);
  add_live(program, parsed);
  add_verify(program, parsed);
  add_others(program, parsed);
  add_command(program, bench_help);  // for --help: what follows it was parsed above

  return parsed_or_wrong(program, {}, [&]() -> Arguments {
    std::vector<std::string> reversed = marked(arguments);
    const std::vector<std::string> behind_dashes = cut_behind_dashes(reversed);
    std::reverse(reversed.begin(), reversed.end());  // as CLI11 wants them
    program.parse(reversed);
    const CLI::App* command = named_command(program);
    refuse_extras(program, commands_expected);
    const std::string& name = command->get_name();
    add_positionals(name, behind_dashes, parsed);
    if (name == transcribe_help.name) return {transcribe_command(parsed), parsed.verbose};
    if (name == live_help.name) return {parsed.live, parsed.verbose};
    if (name == verify_help.name) return {verify_command(parsed), parsed.verbose};
    if (name == check_help.name) return {parsed.check, parsed.verbose};
    if (name == bench_help.name)
      throw WrongUsage("bench expects to be the first word; found it behind others.");
    if (name == devices_help.name) return {DevicesCommand{}, parsed.verbose};
    if (name == tokenize_help.name) return {parsed.tokenize, parsed.verbose};
    return {detokenize_command(parsed), parsed.verbose};
  });
}

}  // namespace tilescribe::cli
