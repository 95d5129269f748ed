// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <sstream>
#include <utility>

#include "app/cli/help.h"
#include "app/cli/number.h"

namespace tilescribe::cli {
namespace {

// Thrown out of CLI11's callbacks.
struct WrongUsage {
  std::string sentence;
};

// CLI11 takes a positional argument in square brackets for a list. A mark in front of such arguments hides
// the bracket; every value loses it again. No argument can hold this byte by accident: it is no text.
constexpr char bracket_mark = '\x01';

std::vector<std::string> marked(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    if (argument.starts_with('[')) argument.insert(argument.begin(), bracket_mark);
  }
  return arguments;
}

// Everything behind -- is a positional argument, which CLI11 forgets once a list of them has begun.
std::vector<std::string> cut_behind_dashes(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  std::vector<std::string> behind(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return behind;
}

std::string unmarked(const std::string& value) {
  return value.starts_with(bracket_mark) ? value.substr(1) : value;
}

std::string in_quotes(const std::string& value) {
  return "“" + value + "”";
}

// A flag's or a word's type name and description, as --help shows them.
struct Shown {
  const char* type;
  const char* description;
};

void add_text(CLI::App& command, const std::string& name, Shown shown,
              std::function<void(std::string)> take) {
  command
      .add_option_function<std::string>(
          name, [take = std::move(take)](const std::string& value) { take(unmarked(value)); },
          shown.description)
      ->type_name(shown.type);
}

template <typename Number>
std::string number_text(Number value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

template <typename Number, typename Target>
void add_number(CLI::App& command, const std::string& name, Shown shown, Number least, Number most,
                Target& target) {
  add_text(command, name, shown, [name, least, most, &target](const std::string& value) {
    const auto number = parse_number<Number>(value, least, most);
    if (!number) {
      const char* kind = std::is_floating_point_v<Number> ? "a number" : "a whole number";
      const bool open = most == std::numeric_limits<Number>::max();
      throw WrongUsage{name + " expects " + kind + " from " + number_text(least) +
                       (open ? std::string(" on") : " to " + number_text(most)) + "; found " +
                       in_quotes(value) + "."};
    }
    target = static_cast<Target>(*number);
  });
}

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

template <typename Value>
void add_choice(CLI::App& command, const std::string& name, Shown shown, const Choices<Value>& choices,
                Value& target) {
  add_text(command, name, shown, [name, choices, &target](const std::string& value) {
    std::string expected;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (choices[i].first == value) {
        target = choices[i].second;
        return;
      }
      expected += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i].first;
    }
    throw WrongUsage{name + " expects " + expected + "; found " + in_quotes(value) + "."};
  });
}

constexpr int most_threads = 1024;

void add_model(CLI::App& command, std::string& model) {
  add_text(command, "--model",
           {"DIR",
            "Folder of a checkpoint. Left out: the bundled demo model. random:nano is the full-size shape "
            "with random weights, for measuring."},
           [&model](std::string value) { model = std::move(value); });
}

void add_threads(CLI::App& command, int& threads) {
  add_number(command, "--threads", {"N", "CPU threads; 0 or left out: all cores."}, 0, most_threads, threads);
}

void add_engine(CLI::App& command, EngineOptions& engine, const char* default_compute) {
  add_model(command, engine.model);
  add_choice<Engine>(command, "--engine",
                     {"auto|cpu", "What computes. Left out: auto, the best of this machine."},
                     {{"auto", Engine::automatic}, {"cpu", Engine::cpu}}, engine.engine);
  add_choice<Compute>(command, "--compute", {"auto|f32|bf16", default_compute},
                      {{"auto", Compute::automatic}, {"f32", Compute::f32}, {"bf16", Compute::bf16}},
                      engine.compute);
  add_threads(command, engine.threads);
}

void add_verbose(CLI::App& command, bool& verbose) {
  command.add_flag("-v,--verbose", verbose, "Show the details behind errors, and what runs.");
}

CLI::App& add_command(CLI::App& program, const HelpText& help) {
  CLI::App* command = program.add_subcommand(help.name, help.description);
  command->footer(help.footer);
  // What CLI11 does not know is looked at afterwards, for a sentence of our own.
  command->allow_extras();
  return *command;
}

// The commands as values that CLI11 fills in, all of them; the one that was named is used.
struct Parsed {
  TranscribeCommand transcribe;
  VerifyCommand verify;
  CheckCommand check;
  TokenizeCommand tokenize;
  DetokenizeCommand detokenize;
  std::vector<std::string> files;
  std::vector<std::string> ids;
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
      {"txt|srt|vtt|json|tsv", "Form of the transcript. Left out: txt, a line a segment."}, formats,
      parsed.transcribe.format);
  add_text(command, "--output",
           {"DIR|-", "Folder for one transcript a file, created if need be; - or left out: standard output."},
           [&parsed](std::string value) { parsed.output = std::move(value); });
  add_engine(command, parsed.transcribe.engine,
             "Arithmetic of the CPU engine. Left out: auto, bf16 where the CPU has AVX512-BF16, else f32.");
  add_choice<LongAudio>(
      command, "--long",
      {"joint|windows",
       "How audio of more than 30 s is read. windows (left out: this): cut at quiet places, each "
       "window a request of its own; joint: all in one request, at most 630 s."},
      {{"joint", LongAudio::joint}, {"windows", LongAudio::windows}}, options.long_audio);
  add_text(command, "--prompt", {"TEXT", "Instruction to the model. Left out: the checkpoint's own."},
           [&options](std::string value) { options.prompt = std::move(value); });
  add_number(command, "--max-new-tokens",
             {"N", "At most so many tokens a request. 0 or left out: grows with the audio."}, 0, 1'000'000,
             options.max_new_tokens);
  add_number(command, "--batch",
             {"N", "Windows decoded together. 0 or left out: chosen from threads and memory."}, 0, 1024,
             options.batch);
  add_number(command, "--stream", {"N", "Audio stream of the container, from 0. Left out: the best one."}, 0,
             std::numeric_limits<int>::max(), options.audio_stream);
  add_number(command, "--temperature",
             {"T", "Above 0 tokens are drawn at random, the more freely the higher. Left out: 0, greedy."},
             0.0F, 100.0F, options.temperature);
  add_number(command, "--top-k",
             {"K", "With --temperature: draw among the K likeliest; 0: all. Left out: 50."}, 0, 1'000'000,
             options.top_k);
  add_number(command, "--seed",
             {"S", "With --temperature: the same seed draws the same tokens. Left out: 0."}, 0ULL,
             std::numeric_limits<unsigned long long>::max(), options.seed);
  add_verbose(command, parsed.verbose);
}

void add_verify(CLI::App& program, Parsed& parsed) {
  CLI::App& command = add_command(program, verify_help);
  VerifyOptions& options = parsed.verify.options;
  options.engine.compute = Compute::f32;
  add_text(command, "--golden", {"FILE", "The golden file, a safetensors written by make_golden.py."},
           [&options](const std::string& value) { options.golden = value; });
  add_text(command, "--audio", {"WAV", "The recording that it was computed from."},
           [&options](const std::string& value) { options.audio = value; });
  add_engine(command, options.engine, "Arithmetic of the CPU engine. Left out: f32.");
  add_verbose(command, parsed.verbose);
}

void add_others(CLI::App& program, Parsed& parsed) {
  CLI::App& check = add_command(program, check_help);
  add_text(check, "--op", {"NAME", "Check this op alone."},
           [&parsed](std::string value) { parsed.check.options.op = std::move(value); });
  add_number(check, "--seed", {"N", "Seed of the random inputs. 0 or left out: a fresh one."}, 0ULL,
             std::numeric_limits<unsigned long long>::max(), parsed.check.options.seed);
  add_threads(check, parsed.check.options.threads);
  add_verbose(check, parsed.verbose);

  add_verbose(add_command(program, devices_help), parsed.verbose);

  CLI::App& tokenize = add_command(program, tokenize_help);
  add_text(tokenize, "TEXT", {"", "The text. Left out: standard input."},
           [&parsed](std::string value) { parsed.tokenize.text = std::move(value); });
  add_model(tokenize, parsed.tokenize.model);
  add_verbose(tokenize, parsed.verbose);

  CLI::App& detokenize = add_command(program, detokenize_help);
  detokenize.add_option("ID", parsed.ids, "Token ids. Left out: standard input.");
  add_model(detokenize, parsed.detokenize.model);
  detokenize.add_flag("--skip-special", parsed.detokenize.skip_special,
                      "Leave special tokens out of the text.");
  add_verbose(detokenize, parsed.verbose);
}

constexpr const char* commands_expected =
    "Expected a command (transcribe, verify, check, devices, tokenize or detokenize)";

// Gives what stood behind -- to the command that was named, as far as it takes such arguments.
void add_positionals(const std::string& command, const std::vector<std::string>& words, Parsed& parsed) {
  for (const std::string& word : words) {
    if (command == transcribe_help.name) {
      parsed.files.push_back(word);
    } else if (command == detokenize_help.name) {
      parsed.ids.push_back(word);
    } else if (command == tokenize_help.name && !parsed.tokenize.text) {
      parsed.tokenize.text = word;
    } else {
      throw WrongUsage{command + " takes no argument " + in_quotes(word) + "."};
    }
  }
}

// The first argument that nothing took, as a sentence.
void refuse_extras(const CLI::App& program, const CLI::App* command) {
  if (command == nullptr) {
    const std::vector<std::string> extras = program.remaining();
    throw WrongUsage{std::string(commands_expected) + "; found " +
                     (extras.empty() ? "none" : in_quotes(unmarked(extras.front()))) + "."};
  }
  const std::vector<std::string> extras = command->remaining();
  if (extras.empty()) return;
  const std::string extra = unmarked(extras.front());
  if (extra.starts_with('-')) {
    throw WrongUsage{command->get_name() + " has no option " + extra +
                     "; a name that starts with a dash stands behind --."};
  }
  throw WrongUsage{command->get_name() + " takes no argument " + in_quotes(extra) + "."};
}

TranscribeCommand transcribe_command(Parsed& parsed) {
  TranscribeCommand command = parsed.transcribe;
  for (const std::string& file : parsed.files) command.files.emplace_back(unmarked(file));
  if (command.files.empty()) {
    throw WrongUsage{"transcribe expects at least one audio or video file; found none."};
  }
  if (!parsed.output.empty() && parsed.output != "-") command.folder = parsed.output;
  if (command.folder && export_format(command.folder->extension().string().erase(0, 1))) {
    throw WrongUsage{"--output expects a folder or -; " + in_quotes(parsed.output) + " looks like a file."};
  }
  const bool joins_well = command.format == ExportFormat::txt || command.format == ExportFormat::json;
  if (command.files.size() > 1 && !command.folder && !joins_well) {
    throw WrongUsage{"Several " + std::string(extension(command.format)) +
                     " transcripts make no single file; --output DIR keeps them apart."};
  }
  return command;
}

VerifyCommand verify_command(Parsed& parsed) {
  if (parsed.verify.options.golden.empty()) throw WrongUsage{"verify expects --golden FILE."};
  if (parsed.verify.options.audio.empty()) throw WrongUsage{"verify expects --audio WAV."};
  return parsed.verify;
}

DetokenizeCommand detokenize_command(Parsed& parsed) {
  DetokenizeCommand command = parsed.detokenize;
  for (const std::string& argument : parsed.ids) {
    const auto ids =
        parse_ids(unmarked(argument));  // one argument may hold several, as "$(… tokenize …)" does
    if (!ids) {
      throw WrongUsage{"detokenize expects token ids, whole numbers from 0; found " +
                       in_quotes(unmarked(argument)) + "."};
    }
    command.ids.insert(command.ids.end(), ids->begin(), ids->end());
  }
  return command;
}

// CLI11's own complaints, as sentences. Its messages start with the option's name and a colon.
std::string sentence_of(const CLI::Error& error) {
  const std::string message = error.what();
  const std::string name = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return message + '.';
  const bool missing = message.find("missing") != std::string::npos;
  return name + (missing ? " expects a value; found none." : " expects one value; found several.");
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
  add_verify(program, parsed);
  add_others(program, parsed);

  const auto named = [&program]() -> const CLI::App* {
    const auto commands = program.get_subcommands();
    return commands.empty() ? nullptr : commands.front();
  };
  const auto wrong = [&](std::string sentence) {
    const CLI::App* command = named();
    return UsageError{std::move(sentence), command == nullptr ? "" : command->get_name()};
  };
  try {
    std::vector<std::string> reversed = marked(arguments);
    const std::vector<std::string> behind_dashes = cut_behind_dashes(reversed);
    std::reverse(reversed.begin(), reversed.end());  // as CLI11 wants them
    program.parse(reversed);
    const CLI::App* command = named();
    refuse_extras(program, command);
    const std::string& name = command->get_name();
    add_positionals(name, behind_dashes, parsed);
    if (name == transcribe_help.name) return {transcribe_command(parsed), parsed.verbose};
    if (name == verify_help.name) return {verify_command(parsed), parsed.verbose};
    if (name == check_help.name) return {parsed.check, parsed.verbose};
    if (name == devices_help.name) return {DevicesCommand{}, parsed.verbose};
    if (name == tokenize_help.name) return {parsed.tokenize, parsed.verbose};
    return {detokenize_command(parsed), parsed.verbose};
  } catch (const WrongUsage& usage) {
    return {wrong(usage.sentence), false};
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    program.exit(asked, text, text);
    return {HelpCommand{text.str()}, false};
  } catch (const CLI::Error& error) {
    return {wrong(sentence_of(error)), false};
  }
}

}  // namespace tilescribe::cli
