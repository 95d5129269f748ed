// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "app/cli/help.h"
#include "inference/api/remote.h"

namespace tilescribe::cli {
namespace {

// Not a text character, so no argument contains it by accident.
constexpr char mark = '\x01';

constexpr int most_threads = 1024;
constexpr int most_gpus = 1023;
constexpr unsigned long long most_memory_mib = 1ULL << 30;  // more than any GPU has

constexpr std::array long_audio_names{Named<LongAudio>{LongAudio::joint, "joint"},
                                      Named<LongAudio>{LongAudio::windows, "windows"}};

constexpr std::array generic_architecture{Named<bool>{true, "sm_80"}};

// CLI11 takes a positional argument in square brackets for a list, and words behind -- for options once a
// list of them has begun. A mark before such words hides what they begin with. Every value loses it again.
std::vector<std::string> marked(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  bool behind_dashes = false;
  for (const std::string& word : words) {
    if (word == "--" && !std::exchange(behind_dashes, true)) continue;
    all.push_back(behind_dashes || word.starts_with('[') ? mark + word : word);
  }
  return all;
}

std::string unmarked(const std::string& value) {
  return value.starts_with(mark) ? value.substr(1) : value;
}

// CLI11's own complaints, as sentences. Its messages start with the option's name and a colon.
std::string sentence_of(const CLI::Error& error) {
  const std::string message = error.what();
  const std::string name = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return message + '.';
  const bool missing = message.find("missing") != std::string::npos;
  return name + (missing ? " expects a value; found none." : " expects one value; found several.");
}

// The names of a command and of those above it, from the one below `top` on.
std::string full_name(const CLI::App& command, const CLI::App* top) {
  const CLI::App* above = command.get_parent();
  if (above == top) return command.get_name();
  return full_name(*above, top) + ' ' + command.get_name();
}

}  // namespace

std::string in_quotes(const std::string& value) {
  return "“" + value + "”";
}

CLI::Option* add_text(CLI::App& command, const std::string& name, Shown shown, TakeText take) {
  const auto read = [take = std::move(take), name](const std::string& value) {
    const std::string text = unmarked(value);
    const bool behind_dashes = text.size() < value.size() && !text.starts_with('[');
    if (behind_dashes && name.starts_with("--")) throw WrongUsage("{1} expects a value; found none.", name);
    take(text);
  };
  return command.add_option_function<std::string>(name, read, shown.description)->type_name(shown.type);
}

void add_texts(CLI::App& command, const std::string& name, Shown shown, TakeText take) {
  using Texts = std::vector<std::string>;
  const auto read = [take = std::move(take)](const Texts& values) {
    for (const std::string& value : values) take(unmarked(value));
  };
  CLI::Option* option = command.add_option_function<Texts>(name, read, shown.description);
  option->type_name(shown.type)->allow_extra_args(option->get_positional());
}

void add_model(CLI::App& command, std::string& model) {
  add_text(command, "--model",
           {"DIR",
            "Folder of a checkpoint. Default: the bundled demo model. random:nano is the full-size shape "
            "with random weights, for measuring."},
           model);
}

void add_threads(CLI::App& command, int& threads) {
  add_number(command, "--threads", {"N", "CPU threads, at most one per core; 0 (the default): all cores."}, 0,
             most_threads, threads);
}

void add_gpu(CLI::App& command, EngineOptions& engine) {
  add_number(command, "--gpu",
             {"N", "Which NVIDIA GPU, counted from 0 as in the list of devices. Default: 0."}, 0, most_gpus,
             engine.gpu);
  add_number(command, "--gpu-memory",
             {"MIB", "Limit for the GPU memory used, in MiB. 0 (the default): all that is free."}, 0ULL,
             most_memory_mib, engine.gpu_memory_mib);
  add_choice(command, "--variant-arch",
             "Only GPU kernels that run from sm_80 on, to test them on a newer GPU.", generic_architecture,
             engine.generic_kernels);
  add_choice(command, "--linear",
             "cuda-baseline only: whose matrix products run its linear layers. Default: own.",
             linear_library_names, engine.linear_library);
  // Not in --help: for tests with a device that fails or is slow, and for compute-sanitizer.
  add_choice(command, "--inject-fault", "", fault_names, engine.inject_fault)->group("");
  add_number(command, "--slow-down", {"", ""}, 1.0, 1000.0, engine.slow_down)->group("");
  add_text(command, "--slow-op", {"", ""}, engine.slow_op)->group("");
  command.add_flag("--separate-memory", engine.separate_memory)->group("");
}

void add_gpus(CLI::App& command, EngineOptions& engine) {
  const TakeText take = [&engine](const std::string& value) {
    engine.all_gpus = value == "all";
    engine.gpus = parse_numbers(value, 0, most_gpus).value_or(std::vector<int>());
    const std::set<int> different(engine.gpus.begin(), engine.gpus.end());
    if (engine.all_gpus || (!different.empty() && different.size() == engine.gpus.size())) return;
    throw WrongUsage(
        "--gpus expects all, or different whole numbers from 0 to {1} with commas between them; found {2}.",
        most_gpus, in_quotes(value));
  };
  add_text(command, "--gpus",
           {"all|N,N,…",
            "Several NVIDIA GPUs, which share the windows of each file. Default: one, that of --gpu."},
           take)
      ->excludes("--gpu");
}

void add_tuned(CLI::App& command, EngineOptions& engine) {
  command.add_flag_callback(
      "--no-tuned", [&engine] { engine.tuned = false; },
      "Use none of what the command tune kept for this machine. Texts are the same with it and without.");
}

void add_storage(CLI::App& command, EngineOptions& engine, const char* default_compute) {
  add_choice(command, "--compute", default_compute, compute_names, engine.compute);
  add_choice(command, "--weights",
             "How matrices are stored. int8, not for cuda-baseline, takes half the memory of bf16 and is "
             "slightly less exact. fp8, for cuda, takes as little; on an H100 or H200 it is the fastest for "
             "many windows, and less exact. Default: auto, as they are in the model's files.",
             weights_names, engine.weights);
  add_choice(command, "--kv-cache",
             "How keys and values are kept. fp8, for cuda, takes half the memory; steps of many streams are "
             "faster and less exact. Default: auto, in the engine's arithmetic.",
             kv_cache_names, engine.kv_cache);
}

void add_arithmetic(CLI::App& command, EngineOptions& engine, const char* default_compute) {
  add_choice(command, "--engine", "What computes. Default: auto, the best one on this machine.", engine_names,
             engine.engine);
  add_storage(command, engine, default_compute);
}

void add_engine(CLI::App& command, EngineOptions& engine, const char* default_compute) {
  add_model(command, engine.model);
  add_arithmetic(command, engine, default_compute);
  add_tuned(command, engine);
  add_gpu(command, engine);
  add_threads(command, engine.threads);
}

void add_engine_or_server(CLI::App& command, EngineOptions& engine, std::filesystem::path& key_file,
                          const char* default_compute) {
  add_model(command, engine.model);
  add_choice(command, "--engine",
             "What computes. Default: auto, the best one on this machine. remote: the server that --server "
             "names, to which the sound is sent; --model is then its name there.",
             all_engine_names, engine.engine);
  add_text(command, "--server",
           {"ADDRESS",
            "With --engine remote: a server that speaks OpenAI's API, such as http://127.0.0.1:8000 or an "
            "address with https."},
           engine.remote.address);
  add_text(command, "--key-file",
           {"FILE",
            "The key for that server is this file's first line. Default: what TILESCRIBE_REMOTE_KEY holds in "
            "the environment, if anything."},
           key_file);
  add_storage(command, engine, default_compute);
  add_tuned(command, engine);
  add_gpu(command, engine);
  add_gpus(command, engine);
  add_threads(command, engine.threads);
}

void settle_server(EngineOptions& engine) {
  const bool remote = engine.engine == Engine::remote;
  if (!remote && !engine.remote.address.empty())
    throw WrongUsage("--server belongs to --engine remote; found --engine {1}.",
                     name_of(all_engine_names, engine.engine));
  if (!remote) return;
  if (engine.remote.address.empty())
    throw WrongUsage("--engine remote expects --server ADDRESS; found none.");
  if (engine.compute != Compute::automatic || engine.weights != Weights::automatic ||
      engine.kv_cache != KvCacheType::automatic)
    throw WrongUsage(
        "--compute, --weights and --kv-cache are for a model on this machine; found them with --engine "
        "remote.");
  try {
    engine.remote.address = checked_server_address(engine.remote.address);
  } catch (const std::exception& error) {
    throw WrongUsage("--server: {1}", error.what());
  }
  engine.remote.model = std::exchange(engine.model, {});
}

void add_sampling(CLI::App& command, float& temperature, int& top_k, std::uint64_t& seed) {
  constexpr int most_tokens = 1'000'000;
  add_number(command, "--temperature",
             {"T", "Above 0, tokens are drawn at random; higher values are more random. Default: 0, greedy."},
             0.0F, 100.0F, temperature);
  add_number(command, "--top-k",
             {"K", "With --temperature: draw among the K likeliest; 0: all. Default: 50."}, 0, most_tokens,
             top_k);
  add_number(command, "--seed", {"S", "With --temperature: the same seed draws the same tokens. Default: 0."},
             0ULL, std::numeric_limits<unsigned long long>::max(), seed);
}

void add_speakers(CLI::App& command, Speakers& speakers) {
  add_choice(
      command, "--speakers",
      "channels: each channel of the audio is a speaker's, as in interviews and calls with one person on "
      "each; of several audio streams, each one is. Channels that are silent or alike add nobody. "
      "none: the default.",
      speakers_names, speakers);
}

void add_no_ngram(CLI::App& command, bool& searches) {
  command.add_flag_callback(
      "--no-ngram", [&searches] { searches = false; },
      "Takes the most likely text token by token. Without it, a model with a list of words (the demo model) "
      "has its text chosen among several, by the letters that are heard and by which words follow one "
      "another: fewer errors, and slower.");
}

void add_reading(CLI::App& command, TranscribeOptions& how) {
  constexpr int most_tokens = 1'000'000;
  add_choice(command, "--long",
             "How audio of more than 30 s is read. windows (the default): cut at quiet places, each "
             "window a request of its own. joint: all in one request, at most 630 s.",
             long_audio_names, how.long_audio);
  add_text(command, "--prompt", {"TEXT", "Instruction to the model. Default: the checkpoint's own."},
           how.prompt);
  add_number(command, "--max-new-tokens",
             {"N", "At most this many tokens per request. 0 (the default): grows with the audio."}, 0,
             most_tokens, how.max_new_tokens);
  add_number(command, "--batch",
             {"N", "Windows decoded together. 0 (the default): chosen from threads and memory."}, 0, 1024,
             how.batch);
  command.add_flag(
      "--word-times", how.word_times,
      "When each word is spoken, by what the model listens to while it says it: any language, to "
      "about a tenth of a second. The command align is closer, for English.");
  how.word_ngram = true;
  add_no_ngram(command, how.word_ngram);
  add_sampling(command, how.temperature, how.top_k, how.seed);
}

Parser::Parser() : program_("", "tilescribe-cli") {
  const HelpText help = help_text("tilescribe-cli");
  program_.description(help.description);
  program_.footer(help.footer);
  program_.formatter(std::make_shared<HelpFormatter>());
  program_.set_help_flag("-h,--help", "Show this help.");
  program_.set_version_flag("--version", std::string("tilescribe-cli " TILESCRIBE_VERSION),
                            "Show the version.");
  program_.require_subcommand(0, 1);  // so that a file may have the name of a command
  // Words unknown to CLI11 are checked later, for a sentence of our own. Commands inherit this.
  program_.allow_extras();
}

CLI::App& Parser::add_group(CLI::App& above, const std::string& name) {
  const HelpText help = help_text(name);
  CLI::App* command = above.add_subcommand(name.substr(name.rfind(' ') + 1), help.description);
  command->footer(help.footer);
  return *command;
}

// The innermost command among the words that were read; without one, the program.
const CLI::App& Parser::named() const {
  const CLI::App* innermost = &program_;
  for (auto inner = innermost->get_subcommands(); !inner.empty(); inner = innermost->get_subcommands())
    innermost = inner.front();
  return *innermost;
}

// Throws WrongUsage if `command` holds others, and is no command itself, and is not followed by one of them.
void Parser::refuse_other_than_command(const CLI::App& command) const {
  std::vector<Named<const CLI::App*>> known;
  for (const CLI::App* one : command.get_subcommands({})) known.push_back({one, one->get_name()});
  const std::vector<std::string> extras = command.remaining();
  const bool is_command = std::ranges::find(commands_, &command, &Result::options) != commands_.end();
  if (known.empty() || (extras.empty() && (is_command || !command.get_subcommands().empty()))) return;
  const std::string found = extras.empty() ? "none" : in_quotes(unmarked(extras.front()));
  const std::string names = joined_names(known, ", ", " or ");
  if (&command == &program_) throw WrongUsage("Expected a command ({1}); found {2}.", names, found);
  throw WrongUsage("{1} expects {2}; found {3}.", full_name(command, &program_), names, found);
}

// Throws WrongUsage about the first word that nothing used, or if a command is missing.
void Parser::refuse_extras() const {
  const CLI::App& command = named();
  for (const CLI::App* above = &command; above != nullptr; above = above->get_parent())
    refuse_other_than_command(*above);
  const std::vector<std::string> extras = command.remaining();
  if (extras.empty()) return;
  const std::string& extra = extras.front();
  const std::string name = full_name(command, &program_);
  if (!extra.starts_with('-'))
    throw WrongUsage("{1} takes no argument {2}.", name, in_quotes(unmarked(extra)));
  const bool takes_names =
      !command.get_options([](const CLI::Option* option) { return option->get_positional(); }).empty();
  if (!takes_names) throw WrongUsage("{1} has no option {2}.", name, extra);
  throw WrongUsage("{1} has no option {2}; put -- before a name that starts with a dash.", name, extra);
}

Arguments Parser::parse(const std::vector<std::string>& words) {
  for (const Result& one : commands_) {
    one.options->add_flag("-v,--verbose", verbose_, "Show the details behind errors, and what runs.");
    one.options->add_flag("--messages", messages_)
        ->group("");  // not in --help: the window reads a command so
  }
  const auto wrong = [this](std::string sentence) {
    return Arguments{UsageError{std::move(sentence), full_name(named(), nullptr)}};
  };
  try {
    std::vector<std::string> reversed = marked(words);
    std::ranges::reverse(reversed);  // as CLI11 wants them
    program_.parse(reversed);
    refuse_extras();
    const auto result = std::ranges::find(commands_, &named(), &Result::options);
    return {result->command(), verbose_, messages_};
  } catch (const WrongUsage& usage) {
    return wrong(usage.what());
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    program_.exit(asked, text, text);
    return {HelpCommand{text.str()}};
  } catch (const CLI::Error& error) {
    return wrong(sentence_of(error));
  }
}

}  // namespace tilescribe::cli
