// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/source_recorder.h"

#include <algorithm>
#include <new>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

using namespace std::chrono_literals;
using Kind = RecordingNotice::Kind;

constexpr auto tick = 50ms;           // between two appends
constexpr auto answer_within = 50ms;  // for the sound server, which normally takes about 1 ms
constexpr auto under_way = 40ms;  // from the air to the ring, so that what was said before "stop" is recorded
constexpr double silence_s = 3.0;  // seconds of digital zeros; a speaker's pause is never digital zeros
constexpr double low_s = 600.0;    // of disk
constexpr double full_s = 20.0;

}  // namespace

SourceRecorder::SourceRecorder(SourceTap tap, RecorderParts parts, std::shared_ptr<GrowingFile> file)
    : tap_(std::move(tap)),
      parts_(std::move(parts)),
      source_(tap_.source()),
      file_(std::move(file)),
      mark_(file_->file()),
      thread_([this] { run(); }) {}

SourceRecorder::~SourceRecorder() {
  stop();
}

RecordingStatus SourceRecorder::status() const {
  const std::lock_guard lock(mutex_);
  RecordingStatus status = status_;
  status.recorded_s = place();
  status.trouble = !source_trouble_.empty() ? source_trouble_
                   : !disk_trouble_.empty() ? disk_trouble_
                                            : silence_trouble_;
  return status;
}

std::vector<RecordingNotice> SourceRecorder::notices() const {
  const std::lock_guard lock(mutex_);
  return notices_.all();
}

void SourceRecorder::pause(bool paused) {
  const std::lock_guard lock(mutex_);
  pause_ = paused;
  wake_.notify_all();
}

void SourceRecorder::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    wake_.notify_all();
  }
  const std::lock_guard lock(join_mutex_);
  if (thread_.joinable()) thread_.join();
}

// Whatever fails, what was recorded is kept.
void SourceRecorder::run() {
  try {
    record();
  } catch (const std::exception& error) {
    give_up(error);
  }
  finish();
}

void SourceRecorder::record() {
  while (!over_ && wait_for_tick()) {
    watch_disk();
    if (!over_) keep(tap_.take(answer_within));
  }
  if (!over_) take_last();
}

void SourceRecorder::give_up(const std::exception& reason) {
  over_ = true;
  try {
    say({.kind = Kind::disk_full,
         .message = Message("{1} The recording was stopped; all that was recorded before is kept.",
                            message_of(reason, Message("The recording failed ({1}).", reason.what())))});
  } catch (const std::bad_alloc&) {  // no memory for a sentence
  }
}

// Pauses begin and end in here: the source is released, and time stands still.
bool SourceRecorder::wait_for_tick() {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, tick, [&] { return stop_ || pause_; });
  if (stop_ || !pause_) return !stop_;
  lock.unlock();
  take_last();
  if (over_) return false;
  meter_.clear();
  lock.lock();
  status_.state = RecordingState::paused;
  status_.level = {};
  wake_.wait(lock, [&] { return stop_ || !pause_; });
  status_.state = RecordingState::opening;
  heard_ = false;
  zeros_s_ = 0.0;
  last_sample_ = Clock::now();
  return !stop_;
}

// Takes the sound still on its way, then releases the source. If the server is slow to say whose sound it is,
// it is asked again: a word is worth the wait.
void SourceRecorder::take_last() {
  if (!tap_.is_open()) return;
  std::this_thread::sleep_for(under_way);
  const Clock::time_point until = Clock::now() + 500ms;
  bool answered = false;
  while (!answered && !over_ && Clock::now() < until) {
    const Taken taken = tap_.take(answer_within);
    keep(taken);
    answered = taken.answered;
  }
  const double left_s = tap_.release();
  if (answered || over_ || left_s <= 0.0) return;  // what came after the answer came after the end
  say({.kind = Kind::overflow,
       .message = Message("The sound server did not answer in time, so the last {1} are not recorded: it is "
                          "not known whose sound they are.",
                          seconds_text(left_s))});
  const std::lock_guard lock(mutex_);
  status_.lost_s += left_s;
}

void SourceRecorder::finish() {
  tap_.release();
  file_->finish();
  const std::lock_guard lock(mutex_);
  status_.state = RecordingState::stopped;
  status_.level = {};
  source_trouble_ = {};
  silence_trouble_ = {};
}

void SourceRecorder::keep(const Taken& taken) {
  const bool back = taken.notice && !taken.notice->trouble;
  if (back) say(*taken.notice);
  if (taken.lost_s > 0.0) {
    say({.kind = Kind::overflow,
         .message = Message("About {1} of sound were lost, because the computer was too busy to take them. "
                            "The recording continues.",
                            seconds_text(taken.lost_s))});
  }
  if (!taken.mono.empty()) {
    heard_ = true;
    last_sample_ = Clock::now();
    write(taken.mono);
    meter_.add(taken.mono, file_->sample_rate());
  }
  if (taken.notice && !back) say(*taken.notice);  // its place is after the last sound that came
  if (!taken.open) {
    heard_ = false;
    meter_.clear();
    zeros_s_ = 0.0;
    last_sample_ = Clock::now();
  } else {
    watch_silence(taken);
  }
  if (taken.ended) over_ = true;
  const std::lock_guard lock(mutex_);
  status_.state = !taken.open ? RecordingState::waiting
                  : heard_    ? RecordingState::recording
                              : RecordingState::opening;
  status_.level = meter_.level();
  status_.lost_s += taken.lost_s + taken.dropped_s;
}

void SourceRecorder::write(const std::vector<std::int16_t>& samples) {
  try {
    file_->append(samples);
  } catch (const Error& error) {
    give_up(error);
  }
}

void SourceRecorder::watch_silence(const Taken& taken) {
  const bool zeros = std::all_of(taken.mono.begin(), taken.mono.end(), [](std::int16_t s) { return s == 0; });
  const double duration = static_cast<double>(taken.mono.size()) / file_->sample_rate();
  const double waited = std::chrono::duration<double>(Clock::now() - last_sample_).count();
  zeros_s_ = zeros ? zeros_s_ + duration : 0.0;
  const std::string& name = source_.name;
  if (!zeros) {
    if (std::exchange(silent_, false)) {
      say({.kind = Kind::heard_again,
           .message = Message("\"{1}\" can be heard again.", name),
           .trouble = false});
    }
  } else if (!silent_ && std::max(zeros_s_, waited) >= silence_s) {
    silent_ = true;
    const Message what =
        taken.muted ? Message(
                          "\"{1}\" is muted in the system's sound settings, so only silence is recorded. "
                          "Unmute it there; the recording continues meanwhile.",
                          name)
        : source_.monitor ? Message(
                                "\"{1}\" gives only silence, because nothing is being played on this "
                                "computer's output now; the recording continues meanwhile.",
                                name)
        : waited >= silence_s
            ? Message(
                  "\"{1}\" gives no sound at all, not even silence: nothing has come for 3 s. Check that it "
                  "is switched on; the recording continues meanwhile.",
                  name)
            : Message(
                  "\"{1}\" gives nothing but digital silence, as a microphone that is switched off does. "
                  "Check its switch and the system's sound settings; the recording continues meanwhile.",
                  name);
    say({.kind = Kind::muted_or_silent, .message = what});
  }
}

void SourceRecorder::watch_disk() {
  if (Clock::now() < next_disk_check_) return;
  next_disk_check_ = Clock::now() + 1s;
  const auto free_bytes = static_cast<double>(parts_.free_bytes(file_->file().parent_path()));
  const double left_s = free_bytes / (file_->sample_rate() * static_cast<double>(sizeof(std::int16_t)));
  bool low = false;
  {
    const std::lock_guard lock(mutex_);
    status_.disk_s = left_s;
    low = !disk_trouble_.empty();
  }
  if (left_s < full_s) {
    take_last();
    over_ = true;
    say({.kind = Kind::disk_full,
         .message = Message(
             "The disk is full, so the recording was stopped; all that was recorded is kept. Free some space "
             "to continue recording.")});
  } else if (left_s < low_s && !low) {
    const int minutes = std::max(1, static_cast<int>(left_s / 60.0));
    say({.kind = Kind::disk_low,
         .message =
             Message("The disk has room for only about {1} minute(s) of recording. When it is full, the "
                     "recording stops by itself and is kept.",
                     minutes)});
  } else if (left_s > low_s * 1.1 && low) {
    say({.kind = Kind::disk_low, .message = Message("The disk has room again."), .trouble = false});
  }
}

double SourceRecorder::place() const {
  return static_cast<double>(file_->samples()) / file_->sample_rate();
}

void SourceRecorder::say(RecordingNotice notice) {
  const std::lock_guard lock(mutex_);
  notice.at_s = place();
  const Message trouble = notice.trouble ? notice.message : Message();
  switch (notice.kind) {
    case Kind::overflow:
      break;  // over as soon as it is noticed; lost_s keeps the amount
    case Kind::muted_or_silent:
    case Kind::heard_again:
      silence_trouble_ = trouble;
      break;
    case Kind::disk_low:
    case Kind::disk_full:
      disk_trouble_ = trouble;
      break;
    case Kind::source_lost:
    case Kind::source_moved:
    case Kind::source_back:
    case Kind::server_lost:
      source_trouble_ = trouble;
      break;
  }
  notices_.add(std::move(notice));
}

}  // namespace tilescribe::audio
