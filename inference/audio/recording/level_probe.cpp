// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "inference/api/capture.h"
#include "inference/audio/capture/sources.h"
#include "inference/audio/recording/level_meter.h"
#include "inference/audio/recording/source_tap.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace audio {
namespace {

using namespace std::chrono_literals;

class TapProbe final : public LevelProbe {
 public:
  explicit TapProbe(const std::string& id)
      : tap_(&open_source, id), thread_([this](const std::stop_token& stop) { run(stop); }) {}

  SoundLevel level() const override {
    const std::lock_guard lock(mutex_);
    return level_;
  }
  Message problem() const override {
    const std::lock_guard lock(mutex_);
    return problem_;
  }

 private:
  void run(const std::stop_token& stop) {
    try {
      listen(stop);
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex_);
      level_ = {};
      problem_ = message_of(error, Message::verbatim(error.what()));
    }
    tap_.release();
  }

  void listen(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const Taken taken = tap_.take(50ms);
      meter_.add(taken.mono, tap_.sample_rate());
      if (!taken.open) meter_.clear();
      std::unique_lock lock(mutex_);
      level_ = meter_.level();
      if (taken.notice) problem_ = taken.problem;
      wake_.wait_for(lock, stop, 30ms, [] { return false; });
    }
  }

  SourceTap tap_;
  LevelMeter meter_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  SoundLevel level_;
  Message problem_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace
}  // namespace audio

std::unique_ptr<LevelProbe> probe_level(const std::string& source_id) {
  return std::make_unique<audio::TapProbe>(source_id);
}

}  // namespace tilescribe
