// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <span>
#include <thread>

#include "inference/api/capture.h"
#include "inference/audio/recording/file_handle.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {

/// A recording was not started because a file of its name exists.
class FileExists : public Error {
 public:
  using Error::Error;
};

/// A recording while it is written. Samples go to the file first, then into its header, so the file is a
/// complete WAV at any time. A thread asks the disk once per second to store what the system still buffers.
/// This does not use libsndfile: it can also keep the header of a growing RF64 file up to date, but it does
/// not repair a header that is behind its data, and it does not say why the disk refused a write.
class GrowingFile final : public GrowingRecording {
 public:
  /// Creates the file, readable for its user alone. Throws FileExists if there is one, and Error for other
  /// failures; no new file is left then.
  GrowingFile(std::filesystem::path file, int sample_rate);
  ~GrowingFile() override;

  /// Appends samples. Throws Error if they don't all fit or the disk fails; what fitted is kept. One thread
  /// at a time.
  void append(std::span<const std::int16_t> samples);
  /// Nothing will follow. Returns when the disk has everything. Never throws: everything is in the file.
  void finish();

  const std::filesystem::path& file() const override { return path_; }
  int sample_rate() const override { return sample_rate_; }
  std::int64_t samples() const override { return samples_.load(std::memory_order_acquire); }
  bool complete() const override { return complete_.load(std::memory_order_acquire); }
  std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const override;

 private:
  void begin();  // when the file was created
  void keep_safe(const std::stop_token& stop);

  std::filesystem::path path_;
  int sample_rate_;
  FileHandle written_;
  FileHandle read_;
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> complete_{false};
  std::atomic<int> disk_error_{0};  // errno of a flush that failed
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread keeper_;  // last: it uses all of the above
};

}  // namespace tilescribe::audio
