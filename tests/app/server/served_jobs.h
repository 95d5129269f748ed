// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "app/server/jobs.h"
#include "kernels/core/error.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/gate.h"

namespace tilescribe::test {

/// The thread of the test is the loop's.
class Loop {
 public:
  void post(std::function<void()> act) {
    const std::lock_guard lock(mutex_);
    acts_.push_back(std::move(act));
    changed_.notify_all();
  }
  /// The same at once, after a wait that is only noted; or, while `holds_later`, once let_go() is called.
  void post_later(std::chrono::milliseconds wait, std::function<void()> act) {
    waits.push_back(wait);
    holds_later ? held_.push_back(std::move(act)) : post(std::move(act));
  }
  void let_go() {
    holds_later = false;
    for (std::function<void()>& act : std::exchange(held_, {})) post(std::move(act));
  }
  std::vector<std::chrono::milliseconds> waits;
  bool holds_later = false;
  int done = 0;  // acts
  /// Does what was posted until that holds; false after two minutes.
  bool until(const std::function<bool()>& holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!holds()) {
      std::function<void()> act;
      {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_until(lock, end, [this] { return !acts_.empty(); })) return false;
        act = std::move(acts_.front());
        acts_.pop_front();
      }
      act();
      ++done;
    }
    return true;
  }

 private:
  std::vector<std::function<void()>> held_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> acts_;
};

/// Gives each segment one word, or can't.
struct FakeAligner : Lab {
  std::atomic<int> asked{0};
  bool fails = false;
  Gate* gate = nullptr;
  Transcript align_text(Transcript text, const std::filesystem::path& audio, const AlignOptions& options,
                        const Heard& heard, const std::stop_token& stop) override {
    static_cast<void>(audio);
    static_cast<void>(heard);
    ++asked;
    if (gate != nullptr) gate->pass(stop);
    if (fails || !options.engine.model.empty()) throw Error("This text does not fit.");
    for (Segment& segment : text.segments)
      segment.words = {{"word", segment.start_s, segment.end_s, 1.0F, false}};
    return text;
  }
};

/// Jobs on a fake world, with an open model.
struct Served {
  FakeWorld world;
  Capture capture;
  FakeAligner lab;
  Models models;
  Loop loop;
  std::unique_ptr<server::Jobs> jobs;
  std::optional<Failure> failure;

  explicit Served(const server::JobLimits& limits = {}, int gpu = -1, bool open = true,
                  Engine engine = Engine::automatic) {
    world.set_gpu(gpu);
    world.script_all({.segments = 3, .step = std::chrono::microseconds(0)});
    jobs = std::make_unique<server::Jobs>(
        Services{world, capture, lab, models}, EngineOptions{.model = "a model", .engine = engine}, limits,
        [this](std::function<void()> act) { loop.post(std::move(act)); },
        [this](std::chrono::milliseconds wait, std::function<void()> act) {
          loop.post_later(wait, std::move(act));
        });
    bool told = false;
    if (!open) return;
    jobs->open([&](const std::optional<Failure>& why) {
      failure = why;
      told = true;
    });
    loop.until([&] { return told; });
  }
  static server::Task task(bool words = false) {
    server::Task task{.sound = std::make_unique<server::Upload>(), .file_name = "talk.wav", .words = words};
    task.sound->write("sound");
    return task;
  }
};

/// The status with which something is refused; 200: it is not.
template <class Do>
int status_of(Do act) {
  try {
    act();
  } catch (const protocol::RequestError& error) {
    return error.error().status;
  }
  return 200;
}

}  // namespace tilescribe::test
