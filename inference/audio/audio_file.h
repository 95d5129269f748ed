// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>

#include "inference/audio/recording/file_handle.h"

namespace tilescribe::audio {

/// The only file that decoding a recording opens. The program checks it and hands it to tilescribe-decoder,
/// where libsndfile and FFmpeg read through it and open nothing themselves. One thread at a time.
class AudioFile {
 public:
  /// Throws Error if it is missing, not a regular file, empty, or unreadable; Cancelled on a stop request.
  /// Unreadable is a MachineError where the system refuses to read what it has opened.
  AudioFile(std::filesystem::path path, std::stop_token stop);
  /// A file that somebody else opened and checked; the path is for sentences, and for names' endings.
  AudioFile(FileHandle open, std::filesystem::path path) : path_(std::move(path)), handle_(std::move(open)) {}

  const std::filesystem::path& path() const { return path_; }
  std::string head() const;            // the first 16 bytes; fewer if the file is shorter
  std::int64_t size() const noexcept;  // bytes, as of now: the file may shrink while it is read

  /// Reads from the current place, or from a given one. Returns the number of bytes: fewer than requested at
  /// the end of the file or if the system refuses, which check_read() tells.
  std::int64_t read(void* out, std::int64_t bytes) noexcept;
  std::int64_t read_at(std::int64_t place, void* out, std::int64_t bytes) const noexcept;
  /// Throws MachineError if the system has refused a reading: then the file's end was not its end.
  void check_read() const;

  /// As lseek: `whence` is SEEK_SET, SEEK_CUR or SEEK_END. Returns the new place, or -1 if there is no such
  /// place.
  std::int64_t seek(std::int64_t offset, int whence) noexcept;

  int descriptor() const { return handle_.get(); }
  const std::stop_token& stop() const { return stop_; }
  /// Throws Cancelled if a stop was requested.
  void check_stop() const;

 private:
  std::filesystem::path path_;
  std::stop_token stop_;
  FileHandle handle_;
  std::int64_t place_ = 0;
  mutable int refused_ = 0;  // the first errno of a reading
};

}  // namespace tilescribe::audio
