// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "app/service/transcription_service.h"
#include "inference/api/lab.h"

namespace tilescribe {

/// The whole desktop program on a given way to open models, a recording to begin with, and what the machine
/// has; returns the exit code. The demo of the tests runs it on a fake.
int run_gui(int argc, char** argv, const TranscriberFactory& open,
            const std::function<std::filesystem::path()>& sample,
            const std::function<std::vector<DeviceRow>()>& devices);

}  // namespace tilescribe
