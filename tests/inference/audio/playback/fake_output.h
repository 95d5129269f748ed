// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTemporaryDir>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "inference/audio/playback/playback.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/recording/recording_checks.h"

namespace tilescribe::test {

/// A sound output in a test's hand, in simulated time. It takes 10 ms at a time, and what it takes is heard
/// `latency` later.
class FakeOutput {
 public:
  using Clock = audio::PlaybackRing::Clock;
  using Time = Clock::time_point;

  struct Heard {
    Time at;
    int sample = 0;
  };

  std::chrono::milliseconds latency{80};
  bool present = true;  // it can be opened, and stays
  bool hangs = false;   // it takes nothing
  int opened = 0;
  std::vector<Heard> heard;

  audio::OpenOutput opener() {
    return [this](int rate) -> std::unique_ptr<audio::OutputStream> {
      if (!present) throw Error("There is no output.");
      ++opened;
      auto ring = std::make_shared<audio::PlaybackRing>(
          static_cast<std::size_t>(rate * audio::playback_ring_s), rate);
      ring_ = ring;
      return std::make_unique<Stream>(*this, std::move(ring));
    };
  }
  bool is_open() const { return !ring_.expired(); }

  /// The next 10 ms are asked for.
  void run(Time now) {
    const auto ring = ring_.lock();
    if (!ring || hangs || !present) return;
    std::vector<std::int16_t> block(static_cast<std::size_t>(ring->rate() / 100));
    ring->take(block.data(), block.size(), now + latency);
    for (std::size_t i = 0; i < block.size(); ++i)
      heard.push_back({now + latency + std::chrono::microseconds(1'000'000 * i / ring->rate()), block[i]});
  }

 private:
  class Stream final : public audio::OutputStream {
   public:
    Stream(const FakeOutput& output, std::shared_ptr<audio::PlaybackRing> ring)
        : output_(output), ring_(std::move(ring)) {}
    audio::PlaybackRing& ring() override { return *ring_; }
    bool active() const override { return output_.present; }

   private:
    const FakeOutput& output_;
    std::shared_ptr<audio::PlaybackRing> ring_;
  };

  std::weak_ptr<audio::PlaybackRing> ring_;
};

/// A file whose samples say where they lie, a playback of it, and time that a test moves.
class PlaybackBench {
 public:
  static constexpr int rate = 16'000;
  using Time = FakeOutput::Time;

  explicit PlaybackBench(double length_s = 10.0) {
    std::vector<std::int16_t> samples(static_cast<std::size_t>(length_s * rate));
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = value_of(static_cast<std::int64_t>(i));
    write_samples(file(), samples, rate);
    playback.emplace(file(), output.opener(), std::stop_token());
  }

  std::filesystem::path file() const { return folder.filePath("count.wav").toStdString(); }

  /// From 1 on and never 0, which is silence; it comes again after a second.
  static std::int16_t value_of(std::int64_t frame) { return static_cast<std::int16_t>(1 + frame % rate); }

  /// Lets time pass; `each` is called every millisecond.
  template <class Each>
  void run(double seconds, Each each) {
    for (int ms = 0; ms < static_cast<int>(std::lround(seconds * 1000.0)); ++ms) {
      if (ms_ % 20 == 0) playback->advance(now);
      if (ms_ % 10 == 0) output.run(now);
      each();
      now += std::chrono::milliseconds(1);
      ++ms_;
    }
  }
  void run(double seconds) {
    run(seconds, [] {});
  }

  PlaybackStatus status() const { return playback->status(now); }

  /// Where the sample that is heard now lies within its second of the file, seconds; negative: silence.
  double heard_s() const {
    int sample = 0;
    for (auto each = output.heard.rbegin(); each != output.heard.rend(); ++each) {
      if (each->at > now) continue;
      if (now - each->at < std::chrono::milliseconds(1)) sample = each->sample;
      break;
    }
    return sample == 0 ? -1.0 : (sample - 1) / static_cast<double>(rate);
  }

  QTemporaryDir folder;
  FakeOutput output;
  Time now = Time(std::chrono::seconds(100));
  std::optional<audio::Playback> playback;

 private:
  int ms_ = 0;
};

}  // namespace tilescribe::test
