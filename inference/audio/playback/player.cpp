// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/player.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "inference/audio/playback/playback.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace audio {
namespace {

using namespace std::chrono_literals;
using Clock = Playback::Clock;
constexpr auto tick = 20ms;

/// A Playback on a thread of its own.
class ThreadPlayer final : public Player {
 public:
  ThreadPlayer(const std::filesystem::path& file, OpenOutput open)
      : thread_(
            [this, file, open = std::move(open)](const std::stop_token& stop) { run(file, open, stop); }) {}

  void play() override {
    ask([](Playback& playback) { playback.play(Clock::now()); },
        [](PlaybackStatus& status) {
          status.playing = true;
          status.trouble = {};
        });
  }
  void pause() override {
    ask([](Playback& playback) { playback.pause(Clock::now()); },
        [](PlaybackStatus& status) { status.playing = false; });
  }
  void seek(double seconds) override {
    seconds = std::max(0.0, seconds);
    ask([seconds](Playback& playback) { playback.seek(seconds); },
        [seconds](PlaybackStatus& status) {
          status.position_s = status.length_s > 0.0 ? std::min(seconds, status.length_s) : seconds;
          status.at_end = false;
        });
  }
  void set_speed(double speed) override {
    speed = std::clamp(speed, slowest_playback, fastest_playback);
    ask([speed](Playback& playback) { playback.set_speed(speed); },
        [speed](PlaybackStatus& status) { status.speed = speed; });
  }

  PlaybackStatus status() const override {
    const std::lock_guard lock(mutex_);
    PlaybackStatus now = status_;
    if (moving_) {
      // Since then it went on; the thread says so fifty times in a second.
      const double since_s = std::chrono::duration<double>(Clock::now() - at_).count();
      now.position_s += std::min(since_s, 0.1) * now.speed;
      if (now.length_s > 0.0) now.position_s = std::min(now.position_s, now.length_s);
    }
    return now;
  }

 private:
  using Request = std::function<void(Playback&)>;

  // The status says at once what was asked for.
  template <class Expect>
  void ask(Request request, Expect expect) {
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return;
      requests_.push_back(std::move(request));
      expect(status_);
      moving_ = false;
    }
    wake_.notify_one();
  }

  void run(const std::filesystem::path& file, const OpenOutput& open, const std::stop_token& stop) {
    try {
      Playback playback(file, open, stop);
      while (!stop.stop_requested()) {
        const std::vector<Request> requests = take_requests();
        for (const Request& request : requests) request(playback);
        playback.advance(Clock::now());
        publish(playback);
        std::unique_lock lock(mutex_);
        const auto asked = [this] { return !requests_.empty(); };
        if (playback.idle()) {
          wake_.wait(lock, stop, asked);
        } else {
          wake_.wait_for(lock, stop, tick, asked);
        }
      }
    } catch (const Cancelled&) {
    } catch (const std::exception& error) {  // there is no memory
      const std::lock_guard lock(mutex_);
      ended_ = true;
      status_.playing = moving_ = false;
      status_.trouble = Message("The player has ended: {1}.", error.what());
    }
  }

  std::vector<Request> take_requests() {
    const std::lock_guard lock(mutex_);
    return std::exchange(requests_, {});
  }

  void publish(const Playback& playback) {
    const Clock::time_point now = Clock::now();
    PlaybackStatus status = playback.status(now);
    const bool moving = status.playing && playback.status(now + tick).position_s > status.position_s;
    const std::lock_guard lock(mutex_);
    if (!requests_.empty()) return;  // of something that is no longer asked for
    status_ = std::move(status);
    moving_ = moving;
    at_ = now;
  }

  mutable std::mutex mutex_;  // for everything below
  std::condition_variable_any wake_;
  std::vector<Request> requests_;
  PlaybackStatus status_;
  bool ended_ = false;   // nobody answers any more
  bool moving_ = false;  // the position goes on from what it was at at_
  Clock::time_point at_{};
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace

std::unique_ptr<Player> open_player(const std::filesystem::path& audio, OpenOutput open) {
  return std::make_unique<ThreadPlayer>(audio, std::move(open));
}

}  // namespace audio

std::unique_ptr<Player> open_player(const std::filesystem::path& audio) {
  return audio::open_player(audio, audio::open_output);
}

}  // namespace tilescribe
