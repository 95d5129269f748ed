// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

#include "inference/weights/fault_guard.h"

namespace tilescribe::weights {

/// Whether nothing is at `path`. False if that can't be determined (no permission to look): opening it then
/// gives the reason.
bool is_absent(const std::filesystem::path& path);

/// A regular file, mapped read-only and whole as long as the object lives.
class MappedFile {
 public:
  /// Throws Error with the path and the reason if the file can't be opened or is not a regular file.
  explicit MappedFile(std::filesystem::path path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Holds zeros where the file became shorter meanwhile or could not be read; check() reports that.
  std::span<const std::byte> bytes() const { return bytes_; }

  /// Throws Error if the file became shorter or could not be read: what was taken from bytes() may be wrong.
  void check() const;

  /// Lets the whole pages inside `part` leave memory. Reading them again fetches them from the file.
  void release(std::span<const std::byte> part) const;

 private:
  /// An open file.
  struct Descriptor {
    explicit Descriptor(const std::filesystem::path& path);
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int fd;
  };

  std::filesystem::path path_;
  Descriptor file_;
  std::span<const std::byte> bytes_;
  std::optional<FaultGuard> guard_;
};

}  // namespace tilescribe::weights
