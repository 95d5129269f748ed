// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "inference/api/playback.h"
#include "inference/audio/playback/output_stream.h"
#include "inference/audio/playback/sound_reader.h"
#include "inference/audio/playback/stretcher.h"

namespace tilescribe::audio {

/// A player without a thread: its owner calls `advance` often enough that the ring never runs empty. One
/// thread at a time.
class Playback {
 public:
  using Clock = PlaybackRing::Clock;

  /// The stop token ends opening and reading the file.
  Playback(std::filesystem::path file, OpenOutput open, std::stop_token stop);

  // What is asked for; `advance` does it.

  void play(Clock::time_point now);
  void pause(Clock::time_point now);
  void seek(double seconds);
  void set_speed(double speed);

  /// Does what is due: opens the file or the device, decodes, looks after the device. What goes wrong becomes
  /// trouble. Throws Cancelled.
  void advance(Clock::time_point now);
  /// Whether time brings nothing new: there is nothing to do before the next request.
  bool idle() const { return reader_tried_ && !wanted_ && !output_; }

  PlaybackStatus status(Clock::time_point now) const;

 private:
  // From this sample of the ring on, up to the next cue, sound comes from this place in the file.
  struct Cue {
    std::int64_t sample = 0;
    double place_s = 0.0;
    double speed = 1.0;
  };

  void open_reader();
  void open_device(Clock::time_point now);
  void restart(double place_s);
  void prepare();
  void fill();
  void watch(Clock::time_point now);
  void fail(const Message& why, Clock::time_point now);
  double place_of(double sample) const;
  double position_s(Clock::time_point now) const;
  double limited(double seconds) const;

  const std::filesystem::path file_;
  const OpenOutput open_;
  const std::stop_token stop_;

  bool reader_tried_ = false;
  std::optional<SoundReader> reader_;
  std::optional<Stretcher> stretcher_;
  std::unique_ptr<OutputStream> output_;
  std::deque<Cue> cues_;   // of what is in the ring or still heard
  bool ended_ = false;     // the file has nothing after what is in the ring
  bool wanted_ = false;    // to be heard
  double rest_s_ = 0.0;    // the place while nothing is in the ring
  bool moved_ = false;     // what is written next is to come from rest_s_
  double stated_s_ = 0.0;  // the length, as the file states it; 0: it does not
  double found_s_ = 0.0;   // as was found at its end; 0: not yet
  double speed_ = 1.0;
  bool speed_changed_ = false;
  bool at_end_ = false;
  Message trouble_;
  Clock::time_point held_since_{};  // while the device is open but not wanted
  Clock::time_point called_at_{};   // when the device was last seen to ask for samples
  std::uint64_t calls_ = 0;         // how often it had
  std::vector<float> sound_;
  std::vector<std::int16_t> samples_;
};

}  // namespace tilescribe::audio
