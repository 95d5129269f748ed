// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace tilescribe::audio {

/// The first 16 bytes of a file (fewer if it is shorter). Throws Error when it is missing, not a regular
/// file, empty or may not be read.
std::string check_readable(const std::filesystem::path& file);

/// A path as sentences show it.
inline std::string quoted(const std::filesystem::path& file) {
  std::string name = "'";  // "'" + file.string() + "'" trips a false warning of GCC 12
  name += file.string();
  name += '\'';
  return name;
}

}  // namespace tilescribe::audio
