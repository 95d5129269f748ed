// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/audio/helper/program/confine.h"

namespace tilescribe::audio {

/// The whole of tilescribe-decoder: waits for files and makes a process for each, until the program that
/// started it hangs up; then all of them end. It has one thread, so it may fork. Returns the exit code.
int run_helper(const Limits& limits);

}  // namespace tilescribe::audio
