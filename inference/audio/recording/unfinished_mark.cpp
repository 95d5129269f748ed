// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/unfinished_mark.h"

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>

#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

std::filesystem::path mark_of(std::filesystem::path recording) {
  return recording += ".unfinished";
}

}  // namespace

UnfinishedMark::UnfinishedMark(const std::filesystem::path& recording)
    : locked_(::open(mark_of(recording).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600)) {
  // Listing recordings locks the mark too, for the moment that it takes to see whether it is free.
  int tries_left = 100;
  while (locked_ && ::flock(locked_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
         --tries_left > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!locked_ || tries_left == 0) {
    throw Error("The file {1}, by which an interrupted recording is found again, can't be created: {2}.",
                quoted(mark_of(recording)), std::generic_category().message(errno));
  }
}

MarkState unfinished_mark(const std::filesystem::path& recording) {
  const FileHandle mark(::open(mark_of(recording).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!mark) return MarkState::none;
  return ::flock(mark.get(), LOCK_SH | LOCK_NB) == 0 ? MarkState::left : MarkState::held;
}

void remove_unfinished_mark(const std::filesystem::path& recording) {
  std::error_code error;
  std::filesystem::remove(mark_of(recording), error);
  if (error) {
    throw Error("The mark {1} of a finished recording can't be removed: {2}.", quoted(mark_of(recording)),
                error.message());
  }
}

}  // namespace tilescribe::audio
