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

/// Decodes and resamples ahead on its own thread. The best resampling takes a core as long as the demo model
/// takes on two, and a GPU takes half an hour of audio at once. Its destructor waits for one second at most.
class ReadAhead final : public audio::PcmReader {
 public:
  /// `ahead_s`: how far to read ahead, seconds; each takes 64 kB.
  ReadAhead(std::unique_ptr<audio::PcmReader> source, std::size_t ahead_s);

  /// Like the source's. An exception of the source is rethrown after the samples before it.
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
  std::deque<std::vector<float>> blocks_;  // one second each
  std::size_t taken_ = 0;                  // samples of the first block already read
  bool ended_ = false;
  double missing_s_ = 0.0;
  std::exception_ptr error_;
  std::jthread thread_;  // last, so that it stops before its members are destroyed
};

}  // namespace tilescribe
