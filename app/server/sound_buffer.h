// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/server/upload.h"
#include "inference/api/capture.h"

namespace tilescribe::server {

/// Sound that a client sends bit by bit, on disk as it comes. The loop's thread appends, a worker reads.
class SoundBuffer final : public GrowingRecording {
 public:
  /// Throws RequestError (507), as Upload does.
  explicit SoundBuffer(int sample_rate) : rate_(sample_rate), file_(sound_.path()) {}

  /// Bytes of samples, the low byte of each first. Throws RequestError (507).
  void append(std::string_view bytes);
  /// Nobody reads what lies before that second again, or zeros do.
  void forget(double before_s);
  /// Nothing will follow.
  void end() { complete_.store(true, std::memory_order_release); }

  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return rate_; }
  std::int64_t samples() const override { return samples_.load(std::memory_order_acquire); }
  bool complete() const override { return complete_.load(std::memory_order_acquire); }
  std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const override;
  double seconds() const { return static_cast<double>(samples()) / rate_; }

 private:
  const int rate_;
  Upload sound_;
  const std::filesystem::path file_;
  std::int64_t forgotten_ = 0;  // bytes
  std::string half_;            // the first byte of a sample whose second has not come
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> complete_{false};
};

}  // namespace tilescribe::server
