// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/profile.h"

namespace tilescribe::test {

/// A run that was made up: windows of 30 s, of which each takes 2 s, one after another, on a GPU.
struct FakeRun {
  double window_s = 2.0;  // time that a window takes
  int kernels = 12;       // different ones, at most 12
  bool memory = true;     // the device's is known
};

/// Where such a run stands after `at_s` seconds. A pure function: sums rise with the time.
ProfileFrame fake_frame(double at_s, const FakeRun& run = {});

}  // namespace tilescribe::test
