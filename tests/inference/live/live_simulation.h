// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "inference/api/live.h"
#include "inference/live/session.h"
#include "tests/inference/live/latency.h"

namespace tilescribe::test {

/// A recording in memory that grows with a simulated clock.
class MemoryRecording final : public GrowingRecording {
 public:
  MemoryRecording(std::vector<float> samples, int rate);
  /// As much as is there after so many seconds.
  void grow_to(double seconds);

  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return rate_; }
  std::int64_t samples() const override { return shown_; }
  bool complete() const override { return shown_ == static_cast<std::int64_t>(samples_.size()); }
  std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const override;

 private:
  std::filesystem::path file_ = "memory.wav";
  std::vector<std::int16_t> samples_;
  int rate_;
  std::int64_t shown_ = 0;
};

struct SimulatedRun {
  std::vector<Shown> shown;
  std::vector<LiveStatus> statuses;
  Transcript transcript;
  int decodes = 0;
};

/// Plays samples to a session in simulated time: as fast as the machine allows, yet as if every decode took
/// `decode_s` and the recording grew meanwhile. So latencies do not depend on the machine that tests.
SimulatedRun simulate(std::vector<float> samples, int rate, std::unique_ptr<live::UtteranceDecoder> decoder,
                      const LiveOptions& options, double decode_s, LiveCheckpoint from = {});

}  // namespace tilescribe::test
