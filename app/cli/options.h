// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/cli/console.h"
#include "app/cli/help.h"
#include "app/cli/number.h"
#include "inference/api/options.h"

/// Options that CLI11 fills in, with complaints in our own sentences. Shared by parse_arguments() and the
/// commands' own parsers.
namespace tilescribe::cli {

/// Thrown from CLI11's callbacks.
struct WrongUsage : CommandError {
  using CommandError::CommandError;
};

/// CLI11 takes a positional argument in square brackets for a list. A mark before such arguments hides the
/// bracket. Every value loses the mark again.
std::vector<std::string> marked(std::vector<std::string> arguments);
std::string unmarked(const std::string& value);

std::string in_quotes(const std::string& value);

/// The type name and description of an option or argument, as --help shows them.
struct Shown {
  const char* type;
  const char* description;
};

void add_text(CLI::App& command, const std::string& name, Shown shown, std::function<void(std::string)> take);

template <typename Number>
std::string number_text(Number value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// A number from `least` to `most`.
template <typename Number, typename Target>
void add_number(CLI::App& command, const std::string& name, Shown shown, Number least, Number most,
                Target& target) {
  add_text(command, name, shown, [name, least, most, &target](const std::string& value) {
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

template <typename Value>
using Choices = std::vector<std::pair<std::string, Value>>;

/// One of several words.
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
    throw WrongUsage("{1} expects {2}; found {3}.", name, expected, in_quotes(value));
  });
}

void add_model(CLI::App& command, std::string& model);
void add_threads(CLI::App& command, int& threads);
/// --engine and --compute; `left_out` is the description of the default.
void add_engine_choice(CLI::App& command, Engine& engine, const char* left_out);
void add_compute(CLI::App& command, Compute& compute, const char* left_out);
/// --gpu, --gpu-memory, --variant-arch, --linear.
void add_gpu(CLI::App& command, EngineOptions& engine);
/// --model and all options for its engine; `default_compute` is the description of --compute.
void add_engine(CLI::App& command, EngineOptions& engine, const char* default_compute);
void add_verbose(CLI::App& command, bool& verbose);

CLI::App& add_command(CLI::App& program, const HelpText& help);

/// CLI11's own complaints, as sentences.
std::string sentence_of(const CLI::Error& error);

/// The command among the parsed words, or null.
const CLI::App* named_command(const CLI::App& program);

/// Throws WrongUsage about the first word that nothing used; without a command, "`expected`; found …".
void refuse_extras(const CLI::App& program, const char* expected, const std::string& prefix = {});

struct Arguments;
/// The result of `parse`. A request for help becomes its text. A mistake becomes a usage error of the named
/// command, after `prefix` ("bench") if there is one.
Arguments parsed_or_wrong(CLI::App& program, const std::string& prefix,
                          const std::function<Arguments()>& parse);

}  // namespace tilescribe::cli
