// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "inference/api/profile_analysis.h"

namespace tilescribe {

/// Counted work of a row's calls, and the time it is held against.
struct CountedWork {
  double flops = 0.0, bytes = 0.0;
  double ms = 0.0;        // 0: no rate can be claimed
  bool on_device = true;  // kernels, not ops on the CPU
};

/// The least time in which the device could do a work. 0: nothing counted, or its ceiling is not known.
struct Floor {
  double memory_ms = 0.0, compute_ms = 0.0;
  double ms() const { return std::max(memory_ms, compute_ms); }
};
Floor floor_of(const ProfileSetting& setting, double flops, double bytes);

/// "bf16": the arithmetic whose ceiling products are held against.
std::string arithmetic_of(const ProfileSetting& setting);

/// Calls that are shorter, in the mean, are mostly their launch.
inline constexpr double launch_us = 5.0;

/// Fills in rates, percentages, intensity, the bound and its reason.
void set_rates(ProfileRow& row, const CountedWork& work, const ProfileSetting& setting);

}  // namespace tilescribe
