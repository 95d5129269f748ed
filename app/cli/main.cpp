// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "app/cli/run.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  // A closed pipe and a file size limit are errors of the write that meets them; they must not end the
  // program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  LocalEngines engines;
  Capture capture;
  Lab lab;
  Models models;
  cli::ProcessConsole console;
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return cli::run(arguments, {engines, capture, lab, models}, console);
}
