// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/growing_file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "inference/audio/file_check.h"
#include "inference/audio/recording/wav_header.h"

namespace tilescribe::audio {
namespace {

constexpr std::int64_t sample_bytes = sizeof(std::int16_t);

std::string reason(int error) {
  return std::generic_category().message(error);
}

Error write_error(const std::filesystem::path& file, int error) {
  return Error("The recording {1} could no longer be written: {2}.", quoted(file), reason(error));
}

// Writes everything, or sets errno and returns how much was written.
std::size_t write_at(int descriptor, const char* bytes, std::size_t count, std::int64_t at) {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t now =
        ::pwrite(descriptor, bytes + done, count - done, at + static_cast<std::int64_t>(done));
    if (now < 0 && errno == EINTR) continue;
    if (now == 0) errno = ENOSPC;
    if (now <= 0) break;
    done += static_cast<std::size_t>(now);
  }
  return done;
}

// The file's name and that of the mark beside it; the folder may be new, too.
void keep_names_safe(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(file, error).parent_path();
  for (const std::filesystem::path& each : {folder, folder.parent_path()}) sync_folder(each);
}

}  // namespace

GrowingFile::GrowingFile(std::filesystem::path file, int sample_rate)
    : path_(std::move(file)),
      sample_rate_(sample_rate),
      written_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) {
  if (!written_) {
    if (errno == EEXIST) {
      throw FileExists(
          Message("The recording {1} was not started, because a file of that name exists.", quoted(path_)));
    }
    throw Error("The recording {1} can't be created: {2}.", quoted(path_), reason(errno));
  }
  try {
    begin();
  } catch (...) {
    ::unlink(path_.c_str());
    throw;
  }
}

void GrowingFile::begin() {
  const auto header = wav_header(sample_rate_, 0);
  if (write_at(written_.get(), header.data(), header.size(), 0) != header.size())
    throw write_error(path_, errno);
  read_ = FileHandle(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!read_) throw Error("The recording {1} can't be read back: {2}.", quoted(path_), reason(errno));
  keeper_ = std::jthread([this](const std::stop_token& stop) { keep_safe(stop); });
}

GrowingFile::~GrowingFile() {
  finish();
}

void GrowingFile::append(std::span<const std::int16_t> samples) {
  if (const int error = disk_error_.load()) throw write_error(path_, error);
  const std::int64_t before = this->samples();
  const std::size_t bytes = samples.size_bytes();
  const std::size_t done = write_at(written_.get(), reinterpret_cast<const char*>(samples.data()), bytes,
                                    wav_header_bytes + before * sample_bytes);
  int error = done < bytes ? errno : 0;
  const std::int64_t now = before + static_cast<std::int64_t>(done) / sample_bytes;
  const auto header = wav_header(sample_rate_, now);
  if (write_at(written_.get(), header.data(), header.size(), 0) != header.size()) error = errno;
  samples_.store(now, std::memory_order_release);
  if (error != 0) throw write_error(path_, error);
}

void GrowingFile::finish() {
  if (!keeper_.joinable()) return;
  keeper_.request_stop();
  keeper_.join();
  complete_.store(true, std::memory_order_release);
}

// On a thread of its own: a busy disk makes fdatasync wait for seconds.
void GrowingFile::keep_safe(const std::stop_token& stop) {
  bool named = false;
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    lock.unlock();
    try {
      if (!std::exchange(named, true)) keep_names_safe(path_);
    } catch (const std::bad_alloc&) {  // the names are in the folder anyway
    }
    // If something can't be flushed at all (a pipe, a network's file system), the disk has not failed.
    if (::fdatasync(written_.get()) != 0 && errno != EINVAL && errno != EINTR) disk_error_ = errno;
    if (stop.stop_requested()) return;
  }
}

std::size_t GrowingFile::read(std::int64_t first, std::int16_t* out, std::size_t most) const {
  const std::int64_t left = samples() - first;
  if (first < 0 || left <= 0) return 0;
  const auto wanted = static_cast<std::size_t>(std::min<std::int64_t>(left, static_cast<std::int64_t>(most)));
  std::size_t done = 0;  // bytes
  while (done < wanted * sizeof *out) {
    const ssize_t now = ::pread(read_.get(), reinterpret_cast<char*>(out) + done, wanted * sizeof *out - done,
                                wav_header_bytes + first * sample_bytes + static_cast<std::int64_t>(done));
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) {
      throw Error(
          "The recording {1} can't be read back: {2}.", quoted(path_),
          now < 0 ? Message::verbatim(reason(errno)) : Message("it is shorter than what was written to it"));
    }
    done += static_cast<std::size_t>(now);
  }
  return wanted;
}

}  // namespace tilescribe::audio
