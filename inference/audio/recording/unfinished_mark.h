// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "inference/audio/recording/file_handle.h"

namespace tilescribe::audio {

/// The mark beside a recording whose text is not finished: NAME.wav.unfinished. The recording process holds a
/// lock on it. The system releases the lock when the process ends, however it ends.
class UnfinishedMark {
 public:
  /// Creates and locks the mark of a recording. Throws Error.
  explicit UnfinishedMark(const std::filesystem::path& recording);

 private:
  FileHandle locked_;
};

enum class MarkState { none, left, held };  // left: nobody holds it any more
MarkState unfinished_mark(const std::filesystem::path& recording);

/// Removes the mark, if there is one. Throws Error.
void remove_unfinished_mark(const std::filesystem::path& recording);

}  // namespace tilescribe::audio
