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
  std::string folder;  // the final one, as place_of gives it
  std::vector<RemoteFile> files;
};
inline constexpr const char* manifest_name = "tilescribe-download.json";

/// Nothing if there is none that can be read.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

/// A folder without its links, as text: bytes that are not UTF-8 are replaced.
std::string place_of(const std::filesystem::path& folder);

/// Deletes a downloaded model: the files that the manifest names, where their size is the recorded one, the
/// manifest, and then the folder, if nothing else is in it. Throws Error.
void delete_model(const std::filesystem::path& folder);

/// Where a model's files are collected.
std::filesystem::path part_path(const PublishedModel& model, const std::filesystem::path& folder);

/// The folder in which files are collected, held by this process alone.
class PartFolder {
 public:
  /// Makes the folder in `folder` if it is missing. Throws Error, also if another process holds it, or if
  /// something is in it but no manifest: then it is somebody else's. `model` has to stay.
  PartFolder(const PublishedModel& model, const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return path_; }
  /// Bytes that have come of a file.
  std::int64_t size(const std::string& file) const;
  std::int64_t bytes(const std::vector<RemoteFile>& files) const;
  void remove(const std::string& file);
  /// From now on it collects these. What came of other contents and other lists is removed.
  void collect(const Manifest& manifest);
  /// Deletes what has come, and then the folder, if nothing else is in it. Throws Error.
  void discard();
  /// The folder gets its final path, once everything is safe on the disk. Throws Error.
  void finish(const std::filesystem::path& final, const Manifest& manifest);

 private:
  void remove_others(const Manifest& manifest);  // what it does not name, of earlier lists and the model's

  const PublishedModel& model_;
  std::filesystem::path path_;
  audio::FileHandle lock_;
};

/// Writes a file from byte `from` on; what stood behind is removed. What is written goes to the disk as it
/// comes, so that the end need not wait for all of it. Throws Error; a full disk has its own sentence.
class PartFile {
 public:
  PartFile(const std::filesystem::path& file, std::int64_t from);
  void write(std::span<const char> bytes);

 private:
  std::filesystem::path file_;
  audio::FileHandle handle_;
  std::size_t unsynced_ = 0;  // bytes
};

}  // namespace tilescribe::download
