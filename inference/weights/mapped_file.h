// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace tilescribe::weights {

/// Whether nothing is at `path`. Where that can't be told (no permission to look), false: opening it then
/// gives the reason.
bool is_absent(const std::filesystem::path& path);

/// A regular file mapped read-only, whole, for as long as the object lives. The file must not shrink
/// meanwhile: the kernel answers a read beyond its new end with SIGBUS.
class MappedFile {
 public:
  /// Throws Error with the path and the reason when the file can't be opened or is no regular file.
  explicit MappedFile(std::filesystem::path path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::span<const std::byte> bytes() const { return bytes_; }

  /// Lets the whole pages inside `part` leave memory; reading them again fetches them from the file.
  void release(std::span<const std::byte> part) const;

 private:
  std::filesystem::path path_;
  std::span<const std::byte> bytes_;
};

}  // namespace tilescribe::weights
