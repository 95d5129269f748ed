// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/audio_file.h"

#include <cerrno>
#include <cstdio>
#include <limits>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {

AudioFile::AudioFile(std::filesystem::path path, std::stop_token stop)
    : path_(std::move(path)), stop_(std::move(stop)), handle_(open_readable(path_)) {
  check_stop();
  if (!head().empty()) return;
  check_stop();
  check_read();
  throw Error("The file {1} is empty.", quoted(path_));
}

std::string AudioFile::head() const {
  std::string head(16, '\0');
  head.resize(static_cast<std::size_t>(read_at(0, head.data(), 16)));
  return head;
}

std::int64_t AudioFile::size() const noexcept {
  struct stat about {};
  return ::fstat(handle_.get(), &about) == 0 ? about.st_size : 0;
}

std::int64_t AudioFile::read(void* out, std::int64_t bytes) noexcept {
  const std::int64_t count = read_at(place_, out, bytes);
  place_ += count;
  return count;
}

std::int64_t AudioFile::read_at(std::int64_t place, void* out, std::int64_t bytes) const noexcept {
  std::int64_t done = 0;
  while (done < bytes) {
    const ssize_t now = ::pread(handle_.get(), static_cast<char*>(out) + done,
                                static_cast<std::size_t>(bytes - done), place + done);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0 && refused_ == 0) refused_ = errno;
    if (now <= 0) break;
    done += now;
  }
  return done;
}

void AudioFile::check_read() const {
  if (refused_ == 0) return;
  throw MachineError("The file {1} can't be read: {2}.", quoted(path_),
                     std::generic_category().message(refused_));
}

std::int64_t AudioFile::seek(std::int64_t offset, int whence) noexcept {
  const std::int64_t from = whence == SEEK_CUR ? place_ : whence == SEEK_END ? size() : 0;
  if (offset < -from || offset > std::numeric_limits<std::int64_t>::max() - from) return -1;
  place_ = from + offset;
  return place_;
}

void AudioFile::check_stop() const {
  if (stop_.stop_requested()) throw Cancelled();
}

}  // namespace tilescribe::audio
