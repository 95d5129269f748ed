// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run.h"

#include <sstream>

#include "app/cli/commands.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

int execute(const HelpCommand& help, const Context& context) {
  context.console.out(help.text);
  return exit_done;
}

int execute(const UsageError& usage, const Context& context) {
  say(context.console, Message::verbatim(usage.sentence));
  context.console.err("Try '" + usage.command + " --help'.\n");
  return exit_usage;
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
  const Context context{services, console, parsed.verbose};
  try {
    return std::visit([&](const auto& command) { return execute(command, context); }, parsed.command);
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
