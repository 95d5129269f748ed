// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tilescribe::test {

/// From now on this process's wall clock is off by so much more: as on a machine that slept, or whose clock
/// was set. Steady clocks, and the times that the kernel gives to files, stay as they are.
void jump_wall_clock(std::chrono::seconds by);

}  // namespace tilescribe::test
