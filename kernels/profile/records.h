// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// What a record measured.
enum class Activity : std::uint8_t {
  kernel,  // a kernel on the device
  memory,  // a copy or a fill on the device
  op,      // an op as a whole, by a clock around it
  replay,  // a recorded step as a whole, by a clock around it
};

/// One measured activity, as plain values. Names live as long as the process, but those of ops and variants
/// only as long as the registry.
struct ActivityRecord {
  Activity activity = Activity::op;
  OpLabel label;              // an empty op: outside all ops (of a kernel: not joined)
  std::string_view kernel;    // its full name; of memory: "copy" or "fill"; otherwise empty
  std::uint32_t stream = 0;   // as the driver numbers them; 0 on the CPU
  std::int64_t start_ns = 0;  // by std::chrono::steady_clock
  std::int64_t duration_ns = 0;
  std::int64_t inner_ns = 0;  // part of the duration spent in inner ops that have their own records
  std::array<std::uint32_t, 3> grid{}, block{};  // of a kernel, in blocks and threads: x, y, z
  std::uint32_t registers = 0;                   // per thread
  std::int64_t shared_bytes = 0;                 // per block; of memory: bytes moved
  std::int32_t threads = 0;                      // of an op on the CPU
  bool replayed = false;                         // part of a recorded step
  std::int64_t own_ns() const { return duration_ns - inner_ns; }
};

/// The clock of all records, nanoseconds.
inline std::int64_t record_clock_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace tilescribe::kernels
