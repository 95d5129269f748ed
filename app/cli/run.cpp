// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "app/cli/archive_script.h"
#include "app/cli/commands.h"
#include "app/cli/number.h"
#include "app/message_text.h"
#include "app/printable.h"

namespace tilescribe::cli {
namespace {

int execute(const HelpCommand& help, const Context& context) {
  context.console.out(help.text);
  return exit_done;
}

int execute(const UsageError& usage, const Context& context) {
  say(context, Message::verbatim(usage.sentence));
  context.console.err("Try '" + usage.command + " --help'.\n");
  return exit_usage;
}

}  // namespace

void say(const Context& context, const Message& message) {
  context.console.err(
      (context.messages ? message_text(message) : "tilescribe-cli: " + printable(english(message))) + '\n');
}

void report(const Context& context, const Failure& failure) {
  say(context, failure.message);
  if (!context.verbose) return;
  std::istringstream details(failure.details);
  for (std::string line; std::getline(details, line);) context.console.err("  " + line + '\n');
}

int run(const std::vector<std::string>& arguments, const Services& services, Console& console) {
  const Arguments parsed = parse_arguments(arguments);
  const Context context{services,        console,
                        parsed.verbose,  "tilescribe-cli " + joined(arguments, " ", shell_word),
                        parsed.messages, arguments};
  try {
    return std::visit([&](const auto& command) { return execute(command, context); }, parsed.command);
  } catch (const OutputClosed&) {
    return exit_output_closed;
  } catch (const CommandError& error) {
    report(context, {Message::verbatim(error.what()), {}});
    return exit_failed;
  } catch (...) {
    const std::exception_ptr error = std::current_exception();
    if (is_cancellation(error)) {
      say(context, Message("Cancelled."));
      return exit_cancelled;
    }
    report(context, describe_failure(error));
    return exit_failed;
  }
}

}  // namespace tilescribe::cli
