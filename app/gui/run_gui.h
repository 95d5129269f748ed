// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>

#include "app/gui/desktop/desktop.h"
#include "app/machine/services.h"

namespace tilescribe {

/// What main() gives the program.
struct ProgramParts {
  Services services;
  Desktop& desktop;
  std::filesystem::path recordings;                              // the folder for recordings
  std::chrono::milliseconds patience = std::chrono::seconds(2);  // with a program that is already running
};

/// The whole desktop program. Returns the exit code. The tests' demo runs it on fakes.
int run_gui(int argc, char** argv, const ProgramParts& parts);

}  // namespace tilescribe
