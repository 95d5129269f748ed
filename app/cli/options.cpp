// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

// No argument can hold this byte by accident: it is no text.
constexpr char bracket_mark = '\x01';

constexpr int most_threads = 1024;

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

// CLI11's own complaints, as sentences. Its messages start with the option's name and a colon.
std::string sentence_of(const CLI::Error& error) {
  const std::string message = error.what();
  const std::string name = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return message + '.';
  const bool missing = message.find("missing") != std::string::npos;
  return name + (missing ? " expects a value; found none." : " expects one value; found several.");
}

}  // namespace tilescribe::cli
