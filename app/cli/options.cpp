// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include "app/cli/arguments.h"
#include "inference/api/engine_names.h"

namespace tilescribe::cli {
namespace {

// Not a text character, so no argument contains it by accident.
constexpr char bracket_mark = '\x01';

constexpr int most_threads = 1024;
constexpr int most_gpus = 1023;
constexpr unsigned long long most_memory_mib = 1ULL << 30;  // more than any GPU has

template <typename Names>
auto choices_of(const Names& names) {
  Choices<std::decay_t<decltype(names[0].value)>> choices;
  for (const auto& one : names) choices.emplace_back(one.name, one.value);
  return choices;
}

}  // namespace

std::vector<std::string> marked(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) {
    if (argument.starts_with('[')) argument.insert(argument.begin(), bracket_mark);
  }
  return arguments;
}

std::string unmarked(const std::string& value) {
  return value.starts_with(bracket_mark) ? value.substr(1) : value;
}

std::string in_quotes(const std::string& value) {
  return "“" + value + "”";
}

void add_text(CLI::App& command, const std::string& name, Shown shown,
              std::function<void(std::string)> take) {
  command
      .add_option_function<std::string>(
          name, [take = std::move(take)](const std::string& value) { take(unmarked(value)); },
          shown.description)
      ->type_name(shown.type);
}

void add_model(CLI::App& command, std::string& model) {
  add_text(command, "--model",
           {"DIR",
            "Folder of a checkpoint. Default: the bundled demo model. random:nano is the full-size shape "
            "with random weights, for measuring."},
           [&model](std::string value) { model = std::move(value); });
}

void add_threads(CLI::App& command, int& threads) {
  add_number(command, "--threads", {"N", "CPU threads, at most one per core; 0 (the default): all cores."}, 0,
             most_threads, threads);
}

void add_engine_choice(CLI::App& command, Engine& engine, const char* left_out) {
  const std::string names = joined_names(engine_names, "|", "|");
  add_choice<Engine>(command, "--engine", {names.c_str(), left_out}, choices_of(engine_names), engine);
}

void add_compute(CLI::App& command, Compute& compute, const char* left_out) {
  const std::string names = joined_names(compute_names, "|", "|");
  add_choice<Compute>(command, "--compute", {names.c_str(), left_out}, choices_of(compute_names), compute);
}

void add_gpu(CLI::App& command, EngineOptions& engine) {
  add_number(command, "--gpu",
             {"N", "Which NVIDIA GPU, counted from 0 as in the list of devices. Default: 0."}, 0, most_gpus,
             engine.gpu);
  add_number(command, "--gpu-memory",
             {"MIB", "Limit for the GPU memory used, in MiB. 0 (the default): all that is free."}, 0ULL,
             most_memory_mib, engine.gpu_memory_mib);
  add_choice<bool>(command, "--variant-arch",
                   {"sm_80", "Only GPU kernels that run from sm_80 on, to test them on a newer GPU."},
                   {{"sm_80", true}}, engine.generic_kernels);
  const std::string libraries = joined_names(linear_library_names, "|", "|");
  add_choice<LinearLibrary>(
      command, "--linear",
      {libraries.c_str(), "cuda-baseline only: whose matrix products run its linear layers. Default: own."},
      choices_of(linear_library_names), engine.linear_library);
  // Not in --help: for tests with a device that fails or is slow, and for compute-sanitizer.
  add_choice<InjectedFault>(command, "--inject-fault", {"", ""}, choices_of(fault_names),
                            engine.inject_fault);
  command.get_option("--inject-fault")->group("");
  add_number(command, "--slow-down", {"", ""}, 1.0, 1000.0, engine.slow_down);
  command.get_option("--slow-down")->group("");
  add_text(command, "--slow-op", {"", ""},
           [&engine](std::string value) { engine.slow_op = std::move(value); });
  command.get_option("--slow-op")->group("");
  command.add_flag("--separate-memory", engine.separate_memory)->group("");
}

void add_engine(CLI::App& command, EngineOptions& engine, const char* default_compute) {
  add_model(command, engine.model);
  add_engine_choice(command, engine.engine, "What computes. Default: auto, the best one on this machine.");
  add_compute(command, engine.compute, default_compute);
  add_gpu(command, engine);
  add_threads(command, engine.threads);
}

void add_verbose(CLI::App& command, bool& verbose) {
  command.add_flag("-v,--verbose", verbose, "Show the details behind errors, and what runs.");
}

CLI::App& add_command(CLI::App& program, const HelpText& help) {
  CLI::App* command = program.add_subcommand(help.name, help.description);
  command->footer(help.footer);
  // Arguments unknown to CLI11 are checked later, for a sentence of our own.
  command->allow_extras();
  return *command;
}

// CLI11's own complaints, as sentences. Its messages start with the option's name and a colon.
std::string sentence_of(const CLI::Error& error) {
  const std::string message = error.what();
  const std::string name = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return message + '.';
  const bool missing = message.find("missing") != std::string::npos;
  return name + (missing ? " expects a value; found none." : " expects one value; found several.");
}

const CLI::App* named_command(const CLI::App& program) {
  const auto commands = program.get_subcommands();
  return commands.empty() ? nullptr : commands.front();
}

void refuse_extras(const CLI::App& program, const char* expected, const std::string& prefix) {
  const CLI::App* command = named_command(program);
  const std::vector<std::string> extras = (command == nullptr ? program : *command).remaining();
  const std::string extra = extras.empty() ? "" : unmarked(extras.front());
  if (command == nullptr)
    throw WrongUsage("{1}; found {2}.", expected, extras.empty() ? "none" : in_quotes(extra));
  if (extras.empty()) return;
  const std::string name = prefix + command->get_name();
  if (!extra.starts_with('-')) throw WrongUsage("{1} takes no argument {2}.", name, in_quotes(extra));
  if (!prefix.empty()) throw WrongUsage("{1} has no option {2}.", name, extra);
  throw WrongUsage("{1} has no option {2}; put -- before a name that starts with a dash.", name, extra);
}

Arguments parsed_or_wrong(CLI::App& program, const std::string& prefix,
                          const std::function<Arguments()>& parse) {
  const auto wrong = [&](std::string sentence) {
    const CLI::App* command = named_command(program);
    std::string name = prefix;
    if (command != nullptr) name += (name.empty() ? "" : " ") + command->get_name();
    return UsageError{std::move(sentence), std::move(name)};
  };
  try {
    return parse();
  } catch (const WrongUsage& usage) {
    return {wrong(usage.what()), false};
  } catch (const CLI::Success& asked) {
    std::ostringstream text;
    program.exit(asked, text, text);
    return {HelpCommand{text.str()}, false};
  } catch (const CLI::Error& error) {
    return {wrong(sentence_of(error)), false};
  }
}

}  // namespace tilescribe::cli
