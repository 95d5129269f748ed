// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>

#include "app/gui/desktop/desktop.h"
#include "app/machine/services.h"

namespace tilescribe {

/// What the program is given from outside.
struct ProgramParts {
  Services services;
  Desktop& desktop;
  std::filesystem::path recordings;                              // the folder in which they are kept
  std::chrono::milliseconds patience = std::chrono::seconds(2);  // with a program that runs already
};

/// The whole desktop program; returns the exit code. The demo of the tests runs it on fakes.
int run_gui(int argc, char** argv, const ProgramParts& parts);

}  // namespace tilescribe
