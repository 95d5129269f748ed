// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/gui/desktop/desktop.h"
#include "app/gui/recording/capture_functions.h"
#include "app/service/transcription_service.h"
#include "inference/api/lab.h"

namespace tilescribe {

/// What the program is given from outside.
struct ProgramParts {
  Engines& engines;
  std::function<std::filesystem::path()> sample;             // a recording to begin with
  std::function<std::vector<DeviceRow>()> devices;           // what the machine has
  std::function<void(const std::string&)> check_model = {};  // throws Error where one can't be opened
  CaptureFunctions capture;                                  // the folder is given by the settings' places
  Desktop desktop;
  std::chrono::milliseconds patience = std::chrono::seconds(2);  // with a program that runs already
};

/// The whole desktop program; returns the exit code. The demo of the tests runs it on fakes.
int run_gui(int argc, char** argv, const ProgramParts& parts);

}  // namespace tilescribe
