// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/read_ahead.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tilescribe {

ReadAhead::ReadAhead(std::unique_ptr<audio::PcmReader> source, std::size_t ahead_s)
    : source_(std::move(source)),
      duration_s_(source_->duration_s()),
      most_blocks_(std::max<std::size_t>(ahead_s, 1)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

// Any exception, also for lack of memory, is passed on to the reader.
void ReadAhead::run(const std::stop_token& stop) {
  std::exception_ptr error;
  try {
    fill(stop);
  } catch (...) {
    error = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  missing_s_ = source_->missing_s();
  error_ = error;
  changed_.notify_all();
}

void ReadAhead::fill(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::vector<float> block(audio::sample_rate);
    block.resize(source_->read(block));
    if (block.empty()) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return blocks_.size() < most_blocks_; });
    blocks_.push_back(std::move(block));
    changed_.notify_all();
  }
}

std::size_t ReadAhead::read(std::span<float> out) {
  if (out.empty()) return 0;
  std::unique_lock lock(mutex_);
  std::size_t given = 0;
  while (given < out.size()) {
    changed_.wait(lock, [this] { return !blocks_.empty() || ended_; });
    if (blocks_.empty()) {
      if (given == 0 && error_) std::rethrow_exception(error_);
      break;
    }
    const std::vector<float>& block = blocks_.front();
    const std::size_t count = std::min(block.size() - taken_, out.size() - given);
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(taken_), count,
                out.begin() + static_cast<std::ptrdiff_t>(given));
    given += count;
    taken_ += count;
    if (taken_ == block.size()) {
      blocks_.pop_front();
      taken_ = 0;
      changed_.notify_all();
    }
  }
  return given;
}

double ReadAhead::missing_s() const {
  const std::lock_guard lock(mutex_);
  return missing_s_;
}

}  // namespace tilescribe
