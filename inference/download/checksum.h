// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace tilescribe::download {

/// Which checksum an entity tag of a hub is.
enum class Checksum {
  none,
  sha256,  // of the content: files in large file storage
  blob,    // Git's name for the content, the SHA-1 of "blob SIZE\0" and the content: all other files
};
Checksum checksum_kind(const std::string& identity);

/// Whether a file is what its entity tag says; true if that is no checksum. Throws Error if the file can't be
/// read, and Cancelled.
bool matches(const std::filesystem::path& file, const std::string& identity, const std::stop_token& stop);

}  // namespace tilescribe::download
