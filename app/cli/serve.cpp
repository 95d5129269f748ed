// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <string>

#include "app/cli/commands.h"
#include "app/printable.h"
#include "app/protocol/access.h"
#include "app/server/server.h"

namespace tilescribe::cli {
namespace {

constexpr const char* key_variable = "TILESCRIBE_API_KEY";

// The key that clients send, or none. A key that is given and blank is a mistake, and never means that none
// is needed.
std::string key_of(const ServeCommand& command) {
  std::string key;
  std::string from = key_variable;
  if (!command.key_file.empty()) {
    from = command.key_file.string();
    std::ifstream file(command.key_file);
    std::getline(file, key);
  } else if (const char* given = std::getenv(key_variable)) {
    key = given;
  } else {
    return {};
  }
  while (!key.empty() && std::isspace(static_cast<unsigned char>(key.back())) != 0) key.pop_back();
  if (key.empty() && !command.key_file.empty()) {
    throw CommandError("--key-file expects a file with the key in its first line; found none in {1}.", from);
  }
  if (key.empty()) throw CommandError("{1} should hold the key or not be set; found it blank.", from);
  const auto visible = [](unsigned char c) { return c > ' ' && c < 0x7F; };
  if (!std::ranges::all_of(key, visible))
    throw CommandError("The key in {1} should have only visible ASCII characters and no space.", from);
  return key;
}

}  // namespace

int execute(const ServeCommand& command, const Context& context) {
  server::ServerOptions options = command.options;
  options.key = key_of(command);
  server::ServerEvents events;
  events.ready = [&](const std::string& address, const EngineInfo& engine, const ModelInfo& model) {
    const bool open = !protocol::names_loopback(address);
    if (open && options.certificate.empty())
      say(context, Message("Without --certificate the key and all sound pass the network unencrypted."));
    context.console.out("Serving " + printable(model.name) + " on " + engine.summary() + " at " + address +
                        '\n');
  };
  try {
    server::serve(options, context.services, events, context.console.interrupts());
  } catch (const server::ServerError& error) {
    report(context, error.failure());
    return exit_failed;
  }
  return exit_done;
}

}  // namespace tilescribe::cli
