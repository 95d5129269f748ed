// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilescribe {

// Total size of an op's arguments while it is timed, so that they leave the caches between runs: on a GPU
// twice the largest L2, on a CPU more than one core's caches.
inline constexpr std::int64_t rotate_bytes_gpu = std::int64_t{128} << 20;
inline constexpr std::int64_t rotate_bytes_cpu = std::int64_t{48} << 20;

// What the references, plain loops, compute in about a second.
inline constexpr std::int64_t reference_flops = 400'000'000;

}  // namespace tilescribe
