// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "app/cli/commands.h"
#include "app/cli/key.h"
#include "app/printable.h"
#include "app/protocol/access.h"
#include "app/scheduler/shared_engines.h"
#include "app/server/server.h"

namespace tilescribe::cli {
namespace {

constexpr const char* key_variable = "TILESCRIBE_API_KEY";

}  // namespace

int execute(const ServeCommand& command, const Context& context) {
  server::ServerOptions options = command.options;
  options.key = read_key(command.key_file, key_variable);
  server::ServerEvents events;
  events.ready = [&](const std::string& address, const EngineInfo& engine, const ModelInfo& model) {
    const bool open = !protocol::names_loopback(address);
    if (open && options.certificate.empty())
      say(context, Message("Without --certificate the key and all sound pass the network unencrypted."));
    context.console.out("Serving " + printable(model.name) + " on " + engine.summary() + " at " + address +
                        '\n');
  };
  SharedEngines engines(
      [sessions = options.sessions](const EngineOptions& engine, const std::stop_token& stop) {
        return open_shared_model(engine, stop, sessions);
      });
  const Services& given = context.services;
  const Services services{engines, given.capture, given.lab, given.models};
  try {
    server::serve(options, services, events, context.console.interrupts());
  } catch (const server::ServerError& error) {
    report(context, error.failure());
    return exit_failed;
  }
  return exit_done;
}

}  // namespace tilescribe::cli
