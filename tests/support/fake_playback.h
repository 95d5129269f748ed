// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>

#include "app/machine/playback.h"

namespace tilescribe::test {

/// A player whose sound is where a test says, and waveforms of one tone. Nothing is read or heard.
/// Thread-safe.
class FakePlayback : public Playback {
 public:
  struct State {
    std::mutex mutex;
    PlaybackStatus status;
    std::string audio;  // the file of the last player
    int open = 0;       // players
    int waveforms = 0;  // loaded
    double length_s = 0.0;
    std::filesystem::path known;
  };

  std::unique_ptr<Player> open_player(const std::filesystem::path& audio) override {
    return std::make_unique<FakePlayer>(state_, audio.string());
  }
  Waveform load_waveform(const std::filesystem::path&, const std::filesystem::path&,
                         const std::stop_token&) override {
    const std::lock_guard lock(state_->mutex);
    ++state_->waveforms;
    Waveform waveform;
    waveform.length_s = state_->length_s;
    double blocks = waveform.length_s / Waveform::block_s;
    while (blocks >= 1.0) {
      waveform.levels.emplace_back(static_cast<std::size_t>(blocks), Peak{-60, 60});
      blocks /= Waveform::step;
    }
    return waveform;
  }

  std::filesystem::path find_audio(const std::filesystem::path& name, double length_s,
                                   const std::filesystem::path&) override {
    const std::lock_guard lock(state_->mutex);
    return name == state_->known.filename() && length_s == state_->length_s ? state_->known
                                                                            : std::filesystem::path();
  }

  /// Audio of which a waveform is kept.
  void set_known(const std::filesystem::path& audio) {
    const std::lock_guard lock(state_->mutex);
    state_->known = audio;
  }
  PlaybackStatus status() const {
    const std::lock_guard lock(state_->mutex);
    return state_->status;
  }
  std::string audio() const {
    const std::lock_guard lock(state_->mutex);
    return state_->audio;
  }
  int open() const {
    const std::lock_guard lock(state_->mutex);
    return state_->open;
  }
  int waveforms() const {
    const std::lock_guard lock(state_->mutex);
    return state_->waveforms;
  }
  /// The length of every audio; 0: no waveform has any sound.
  void set_length(double seconds) {
    const std::lock_guard lock(state_->mutex);
    state_->length_s = seconds;
  }
  /// What is heard goes on to this place.
  void hear(double seconds) {
    const std::lock_guard lock(state_->mutex);
    state_->status.position_s = seconds;
  }
  /// The device goes, or does not open: playing ends with this sentence.
  void lose_device(const std::string& sentence) {
    const std::lock_guard lock(state_->mutex);
    state_->status.playing = false;
    state_->status.trouble = Message::verbatim(sentence);
  }

 private:
  class FakePlayer final : public Player {
   public:
    FakePlayer(std::shared_ptr<State> state, const std::string& audio) : state_(std::move(state)) {
      const std::lock_guard lock(state_->mutex);
      state_->status = {};
      state_->status.length_s = state_->length_s;
      state_->audio = audio;
      ++state_->open;
    }
    ~FakePlayer() override {
      const std::lock_guard lock(state_->mutex);
      --state_->open;
    }
    void play() override {
      const std::lock_guard lock(state_->mutex);
      state_->status.playing = true;
      state_->status.trouble = {};
    }
    void pause() override {
      const std::lock_guard lock(state_->mutex);
      state_->status.playing = false;
    }
    void seek(double seconds) override {
      const std::lock_guard lock(state_->mutex);
      state_->status.position_s = std::max(0.0, seconds);
    }
    void set_speed(double speed) override {
      const std::lock_guard lock(state_->mutex);
      state_->status.speed = speed;
    }
    PlaybackStatus status() const override {
      const std::lock_guard lock(state_->mutex);
      return state_->status;
    }

   private:
    std::shared_ptr<State> state_;
  };

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace tilescribe::test
