// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_recorder.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe::test {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int rate = 16'000;

/// The recording and what its recorder says of it.
class FakeRecording : public GrowingRecording {
 public:
  FakeRecording(std::filesystem::path file, AudioSource from, double speed)
      : file_(std::move(file)), source(std::move(from)), speed_(speed) {}

  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return rate; }
  std::int64_t samples() const override {
    const std::lock_guard lock(mutex_);
    return static_cast<std::int64_t>(length_s() * rate);
  }
  bool complete() const override {
    const std::lock_guard lock(mutex_);
    return state_ == RecordingState::stopped;
  }
  std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const override {
    const auto there = static_cast<std::size_t>(std::max<std::int64_t>(0, samples() - first));
    const std::size_t count = std::min(there, most);
    std::fill_n(out, count, std::int16_t{0});
    return count;
  }

  void hear(double seconds) {
    const std::lock_guard lock(mutex_);
    if (state_ == RecordingState::recording) heard_s_ += seconds;
  }
  /// Its own clock runs only while it records.
  void enter(RecordingState state) {
    const std::lock_guard lock(mutex_);
    if (state_ == RecordingState::stopped) return;
    heard_s_ = length_s();
    since_ = Clock::now();
    state_ = state;
  }
  void notice(RecordingNotice::Kind kind, const Message& message, bool trouble) {
    const std::lock_guard lock(mutex_);
    notices_.push_back({kind, message, length_s(), trouble});
    trouble_ = trouble ? message : Message();
  }
  RecordingStatus status(const SoundLevel& level) const {
    const std::lock_guard lock(mutex_);
    return {.state = state_, .recorded_s = length_s(), .level = level, .trouble = trouble_, .disk_s = 1e6};
  }
  std::vector<RecordingNotice> notices() const {
    const std::lock_guard lock(mutex_);
    return notices_;
  }

 private:
  double length_s() const {
    if (state_ != RecordingState::recording) return heard_s_;
    return heard_s_ + speed_ * std::chrono::duration<double>(Clock::now() - since_).count();
  }

  const std::filesystem::path file_;

 public:
  const AudioSource source;

 private:
  const double speed_;
  mutable std::mutex mutex_;
  RecordingState state_ = RecordingState::recording;
  Clock::time_point since_ = Clock::now();
  double heard_s_ = 0.0;
  Message trouble_;
  std::vector<RecordingNotice> notices_;
};

}  // namespace

struct FakeSound::State {
  std::mutex mutex;
  SourceList sources;
  std::map<int, std::function<void(const SourceList&)>> watchers;
  int last_watcher = 0;
  std::string refusal;
  double speed = 0.0;
  std::function<void()> device;
  SoundLevel level{0.3f, 0.1f};
  std::shared_ptr<FakeRecording> current;
  int started = 0;
  std::string last_source;
  std::string last_probed;
  std::atomic<int> listening = 0;
  std::vector<RecordingFile> left;
  std::vector<std::filesystem::path> settled;
  int kept_days = -1;

  /// Devices and disks take their time.
  void take_time() {
    std::unique_lock lock(mutex);
    const auto called = device;
    lock.unlock();
    if (called) called();
  }
  SoundLevel level_now() {
    const std::lock_guard lock(mutex);
    return level;
  }
  /// Copies first: a watcher may come back here.
  void tell() {
    std::vector<std::function<void(const SourceList&)>> all;
    SourceList now;
    {
      const std::lock_guard lock(mutex);
      now = sources;
      for (const auto& [number, watcher] : watchers) all.push_back(watcher);
    }
    for (const auto& watcher : all) watcher(now);
  }
  std::shared_ptr<FakeRecording> running() {
    const std::lock_guard lock(mutex);
    return current;
  }
};

namespace {

using StatePtr = std::shared_ptr<FakeSound::State>;

class FakeWatch : public SourceWatch {
 public:
  FakeWatch(StatePtr state, std::function<void(const SourceList&)> changed) : state_(std::move(state)) {
    SourceList now;
    {
      const std::lock_guard lock(state_->mutex);
      number_ = ++state_->last_watcher;
      state_->watchers[number_] = changed;
      now = state_->sources;
    }
    changed(now);
  }
  ~FakeWatch() override {
    const std::lock_guard lock(state_->mutex);
    state_->watchers.erase(number_);
  }

 private:
  StatePtr state_;
  int number_ = 0;
};

class FakeProbe : public LevelProbe {
 public:
  FakeProbe(StatePtr state, const std::string& id) : state_(std::move(state)) {
    const std::lock_guard lock(state_->mutex);
    state_->last_probed = id;
    ++state_->listening;
  }
  ~FakeProbe() override { --state_->listening; }
  SoundLevel level() const override { return state_->level_now(); }
  Message problem() const override { return {}; }

 private:
  StatePtr state_;
};

class FakeRecorder : public Recorder {
 public:
  FakeRecorder(StatePtr state, std::shared_ptr<FakeRecording> recording)
      : state_(std::move(state)), recording_(std::move(recording)) {}
  ~FakeRecorder() override { recording_->enter(RecordingState::stopped); }

  const AudioSource& source() const override { return recording_->source; }
  std::shared_ptr<const GrowingRecording> recording() const override { return recording_; }
  RecordingStatus status() const override { return recording_->status(state_->level_now()); }
  std::vector<RecordingNotice> notices() const override { return recording_->notices(); }
  void pause(bool paused) override {
    recording_->enter(paused ? RecordingState::paused : RecordingState::recording);
  }
  void stop() override {
    state_->take_time();
    recording_->enter(RecordingState::stopped);
  }

 private:
  StatePtr state_;
  std::shared_ptr<FakeRecording> recording_;
};

std::unique_ptr<Recorder> start(const StatePtr& state, const RecordOptions& options) {
  state->take_time();
  const std::lock_guard lock(state->mutex);
  state->last_source = options.source;
  if (!state->refusal.empty()) throw Error(Message::verbatim(state->refusal));
  AudioSource from;
  for (const AudioSource& source : state->sources.sources) {
    if (options.source.empty()            ? source.is_default
        : options.source == played_source ? source.monitor
                                          : source.id == options.source)
      from = source;
  }
  if (from.id.empty())
    throw Error(Message::verbatim("Expected a source called " + options.source + ", found none."));
  ++state->started;
  const std::filesystem::path file =
      options.folder / ("2026-11-21 20-30-0" + std::to_string(state->started) + ".wav");
  state->current = std::make_shared<FakeRecording>(file, from, state->speed);
  return std::make_unique<FakeRecorder>(state, state->current);
}

}  // namespace

FakeSound::FakeSound() : state_(std::make_shared<State>()) {
  state_->sources.sources = three_sources();
}

std::unique_ptr<SourceWatch> FakeSound::watch_sources(std::function<void(const SourceList&)> changed) {
  return std::make_unique<FakeWatch>(state_, std::move(changed));
}

std::unique_ptr<LevelProbe> FakeSound::probe_level(const std::string& source) {
  return std::make_unique<FakeProbe>(state_, source);
}

std::unique_ptr<Recorder> FakeSound::start_recording(const RecordOptions& options) {
  return start(state_, options);
}

std::vector<RecordingFile> FakeSound::recordings(const std::filesystem::path& /*folder*/) {
  state_->take_time();
  const std::lock_guard lock(state_->mutex);
  return state_->left;
}

void FakeSound::settle_recording(const std::filesystem::path& file) {
  const std::lock_guard lock(state_->mutex);
  state_->settled.push_back(file);
}

int FakeSound::remove_old_recordings(const std::filesystem::path& /*folder*/, int days) {
  const std::lock_guard lock(state_->mutex);
  state_->kept_days = days;
  return 0;
}

void FakeSound::set_sources(const std::vector<AudioSource>& sources) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->sources = {sources, {}};
  }
  state_->tell();
}

void FakeSound::set_problem(const std::string& sentence) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->sources = {{}, Message::verbatim(sentence)};
  }
  state_->tell();
}

void FakeSound::refuse(const std::string& sentence) {
  const std::lock_guard lock(state_->mutex);
  state_->refusal = sentence;
}

void FakeSound::on_device(std::function<void()> device) {
  const std::lock_guard lock(state_->mutex);
  state_->device = std::move(device);
}

void FakeSound::hear(double seconds) {
  if (const auto recording = state_->running()) recording->hear(seconds);
}

void FakeSound::set_speed(double speed) {
  const std::lock_guard lock(state_->mutex);
  state_->speed = speed;
}

void FakeSound::set_level(const SoundLevel& level) {
  const std::lock_guard lock(state_->mutex);
  state_->level = level;
}

void FakeSound::vanish() {
  const auto recording = state_->running();
  recording->enter(RecordingState::waiting);
  recording->notice(
      RecordingNotice::Kind::source_lost,
      Message(
          "\"{1}\" is gone: it was unplugged or switched off, or the sound server has cut its connection.",
          recording->source.name),
      true);
}

void FakeSound::come_back() {
  const auto recording = state_->running();
  recording->enter(RecordingState::recording);
  recording->notice(RecordingNotice::Kind::source_back,
                    Message("\"{1}\" is back, and the recording continues.", recording->source.name), false);
}

void FakeSound::mute() {
  const auto recording = state_->running();
  set_level({});
  recording->notice(RecordingNotice::Kind::muted_or_silent,
                    Message("\"{1}\" is muted in the system's sound settings, so only silence is recorded. "
                            "Unmute it there; the recording continues meanwhile.",
                            recording->source.name),
                    true);
}

void FakeSound::fill_disk() {
  const auto recording = state_->running();
  recording->notice(
      RecordingNotice::Kind::disk_full,
      Message("The disk is full, so the recording was stopped; all that was recorded is kept. Free "
              "some space to continue recording."),
      true);
  recording->enter(RecordingState::stopped);
}

void FakeSound::leave(const RecordingFile& file) {
  const std::lock_guard lock(state_->mutex);
  state_->left.push_back(file);
}

int FakeSound::started() const {
  const std::lock_guard lock(state_->mutex);
  return state_->started;
}

std::string FakeSound::last_source() const {
  const std::lock_guard lock(state_->mutex);
  return state_->last_source;
}

bool FakeSound::recording() const {
  const auto recording = state_->running();
  return recording && !recording->complete();
}

std::string FakeSound::last_probed() const {
  const std::lock_guard lock(state_->mutex);
  return state_->last_probed;
}

int FakeSound::listening() const {
  return state_->listening;
}

bool FakeSound::settled(const std::filesystem::path& file) const {
  const std::lock_guard lock(state_->mutex);
  return std::find(state_->settled.begin(), state_->settled.end(), file) != state_->settled.end();
}

int FakeSound::kept_days() const {
  const std::lock_guard lock(state_->mutex);
  return state_->kept_days;
}

std::vector<AudioSource> three_sources() {
  return {{.id = "pulse:built-in", .name = "Built-in Microphone", .is_default = true},
          {.id = "pulse:headset", .name = "Headset Microphone"},
          {.id = "pulse:speakers.monitor", .name = "Built-in Speakers", .monitor = true}};
}

std::vector<AudioSource> many_sources(int count) {
  std::vector<AudioSource> sources;
  for (int i = 0; i < count; ++i) {
    AudioSource source;
    source.monitor = i >= count - count / 3;
    source.id = "pulse:source-" + std::to_string(i);
    source.name = "Studio interface of the second floor, line input " + std::to_string(i + 1) +
                  (source.monitor ? ", playback" : ", left and right");
    source.is_default = i == 0;
    source.muted = i == 3;
    sources.push_back(source);
  }
  return sources;
}

}  // namespace tilescribe::test
