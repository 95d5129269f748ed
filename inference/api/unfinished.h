// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "inference/api/options.h"
#include "inference/api/transcript.h"

/// The text of files that are still being transcribed, kept on disk. So a killed program loses no text, and
/// the next one continues it.
namespace tilescribe {

/// A file's transcription so far.
struct UnfinishedText {
  std::filesystem::path file;  // the audio
  TranscribeOptions options;   // `from` says what is transcribed
  double duration_s = 0.0;     // of the audio; 0: not known
  std::string engine;          // the engine that wrote it, for people
  std::filesystem::path kept_in;
  std::filesystem::path copy = {};  // of the file, if a part that can't be read was taken away; else empty
};

/// The text so far, as a transcript that ended early.
Transcript transcript_so_far(const UnfinishedText& text);

/// The file in which a running transcription keeps its text. A lock on it says that a process is writing it.
/// The system releases the lock when the process ends, however it ends. Not thread-safe.
class UnfinishedFile {
 public:
  virtual ~UnfinishedFile() = default;
  /// As it was when it was taken over. A new file holds no text.
  virtual const UnfinishedText& text() const = 0;
  /// Adds the next segments, up to a boundary between windows. Duration and elapsed time are for the whole
  /// file so far. The data is on disk when this returns. On an error, throws Error and leaves the earlier
  /// contents unchanged.
  virtual void append(const Transcript& next, const WindowBoundary& end) = 0;
  /// Removes the file, because the text is kept elsewhere or not wanted.
  virtual void remove() = 0;
};

/// Begins one in a folder, which is created if it is missing. Throws Error.
std::unique_ptr<UnfinishedFile> begin_unfinished(const std::filesystem::path& folder,
                                                 const UnfinishedText& text);
/// Takes over a file that another program left. Throws Error if a program still has it, or had it and
/// finished. What was cut off at the end is taken away. So is what can't be read, because it is damaged or of
/// another version; a copy of the file (….damaged-1) is kept beside it first. If the disk or want of memory
/// keeps the file from being read, throws Error and leaves it unchanged.
std::unique_ptr<UnfinishedFile> take_unfinished(const std::filesystem::path& kept_in);
/// Files in a folder that no running program is writing, latest first. Unreadable ones are omitted.
std::vector<UnfinishedText> unfinished_texts(const std::filesystem::path& folder);

}  // namespace tilescribe
