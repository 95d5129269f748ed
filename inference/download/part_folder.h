// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inference/api/models.h"
#include "inference/audio/recording/file_handle.h"

namespace tilescribe::download {

/// A file as an address announced it.
struct RemoteFile {
  std::string name;
  std::int64_t size = 0;
  std::string identity;  // the entity tag, of which a checksum is one kind; may be empty
  bool operator==(const RemoteFile&) const = default;
};

/// What stands in a downloaded folder, from the first byte on: "tilescribe-download.json" in it.
struct Manifest {
  std::string repository, revision, address;
  std::vector<RemoteFile> files;
};
inline constexpr const char* manifest_name = "tilescribe-download.json";

/// Nothing if there is none that can be read.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

/// Deletes the manifest, the files that it names and those that `more` names, and then the folder, if nothing
/// else is in it. Throws Error.
void delete_files(const std::filesystem::path& folder, const std::vector<PublishedFile>& more = {});

/// Where a model's files are collected.
std::filesystem::path part_path(const PublishedModel& model, const std::filesystem::path& folder);

/// The folder in which files are collected, held by this process alone.
class PartFolder {
 public:
  /// Makes the folder if it is missing. Throws Error, also if another process holds it.
  explicit PartFolder(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  /// Bytes that have come of a file.
  std::int64_t size(const std::string& file) const;
  std::int64_t bytes(const std::vector<RemoteFile>& files) const;
  void remove(const std::string& file);
  /// From now on it collects these. What came of other contents is removed.
  void collect(const Manifest& manifest);
  /// The folder gets its final path, once everything is safe on the disk. Throws Error.
  void finish(const std::filesystem::path& final, const Manifest& manifest);

 private:
  std::filesystem::path path_;
  audio::FileHandle lock_;
};

/// Writes a file from byte `from` on; what stood behind is removed. Throws Error; a full disk has its own
/// sentence.
class PartFile {
 public:
  PartFile(const std::filesystem::path& file, std::int64_t from);
  void write(std::span<const char> bytes);

 private:
  std::filesystem::path file_;
  audio::FileHandle handle_;
};

}  // namespace tilescribe::download
