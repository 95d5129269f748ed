// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/playback.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "inference/audio/file_check.h"
#include "inference/audio/sixteen_bits.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

using namespace std::chrono_literals;
constexpr auto let_go_after = 3s;   // of a pause: then other programs may have the device
constexpr auto hangs_after = 2s;    // without a question from the device
constexpr std::size_t block = 512;  // samples

}  // namespace

Playback::Playback(std::filesystem::path file, OpenOutput open, std::stop_token stop)
    : file_(std::move(file)), open_(std::move(open)), stop_(std::move(stop)) {}

void Playback::play(Clock::time_point now) {
  if (wanted_) return;
  trouble_ = {};
  wanted_ = true;
  if (!reader_) reader_tried_ = false;  // the file may be there again
  if (at_end_) seek(0.0);
  called_at_ = now;
  if (output_) output_->ring().hold(false);
}

void Playback::pause(Clock::time_point now) {
  if (!wanted_) return;
  wanted_ = false;
  held_since_ = now;
  if (output_) output_->ring().hold(true);
}

void Playback::seek(double seconds) {
  rest_s_ = limited(seconds);
  at_end_ = false;
  if (!output_) return;
  output_->ring().discard();
  cues_.clear();
  moved_ = true;
}

void Playback::set_speed(double speed) {
  speed = std::clamp(speed, slowest_playback, fastest_playback);
  if (std::exchange(speed_, speed) != speed) speed_changed_ = true;
}

// What is written next is the sound from this place on.
void Playback::restart(double place_s) {
  moved_ = speed_changed_ = ended_ = false;
  cues_.push_back({output_->ring().written(), place_s, speed_});
  stretcher_->restart(speed_);
  reader_->seek(std::llround(place_s * reader_->sample_rate()));
}

void Playback::advance(Clock::time_point now) {
  try {
    if (!reader_ && !reader_tried_) open_reader();
    if (!reader_) return;
    if (wanted_ && !output_) open_device(now);
    if (output_) prepare();
    if (output_) fill();
  } catch (const Error& error) {
    fail(error.message(), now);
  } catch (const std::bad_alloc&) {
    fail(Message("There is not enough memory to play this audio."), now);
  }
  if (output_) watch(now);
}

void Playback::open_reader() {
  reader_tried_ = true;
  try {
    reader_.emplace(file_, stop_);
    stretcher_.emplace(reader_->sample_rate());
    stated_s_ = reader_->duration_s();
  } catch (...) {
    reader_.reset();
    throw;
  }
}

void Playback::open_device(Clock::time_point now) {
  output_ = open_(reader_->sample_rate());
  called_at_ = now;
  calls_ = 0;
  cues_.clear();
  restart(rest_s_);
}

void Playback::prepare() {
  if (moved_) {
    restart(rest_s_);
  } else if (speed_changed_ && !ended_) {
    // What is in the ring is still heard at the earlier speed: so there is no step in what is heard.
    restart(place_of(static_cast<double>(output_->ring().written())));
  }
}

void Playback::fill() {
  PlaybackRing& ring = output_->ring();
  sound_.resize(block);
  samples_.resize(block);
  while (!ended_ && ring.free() >= block) {
    std::size_t count = stretcher_->take(sound_);
    if (count == 0) {
      const std::size_t read = reader_->read(sound_);
      if (read > 0) {
        stretcher_->put(std::span(sound_).first(read));
        continue;
      }
      stretcher_->end();
      count = stretcher_->take(sound_);
      if (count == 0) {
        ended_ = true;
        found_s_ = static_cast<double>(reader_->place()) / reader_->sample_rate();
        return;
      }
    }
    std::transform(sound_.begin(), sound_.begin() + static_cast<std::ptrdiff_t>(count), samples_.begin(),
                   to_16_bits);
    ring.write(samples_.data(), count);
  }
}

void Playback::watch(Clock::time_point now) {
  PlaybackRing& ring = output_->ring();
  if (const std::uint64_t calls = ring.calls(); calls != calls_) {
    calls_ = calls;
    called_at_ = now;
  }
  const double heard = ring.heard(now);
  while (cues_.size() > 1 && static_cast<double>(cues_[1].sample) <= heard) cues_.pop_front();
  if (!output_->active() || now - called_at_ > hangs_after) {
    if (wanted_) {
      fail(Message(
               "The sound output is gone: expected a device that plays sound, but it was unplugged, or the "
               "sound server has ended or does not answer. Play goes on from here."),
           now);
    } else {
      rest_s_ = position_s(now);
      output_.reset();
    }
    return;
  }
  if (wanted_ && ended_ && ring.taken() >= ring.written() && ring.all_heard(now)) {
    ring.hold(true);  // a seek from here is as quiet as any while paused
    wanted_ = false;
    at_end_ = true;
    held_since_ = now;
  }
  if (!wanted_ && now - held_since_ > let_go_after) {
    rest_s_ = position_s(now);
    output_.reset();
  }
}

// Nothing is heard from now on; the place stays.
void Playback::fail(const Message& why, Clock::time_point now) {
  trouble_ = why;
  wanted_ = false;
  if (!output_) return;
  rest_s_ = position_s(now);
  output_.reset();
}

double Playback::place_of(double sample) const {
  const auto after = std::find_if(cues_.begin(), cues_.end(), [sample](const Cue& cue) {
    return static_cast<double>(cue.sample) > sample;
  });
  // Until the first cue is heard, its place is where the user wants to be.
  const Cue& cue = after == cues_.begin() ? cues_.front() : *std::prev(after);
  const double since_s =
      std::max(0.0, sample - static_cast<double>(cue.sample)) / output_->ring().rate() * cue.speed;
  return limited(cue.place_s + since_s);
}

double Playback::position_s(Clock::time_point now) const {
  return output_ && !moved_ && !cues_.empty() ? place_of(output_->ring().heard(now)) : rest_s_;
}

double Playback::limited(double seconds) const {
  return std::max(0.0, found_s_ > 0.0 ? std::min(seconds, found_s_) : seconds);
}

PlaybackStatus Playback::status(Clock::time_point now) const {
  return {.playing = wanted_,
          .position_s = at_end_ ? found_s_ : position_s(now),
          .length_s = found_s_ > 0.0 ? found_s_ : stated_s_,
          .speed = speed_,
          .at_end = at_end_,
          .trouble = trouble_};
}

}  // namespace tilescribe::audio
