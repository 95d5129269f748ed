// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "inference/api/options.h"
#include "inference/api/transcript.h"

/// What is transcribed of files whose transcription still runs, kept on disk, so that a program that is
/// killed loses no text and the next one continues it.
namespace tilescribe {

/// A file's transcription as far as it went.
struct UnfinishedText {
  std::filesystem::path file;  // the audio
  TranscribeOptions options;   // `from` says what is transcribed
  double duration_s = 0.0;     // of the audio; 0: not known
  std::string engine;          // that wrote it, for people
  std::filesystem::path kept_in;
};

/// The text so far as a transcript that ended early.
Transcript transcript_so_far(const UnfinishedText& text);

/// The file in which a running transcription keeps its text. A lock on it says that somebody writes it; the
/// system lets go of it with the process, however that ends. Not thread-safe.
class UnfinishedFile {
 public:
  virtual ~UnfinishedFile() = default;
  /// As it was when it was taken over; a new one's holds no text.
  virtual const UnfinishedText& text() const = 0;
  /// Adds the next segments, up to a boundary between windows; duration and elapsed time are the whole file's
  /// so far. On disk when it returns. Throws Error, and what was there before stays as it was.
  virtual void append(const Transcript& next, const WindowBoundary& end) = 0;
  /// The text is kept elsewhere, or not wanted.
  virtual void remove() = 0;
};

/// Begins one in a folder, which is made where it is missing. Throws Error.
std::unique_ptr<UnfinishedFile> begin_unfinished(const std::filesystem::path& folder,
                                                 const UnfinishedText& text);
/// Takes over one that a program left. Throws Error where another program has it, or had it and is done.
std::unique_ptr<UnfinishedFile> take_unfinished(const std::filesystem::path& kept_in);
/// Those in a folder that no running program writes, the last one first. What can't be read is left out.
std::vector<UnfinishedText> unfinished_texts(const std::filesystem::path& folder);

}  // namespace tilescribe
