// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run.h"

#include <sstream>
#include <type_traits>

#include "app/cli/bench.h"
#include "app/cli/commands.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

int run_command(const Arguments& arguments, const Services& services, Console& console) {
  return std::visit(
      [&](const auto& command) -> int {
        using Command = std::decay_t<decltype(command)>;
        if constexpr (std::is_same_v<Command, TranscribeCommand>) {
          return transcribe(command, services, console, arguments.verbose);
        } else if constexpr (std::is_same_v<Command, AlignCommand>) {
          return align(command, services, console, arguments.verbose);
        } else if constexpr (std::is_same_v<Command, LiveCommand>) {
          return live(command, services, console, arguments.verbose);
        } else if constexpr (std::is_same_v<Command, VerifyCommand>) {
          return verify(command, services, console);
        } else if constexpr (std::is_same_v<Command, CheckCommand>) {
          return check(command, services, console);
        } else if constexpr (std::is_same_v<Command, DevicesCommand>) {
          return list_devices(services, console);
        } else if constexpr (std::is_same_v<Command, TokenizeCommand>) {
          return tokenize_text(command, services, console);
        } else if constexpr (std::is_same_v<Command, DetokenizeCommand>) {
          return detokenize_ids(command, services, console);
        } else if constexpr (std::is_same_v<Command, BenchCommand>) {
          return bench(command, services, console);
        } else if constexpr (std::is_same_v<Command, HelpCommand>) {
          console.out(command.text);
          return exit_done;
        } else {
          static_assert(std::is_same_v<Command, UsageError>);
          const std::string of = command.command.empty() ? "" : " " + command.command;
          say(console, Message::verbatim(command.sentence));
          console.err("Try 'tilescribe-cli" + of + " --help'.\n");
          return exit_usage;
        }
      },
      arguments.command);
}

}  // namespace

void say(Console& console, const Message& message) {
  console.err("tilescribe-cli: " + printable(english(message)) + '\n');
}

void report(Console& console, const Failure& failure, bool verbose) {
  say(console, failure.message);
  if (!verbose) return;
  std::istringstream details(failure.details);
  for (std::string line; std::getline(details, line);) console.err("  " + line + '\n');
}

int run(const std::vector<std::string>& arguments, const Services& services, Console& console) {
  const Arguments parsed = parse_arguments(arguments);
  try {
    return run_command(parsed, services, console);
  } catch (const OutputClosed&) {
    return exit_output_closed;
  } catch (const CommandError& error) {
    report(console, {Message::verbatim(error.what()), {}}, parsed.verbose);
    return exit_failed;
  } catch (...) {
    const std::exception_ptr error = std::current_exception();
    if (is_cancellation(error)) {
      say(console, Message("Cancelled."));
      return exit_cancelled;
    }
    report(console, describe_failure(error), parsed.verbose);
    return exit_failed;
  }
}

}  // namespace tilescribe::cli
