// SPDX-License-Identifier: Apache-2.0
// The library's index: what the database holds, and what is written to it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "inference/api/capture.h"
#include "inference/api/library.h"
#include "inference/api/transcript.h"
#include "inference/store/database.h"
#include "inference/store/library_files.h"

namespace tilescribe::store {

/// Which file of a kind: its name, and whether it is in the bin.
struct FileKey {
  std::string name;
  bool binned = false;
  auto operator<=>(const FileKey&) const = default;
};

/// A text as it is on the disk.
struct TextFile {
  FileKey key;
  FileState state;
  std::int64_t notes_ns = 0;  // when its notes were changed; 0: it has none
};

/// An indexed file.
struct IndexedFile {
  std::int64_t id = 0;
  FileState state;
  std::int64_t notes_ns = 0;
};

/// A sentence's row: its text, then its segment.
constexpr int segment_bits = 20;
constexpr std::int64_t most_segments = std::int64_t{1} << segment_bits;  // of a text, that are indexed

class LibraryIndex {
 public:
  /// Opens the index, or makes it in a file that is empty. Throws DamagedDatabaseError.
  explicit LibraryIndex(const std::filesystem::path& file);

  Database& database() { return database_; }

  std::map<FileKey, IndexedFile> texts();
  std::map<FileKey, IndexedFile> recordings();
  std::optional<IndexedFile> text(const FileKey& key);

  /// `transcript`: null if the file can't be read. `recordings`: their folder.
  void put_text(const TextFile& file, const Transcript* transcript, const LibraryNotes& notes,
                const std::filesystem::path& recordings);
  void put_recording(const FileKey& key, const RecordingFile& recording, std::int64_t notes_ns,
                     const LibraryNotes& notes);
  void put_recording_notes(const FileKey& key, std::int64_t notes_ns, const LibraryNotes& notes);
  void remove_text(const FileKey& key);
  void remove_recording(const FileKey& key);
  /// The file was moved; its contents are the same.
  void move_text(const FileKey& from, const FileKey& to, const FileState& state);
  void move_recording(const FileKey& from, const FileKey& to);
  /// Leaves no trace of what was removed in the file.
  void forget_removed();
  /// The index holds all that there is.
  void set_complete();
  bool complete();

 private:
  void put_sentences(std::int64_t id, const Transcript& transcript);
  void remove_sentences(std::int64_t id);

  Database database_;
};

/// As one text, a line before and after each.
std::string joined_tags(const std::vector<std::string>& tags);
std::vector<std::string> split_tags(std::string_view joined);

}  // namespace tilescribe::store
