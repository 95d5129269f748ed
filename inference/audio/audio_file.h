// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

#include "inference/audio/recording/file_handle.h"

namespace tilescribe::audio {

/// The one file that decoding a recording opens: libsndfile and FFmpeg read through it and open nothing
/// themselves. Reads end when a stop is requested, so that neither can go on for long then. One thread at a
/// time.
class AudioFile {
 public:
  /// Throws Error when it is missing, not a regular file, empty or may not be read; Cancelled on stop.
  AudioFile(std::filesystem::path path, std::stop_token stop);

  const std::filesystem::path& path() const { return path_; }
  std::string_view head() const { return head_; }  // the first 16 bytes; fewer if it is shorter
  std::int64_t size() const noexcept;              // bytes, as of now: it may shrink while it is read

  /// Reads from where it stands, or from a place. Gives the number of bytes: fewer than asked for at the
  /// file's end and where the system refuses, none once a stop is requested.
  std::int64_t read(void* out, std::int64_t bytes) noexcept;
  std::int64_t read_at(std::int64_t place, void* out, std::int64_t bytes) const noexcept;

  /// As lseek: `whence` is SEEK_SET, SEEK_CUR or SEEK_END. Gives the new place, or -1 for one that no
  /// file has.
  std::int64_t seek(std::int64_t offset, int whence) noexcept;

  bool stop_requested() const noexcept { return stop_.stop_requested(); }
  /// Throws Cancelled when a stop is requested. To be asked whenever a library gives up: it takes a stop for
  /// a short file.
  void check_stop() const;

 private:
  std::filesystem::path path_;
  std::stop_token stop_;
  FileHandle handle_;
  std::string head_;
  std::int64_t place_ = 0;
};

}  // namespace tilescribe::audio
