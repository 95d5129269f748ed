// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tilescribe::test {

struct Measured {
  int exit_code = -1;  // -1: ended by a signal
  double seconds = 0.0;
  std::int64_t peak_bytes = 0;  // largest resident set, mapped files included
};

/// Runs a program to its end, its streams in the files given. The caller's own memory counts towards
/// peak_bytes when it is the larger, so keep it small. Throws std::runtime_error when it can't be started.
Measured run_measured(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                      const std::filesystem::path& output, const std::filesystem::path& errors);

}  // namespace tilescribe::test
