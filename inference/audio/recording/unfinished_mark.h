// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "inference/audio/recording/file_handle.h"

namespace tilescribe::audio {

/// The mark beside a recording that says that its text is still owed: NAME.wav.unfinished. Who records holds
/// a lock on it, which the system lets go with the process, however it ends.
class UnfinishedMark {
 public:
  /// Makes and locks the mark of a recording. Throws Error.
  explicit UnfinishedMark(const std::filesystem::path& recording);

 private:
  FileHandle locked_;
};

enum class MarkState { none, left, held };  // left: nobody holds it any more
MarkState unfinished_mark(const std::filesystem::path& recording);

/// Removes the mark; nothing happens where there is none. Throws Error.
void remove_unfinished_mark(const std::filesystem::path& recording);

}  // namespace tilescribe::audio
