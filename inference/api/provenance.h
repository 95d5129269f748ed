// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescribe {

/// Where numbers come from, besides the command that asked for them.
struct Provenance {
  std::string program;             // "Tilescribe 0.1.0"
  std::string commit;              // of its source, "… with changes" if it was edited; empty: unknown
  std::string build;               // the build ID of its kernels; empty: it has none
  std::string device;              // "GPU 0, NVIDIA H200"; a CPU's model name
  std::string driver;              // NVIDIA's, "580.82.07"; empty: unknown, or there is none
  std::vector<std::string> facts;  // about the device: cores or compute capability, memory
  std::string began;               // local time, ISO 8601 to the second
};

/// That of a measurement which begins now on this GPU, as the driver counts them, or on the CPU (-1).
Provenance provenance_now(int gpu);

/// The driver's version in the text of /proc/driver/nvidia/version; empty if there is none.
std::string driver_version_in(std::string_view text);

}  // namespace tilescribe
