// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "inference/api/profile_analysis.h"

namespace tilescribe {

/// Counted work of a row's calls, and the time that it is compared with.
struct CountedWork {
  double flops = 0.0, bytes = 0.0;
  double ms = 0.0;        // 0: no rate can be given
  bool on_device = true;  // kernels, not ops on the CPU
};

/// The least time in which the device could do some work. 0: nothing is counted, or its ceiling is unknown.
struct Floor {
  double memory_ms = 0.0, compute_ms = 0.0;
  double ms() const { return std::max(memory_ms, compute_ms); }
};
Floor floor_of(const ProfileSetting& setting, double flops, double bytes);

/// "bf16": the arithmetic whose ceiling applies to matrix products.
std::string arithmetic_of(const ProfileSetting& setting);

/// Calls with a shorter mean consist mostly of their launch, µs.
inline constexpr double launch_us = 5.0;

/// Sets rates, percentages, intensity, the bound and its reason.
void set_rates(ProfileRow& row, const CountedWork& work, const ProfileSetting& setting);

}  // namespace tilescribe
