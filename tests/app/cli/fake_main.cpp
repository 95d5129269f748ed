// SPDX-License-Identifier: Apache-2.0
// The terminal program on fake services: real streams, real signals, no model.
#include <csignal>

#include "app/cli/run.h"
#include "tests/app/cli/fake_services.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  std::signal(SIGPIPE, SIG_IGN);
  cli::ProcessConsole console;
  return cli::run({argv + 1, argv + argc}, test::fake_services(), console);
}
