// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "app/cli/number.h"
#include "inference/api/engine_names.h"

/// Commands and options that CLI11 fills in, with complaints in our own sentences.
namespace tilescribe::cli {

/// Thrown from CLI11's callbacks.
struct WrongUsage : CommandError {
  using CommandError::CommandError;
};

std::string in_quotes(const std::string& value);

/// The type name and description of an option or argument, as --help shows them.
struct Shown {
  const char* type;
  const char* description;
};

using TakeText = std::function<void(const std::string&)>;

CLI::Option* add_text(CLI::App& command, const std::string& name, Shown shown, TakeText take);
/// An option that may be given several times, or an argument of which there may be several.
void add_texts(CLI::App& command, const std::string& name, Shown shown, TakeText take);

template <typename Target>
CLI::Option* add_text(CLI::App& command, const std::string& name, Shown shown, Target& target) {
  return add_text(command, name, shown, [&target](const std::string& value) { target = value; });
}

template <typename Number>
std::string number_text(Number value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// A number from `least` to `most`.
template <typename Number, typename Target>
CLI::Option* add_number(CLI::App& command, const std::string& name, Shown shown, Number least, Number most,
                        Target& target) {
  return add_text(command, name, shown, [name, least, most, &target](const std::string& value) {
    const auto number = parse_number<Number>(value, least, most);
    if (!number) {
      const Message kind = std::is_floating_point_v<Number> ? Message("a number") : Message("a whole number");
      if (most == std::numeric_limits<Number>::max())
        throw WrongUsage("{1} expects {2} from {3} on; found {4}.", name, kind, number_text(least),
                         in_quotes(value));
      throw WrongUsage("{1} expects {2} from {3} to {4}; found {5}.", name, kind, number_text(least),
                       number_text(most), in_quotes(value));
    }
    target = static_cast<Target>(*number);
  });
}

/// One of several words; `names` as in engine_names.h. They are the type name.
template <typename Names, typename Target>
CLI::Option* add_choice(CLI::App& command, const std::string& name, const char* description,
                        const Names& names, Target& target) {
  const std::string type = joined_names(names, "|", "|");
  return add_text(command, name, {type.c_str(), description},
                  [name, names, &target](const std::string& value) {
                    const auto chosen = value_of(names, value);
                    if (!chosen) {
                      throw WrongUsage("{1} expects {2}; found {3}.", name, joined_names(names, ", ", " or "),
                                       in_quotes(value));
                    }
                    target = *chosen;
                  });
}

void add_model(CLI::App& command, std::string& model);
void add_threads(CLI::App& command, int& threads);
/// --gpu, --gpu-memory, --variant-arch, --linear.
void add_gpu(CLI::App& command, EngineOptions& engine);
/// --gpus, on a command that has --gpu.
void add_gpus(CLI::App& command, EngineOptions& engine);
/// --model and all options for its engine; `default_compute` is the description of --compute.
void add_engine(CLI::App& command, EngineOptions& engine, const char* default_compute);

/// --no-tuned.
void add_tuned(CLI::App& command, EngineOptions& engine);
/// --compute, --weights and --kv-cache.
void add_storage(CLI::App& command, EngineOptions& engine, const char* default_compute);
/// The same with --engine.
void add_arithmetic(CLI::App& command, EngineOptions& engine, const char* default_compute);

/// The same as add_engine, and a server: --server and --key-file.
void add_engine_or_server(CLI::App& command, EngineOptions& engine, std::filesystem::path& key_file,
                          const char* default_compute);
/// What was asked of a server is put where its engine looks. Throws WrongUsage where options contradict each
/// other.
void settle_server(EngineOptions& engine);
/// --temperature, --top-k, --seed.
void add_sampling(CLI::App& command, float& temperature, int& top_k, std::uint64_t& seed);
/// --speakers.
void add_speakers(CLI::App& command, Speakers& speakers);
/// --no-ngram, which turns `searches` off.
void add_no_ngram(CLI::App& command, bool& searches);
/// --long, --prompt, --max-new-tokens, --batch, --word-times, --no-ngram, --temperature, --top-k, --seed.
void add_reading(CLI::App& command, TranscribeOptions& how);

/// --limit, and what is hidden, of a process in which kernels of the user's own run.
void add_process(CLI::App& command, KernelProcess& process);

/// --json, --csv, --markdown, and check_outputs() for their values.
void add_outputs(CLI::App& command, BenchOutputs& outputs);
/// Throws WrongUsage if several of them are standard output.
void check_outputs(const BenchOutputs& outputs);

/// The program's commands. Each is an app of CLI11 with a value that its options fill in.
class Parser {
 public:
  Parser();

  CLI::App& program() { return program_; }

  template <class Value>
  struct Added {
    CLI::App& options;
    Value& value;
  };
  /// Adds a command below `above`, called by its name with those above it: "bench stages". `result` says what
  /// was asked for, once all was read; it may throw WrongUsage.
  template <class Value, class Result>
  Added<Value> add(CLI::App& above, const std::string& name, Result result) {
    const auto value = std::make_shared<Value>();
    CLI::App& options = add_group(above, name);
    commands_.push_back({&options, [value, result]() -> Command { return result(*value); }});
    return {options, *value};
  }
  template <class Value>
  Added<Value> add(CLI::App& above, const std::string& name) {
    return add<Value>(above, name, [](const Value& value) { return value; });
  }
  /// A command that only holds others.
  CLI::App& add_group(CLI::App& above, const std::string& name);

  /// Help that is asked for is a HelpCommand, and a mistake is a UsageError. At most once.
  Arguments parse(const std::vector<std::string>& words);

 private:
  struct Result {
    CLI::App* options;
    std::function<Command()> command;
  };

  const CLI::App& named() const;
  void refuse_other_than_command(const CLI::App& command) const;
  void refuse_extras() const;

  CLI::App program_;
  std::vector<Result> commands_;
  bool verbose_ = false, messages_ = false;
};

/// bench and the commands below it.
void add_bench(Parser& parser);
void add_generate(Parser& parser);
void add_report(Parser& parser);
void add_tune(Parser& parser);
void add_serve(Parser& parser);
/// archive and the commands below it.
void add_archive(Parser& parser);
/// lab and the commands below it.
void add_lab(Parser& parser);
/// models and the commands below it.
void add_models(Parser& parser);

}  // namespace tilescribe::cli
