// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "inference/audio/pcm_reader.h"

namespace tilescribe {

/// Decodes and resamples on a thread of its own, ahead of what is asked for: the best resampling costs a core
/// as much time as the demo model takes on two, and a GPU takes half an hour of audio at once. Ending it
/// early does not wait for more than the second being decoded.
class ReadAhead final : public audio::PcmReader {
 public:
  /// `ahead_s`: how far ahead at most, seconds; one takes 64 kB.
  ReadAhead(std::unique_ptr<audio::PcmReader> source, std::size_t ahead_s);

  /// As the source's; what the source throws is thrown here, once the samples before it were given out.
  std::size_t read(std::span<float> out) override;
  double duration_s() const override { return duration_s_; }
  double missing_s() const override;

 private:
  void run(const std::stop_token& stop);
  void fill(const std::stop_token& stop);

  std::unique_ptr<audio::PcmReader> source_;
  double duration_s_;
  std::size_t most_blocks_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::vector<float>> blocks_;  // of a second each
  std::size_t taken_ = 0;                  // samples of the first block that were given out
  bool ended_ = false;
  double missing_s_ = 0.0;
  std::exception_ptr error_;
  std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace tilescribe
