// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "inference/audio/recording/file_handle.h"

namespace tilescribe::audio {

/// Opens a regular file for reading. Throws Error if it is missing, unreadable, or something else (a folder,
/// a device, a pipe, a socket; these are neither opened nor waited for).
FileHandle open_readable(const std::filesystem::path& file);

/// Throws Error unless the file has this channel, from 0; -1 stands for all of them.
void check_channel(const std::filesystem::path& file, int channel, int channels);

/// A path, as sentences show it.
inline std::string quoted(const std::filesystem::path& file) {
  std::string name = "'";  // "'" + file.string() + "'" trips a false warning of GCC 12
  name += file.string();
  name += '\'';
  return name;
}

}  // namespace tilescribe::audio
