// SPDX-License-Identifier: Apache-2.0
// Sound of twelve minutes, and devices that decode its windows as a test wants.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "inference/api/error.h"
#include "inference/pipeline/device_team.h"
#include "kernels/core/error.h"

namespace tilescribe::test {

inline constexpr int window_s = 30, window_count = 24, silent_every = 7;
inline constexpr int speaking = window_count - window_count / silent_every;

inline bool is_silent(int window) {
  return window % silent_every == silent_every - 1;
}

// Twelve minutes: a tone with pauses, and every seventh window silent. `at` is called with each second.
class Tone final : public audio::PcmReader {
 public:
  explicit Tone(std::function<void(int)> at) : at_(std::move(at)) {}
  std::size_t read(std::span<float> out) override {
    if (position_ == std::size_t{window_count} * window_s * audio::sample_rate) return 0;
    if (at_) at_(static_cast<int>(position_ / audio::sample_rate));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto at = static_cast<int>((position_ + i) / audio::sample_rate);
      const bool sounds = !is_silent(at / window_s) && at % 5 < 3;
      out[i] = sounds ? ((i / 20) % 2 == 0 ? 0.1f : -0.1f) : 0.0f;
    }
    position_ += out.size();
    return out.size();
  }
  double duration_s() const override { return window_count * window_s; }
  double missing_s() const override { return 0.0; }

 private:
  std::size_t position_ = 0;
  std::function<void(int)> at_;
};

using Condition = std::function<bool()>;

inline bool comes_true(const Condition& condition) {
  constexpr std::chrono::seconds patience{60};
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// Decodes windows in groups, the last one first. The text says only which window it is.
class FakeDevice final : public WindowDevice {
 public:
  std::size_t room = 4;
  int fails_behind = -1;          // so many windows; negative: never
  Condition before_first = {};    // it waits for this with its first windows
  Condition before_failure = {};  // and for this before it fails
  std::function<void()> failure = [] { throw DeviceError("The device was unplugged."); };
  std::atomic<int> finished = 0;
  std::atomic<bool> failed = false;
  std::atomic<std::size_t> taken = 0;

  void run(WindowSupply& supply, WindowEvents& events, const std::function<void()>& meanwhile,
           const std::stop_token& stop) override {
    for (;;) {
      const bool idle = unfinished_.empty();
      for (ReadyWindow& work : supply.take({room - unfinished_.size(), 2, idle}, events, meanwhile, stop)) {
        ++taken;
        if (supply.keeps_samples() && work.window.samples.empty()) throw Error("Its samples are missing.");
        unfinished_.push_back(std::move(work));
      }
      if (unfinished_.empty()) return;
      if (before_first) waited_ = comes_true(std::exchange(before_first, {})) && waited_;
      if (finished == fails_behind) fail();
      decode(events);
      supply.finished();
      if (meanwhile) meanwhile();
    }
  }
  std::vector<ReadyWindow> take_unfinished() override { return std::exchange(unfinished_, {}); }
  bool waited() const { return waited_; }

 private:
  void decode(WindowEvents& events) {
    const ReadyWindow work = std::move(unfinished_.back());
    unfinished_.pop_back();
    WindowText text = text_of(work);
    text.text = "This is window " + std::to_string(work.window.index) + ".";
    events.entered(Stage::encoder, work.window);
    events.decoded(work.window, 1, "This");
    events.decoded(work.window, 2, text.text);
    ++finished;
    events.finished(work.window, std::move(text));
  }
  void fail() {
    if (before_failure) waited_ = comes_true(before_failure) && waited_;
    failed = true;
    failure();
  }

  std::vector<ReadyWindow> unfinished_;
  std::atomic<bool> waited_ = true;  // all conditions came true
};

}  // namespace tilescribe::test
