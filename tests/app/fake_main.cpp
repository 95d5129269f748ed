// SPDX-License-Identifier: Apache-2.0
// The terminal program on fake services: real streams, real signals, no model.
#include <csignal>
#include <optional>

#include "app/cli/interrupts.h"
#include "app/cli/run.h"
#include "tests/app/fake_services.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<cli::Interrupts> interrupts;
  cli::Services services = test::fake_services();
  services.stop_on_interrupt = [&interrupts] {
    if (!interrupts) interrupts.emplace();
    return interrupts->token();
  };
  cli::ProcessConsole console;
  return cli::run({argv + 1, argv + argc}, services, console);
}
