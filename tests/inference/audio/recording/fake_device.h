// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "inference/audio/capture/capture_stream.h"
#include "kernels/core/error.h"

namespace tilescribe::test {

/// A microphone in a test's hand: what it gives, whether it is there, and what the sound server says of it.
/// Every stream that is opened on it gets a ring of its own.
class FakeDevice {
 public:
  int sample_rate = 16000;
  int channels = 1;
  std::size_t ring_samples = 16000 * 30;
  bool monitor = false;

  audio::OpenSource opener() {
    return [this](const std::string& id, int rate) { return open(id, rate); };
  }
  /// Gives samples to the stream that is open; false when none is.
  bool give(const std::vector<std::int16_t>& samples) {
    const std::lock_guard lock(mutex_);
    const auto ring = ring_.lock();
    return ring && ring->write(samples.data(), samples.size());
  }
  void set(audio::StreamHealth health) {
    const std::lock_guard lock(mutex_);
    health_ = std::move(health);
  }
  void set_present(bool present) {
    const std::lock_guard lock(mutex_);
    present_ = present;
  }
  /// Whether opening it finds no memory.
  void set_starved(bool starved) {
    const std::lock_guard lock(mutex_);
    starved_ = starved;
  }
  /// Whether looking after it finds no memory.
  void set_failing(bool failing) {
    const std::lock_guard lock(mutex_);
    failing_ = failing;
  }
  bool is_open() const {
    const std::lock_guard lock(mutex_);
    return !ring_.expired();
  }
  /// How often it could not be opened, since it was not there.
  int times_missed() const {
    const std::lock_guard lock(mutex_);
    return missed_;
  }
  /// How often it was asked whose its sound is.
  int times_asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  int times_opened() const {
    const std::lock_guard lock(mutex_);
    return opened_;
  }

 private:
  class Stream final : public audio::CaptureStream {
   public:
    Stream(FakeDevice& device, std::shared_ptr<audio::SampleRing> ring)
        : device_(device), ring_(std::move(ring)) {
      source_ = {.id = "fake",
                 .name = "Fake Microphone",
                 .monitor = device.monitor,
                 .sample_rate = device.sample_rate};
    }
    const AudioSource& source() const override { return source_; }
    int sample_rate() const override { return device_.sample_rate; }
    int channels() const override { return device_.channels; }
    audio::SampleRing& ring() override { return *ring_; }
    audio::StreamHealth health(std::chrono::milliseconds) override {
      const std::lock_guard lock(device_.mutex_);
      ++device_.asked_;
      if (device_.failing_) throw std::bad_alloc();
      return device_.health_;
    }

   private:
    FakeDevice& device_;
    std::shared_ptr<audio::SampleRing> ring_;
    AudioSource source_;
  };

  std::unique_ptr<audio::CaptureStream> open(const std::string& id, int) {
    const std::lock_guard lock(mutex_);
    missed_ += present_ ? 0 : 1;
    if (!present_) throw Error("There is no sound source \"{1}\" now.", id);
    if (starved_) throw std::bad_alloc();
    ++opened_;
    auto ring = std::make_shared<audio::SampleRing>(ring_samples);
    ring_ = ring;
    return std::make_unique<Stream>(*this, std::move(ring));
  }

  mutable std::mutex mutex_;
  bool present_ = true;
  bool starved_ = false;
  bool failing_ = false;
  int opened_ = 0;
  int missed_ = 0;
  int asked_ = 0;
  audio::StreamHealth health_;
  std::weak_ptr<audio::SampleRing> ring_;
};

}  // namespace tilescribe::test
