// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>

#include "inference/api/capture.h"

namespace tilescribe::test {

/// A recording of silence, as long as the test says, at 1 kHz.
class ToldRecording : public GrowingRecording {
 public:
  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return 1000; }
  std::int64_t samples() const override { return samples_; }
  bool complete() const override { return complete_; }
  std::size_t read(std::int64_t, std::int16_t*, std::size_t) const override { return 0; }
  void grow_to(double seconds) { samples_ = static_cast<std::int64_t>(seconds * 1000.0); }
  void end() { complete_ = true; }

 private:
  std::filesystem::path file_ = "/recordings/today.wav";
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> complete_{false};
};

}  // namespace tilescribe::test
