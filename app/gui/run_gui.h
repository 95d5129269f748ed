// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "app/gui/controller.h"

namespace tilescribe {

/// The whole desktop program; it knows the folder of transcripts itself. `patience`: how long a program that
/// is already running may take to answer. Returns the exit code. The tests' demo runs it on fakes.
int run_gui(int argc, char** argv, Composition composition,
            std::chrono::milliseconds patience = std::chrono::seconds(2));

}  // namespace tilescribe
