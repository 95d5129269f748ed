// SPDX-License-Identifier: Apache-2.0
#include "tests/app/soak/soak.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <malloc.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
extern "C" std::size_t
__sanitizer_get_current_allocated_bytes();  // GCC 12 has it, and no header that says so
#endif

#include "tests/app/soak/wall_clock.h"
#include "tests/inference/audio/recording/recorder_bench.h"
#include "tests/inference/audio/recording/recording_checks.h"
#include "tests/support/child_processes.h"
#include "tests/support/full_disk.h"

namespace tilescribe::test {
namespace {

constexpr int live_rate = 16000;

void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

// Waits for what other threads do; a machine that is busy is no failure.
void await(const std::function<bool()>& condition, const std::string& what) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (!condition()) {
    require(std::chrono::steady_clock::now() < end, "In vain: " + what);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string text_of(const Transcript& transcript) {
  std::string text;
  for (const Segment& segment : transcript.segments) text += segment.text + "\n";
  return text;
}

// A recording that grows as it is told.
class Spoken final : public GrowingRecording {
 public:
  Spoken(std::shared_ptr<const std::vector<std::int16_t>> speech, double seconds)
      : speech_(std::move(speech)), all_(static_cast<std::int64_t>(seconds * live_rate)) {}
  void grow_by(double seconds) {
    shown_ = std::min(all_, shown_ + static_cast<std::int64_t>(seconds * live_rate));
  }
  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return live_rate; }
  std::int64_t samples() const override { return shown_; }
  bool complete() const override { return shown_ == all_; }
  std::size_t read(std::int64_t first, std::int16_t* out, std::size_t most) const override {
    if (!speech_) return 0;
    const auto count = std::min<std::int64_t>(static_cast<std::int64_t>(most), shown_ - first);
    for (std::int64_t i = 0; i < count; ++i)
      out[i] = (*speech_)[static_cast<std::size_t>(first + i) % speech_->size()];
    return static_cast<std::size_t>(std::max<std::int64_t>(0, count));
  }

 private:
  std::filesystem::path file_ = "/recordings/soak.wav";
  std::shared_ptr<const std::vector<std::int16_t>> speech_;
  std::int64_t all_;
  std::int64_t shown_ = 0;
};

std::size_t resident_bytes(const std::filesystem::path& process) {
  std::size_t pages = 0;
  std::ifstream statm(process / "statm");
  statm >> pages >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

int handles(const std::filesystem::path& process) {
  int count = 0;
  std::error_code error;  // it may end meanwhile
  for (std::filesystem::directory_iterator handle(process / "fd", error), end; !error && handle != end;
       handle.increment(error))
    ++count;
  return count;
}

// The decoder that waits stays; those for files end soon after their readers.
std::vector<pid_t> processes_that_stay() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (;;) {
    std::vector<pid_t> started = child_processes();
    if (started.size() <= 1 || std::chrono::steady_clock::now() > end) return started;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace

Held held_now() {
  Held held;
  for (const pid_t started : processes_that_stay()) {
    const std::filesystem::path process = "/proc/" + std::to_string(started);
    held.started_bytes += resident_bytes(process);
    held.handles += handles(process);
    ++held.processes;
  }
#ifdef __SANITIZE_ADDRESS__
  held.bytes = __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 heap = ::mallinfo2();
  held.bytes = heap.uordblks + heap.hblkhd;
#endif
  held.resident_bytes = resident_bytes("/proc/self");
  held.handles += handles("/proc/self");
  return held;
}

/// Keeps what was said last, and nothing else.
class Soak::LastEvents : public Listener {
 public:
  void tell(Event event) override {
    const std::lock_guard lock(mutex_);
    if (std::get_if<EngineReady>(&event) != nullptr) ready_ = true;
    if (auto* finished = std::get_if<JobFinished>(&event)) job_ = std::move(finished->transcript);
    if (auto* failed = std::get_if<JobFailed>(&event)) failure_ = std::move(failed->failure);
    if (auto* live = std::get_if<LiveFinished>(&event)) live_ = std::move(live->transcript);
    if (auto* failed = std::get_if<LiveFailed>(&event)) failure_ = std::move(failed->failure);
  }
  bool take_ready() { return std::exchange(ready_, false); }
  std::optional<Transcript> take_job() { return std::exchange(job_, std::nullopt); }
  std::optional<Transcript> take_live() { return std::exchange(live_, std::nullopt); }
  std::optional<Failure> take_failure() { return std::exchange(failure_, std::nullopt); }

 private:
  std::mutex mutex_;
  bool ready_ = false;
  std::optional<Transcript> job_;
  std::optional<Transcript> live_;
  std::optional<Failure> failure_;
};

Soak::Soak(Engines& engines, SoakPlan plan)
    : plan_(std::move(plan)),
      events_(std::make_unique<LastEvents>()),
      scheduler_(std::make_unique<Scheduler>(engines, *events_, SchedulerOptions{.threads = false})) {
  open(plan_.model);
}

Soak::~Soak() = default;

void Soak::round(int number) {
  constexpr int swap = 4, device = 5, sleep = 2, record_in = 4, full = 8, gone = 40;  // every so many rounds
  if (number % swap == 1) {
    open(plan_.other_model);
    const JobId id = scheduler_->add(plan_.files.front());
    work();
    require(events_->take_job().has_value(), "The other model wrote nothing.");
    scheduler_->remove(id);
    open(plan_.model);
  }
  for (const std::filesystem::path& file : plan_.files) check_file(file);
  for (const std::filesystem::path& file : plan_.broken_files) check_broken_file(file);
  check_cancelled_file(plan_.files.front());
  if (number % device == 1) lose_device();
  speak(number % sleep == 1);
  if (number % record_in == 1) record(number % full == 1, number % gone == 1);  // it waits for real seconds
}

void Soak::compare_with(const Soak& older) {
  texts_ = older.texts_;
  for (const std::filesystem::path& file : plan_.files) check_file(file);
  for (const std::filesystem::path& file : plan_.broken_files) check_broken_file(file);
}

void Soak::work() {
  while (scheduler_->work()) {
  }
}

void Soak::open(const EngineOptions& options) {
  scheduler_->open(options);
  work();
  require(events_->take_ready(), "A model could not be opened.");
}

void Soak::same(const std::string& what, const std::string& text) {
  require(!text.empty(), what + " has no text.");
  const auto [known, first] = texts_.try_emplace(what, text);
  require(known->second == text, what + " had another text before: " + known->second + " and now: " + text);
}

void Soak::check_file(const std::filesystem::path& file) {
  const JobId id = scheduler_->add(file);
  work();
  const auto transcript = events_->take_job();
  require(transcript.has_value(), file.string() + " was not transcribed.");
  same(file.string(), text_of(*transcript));
  scheduler_->remove(id);
}

void Soak::check_broken_file(const std::filesystem::path& file) {
  const JobId id = scheduler_->add(file);
  work();
  const auto failure = events_->take_failure();
  require(failure.has_value(), file.string() + " should have failed.");
  same(file.string(), english(failure->message));
  scheduler_->remove(id);
}

void Soak::check_cancelled_file(const std::filesystem::path& file) {
  const JobId id = scheduler_->add(file);
  scheduler_->cancel(id);
  work();
  const auto transcript = events_->take_job();
  require(transcript && transcript->cancelled, "A job was not cancelled.");
  scheduler_->remove(id);
}

void Soak::lose_device() {
  open(plan_.failing_model);
  const JobId id = scheduler_->add(plan_.device_file);
  work();
  const auto failure = events_->take_failure();
  require(failure && failure->device, "The device should have failed.");
  scheduler_->retry(id);
  work();
  const auto transcript = events_->take_job();
  require(transcript.has_value(), "The CPU did not go on.");
  same(plan_.device_file.string(), text_of(*transcript));
  scheduler_->remove(id);
  open(plan_.model);
}

void Soak::speak(bool sleeps) {
  constexpr double step_s = 3.0, slept_s = 40.0;
  const auto recording = std::make_shared<Spoken>(plan_.speech, plan_.spoken_s);
  scheduler_->start_live(recording);
  for (int step = 0; !recording->complete(); ++step) {
    if (step == 2) jump_wall_clock(std::chrono::hours(sleeps ? 8 : -1));  // else it is set back
    recording->grow_by(sleeps && step == 2 ? slept_s : step_s);  // what was waiting when the machine woke up
    work();
  }
  std::optional<Transcript> transcript;
  await(
      [&] {
        work();
        return (transcript = events_->take_live()).has_value();
      },
      "the end of a live session");
  const std::string text = text_of(*transcript);
  if (plan_.same_live_text) same(sleeps ? "What was said around a sleep" : "What was said", text);
  require(!text.empty(), "A live session has no text.");
}

void Soak::record(bool disk_is_full, bool source_goes) {
  constexpr int samples = 8000;
  const auto sent = noise(samples);
  Bench bench;
  bench.start();
  const auto give = [&] {
    await([&] { return bench.device.is_open(); }, "the microphone");
    const std::size_t before = bench.kept();
    require(bench.device.give(sent), "Nobody took the sound.");
    await([&] { return bench.kept() == before + samples; }, "the sound on the disk");
  };
  give();
  jump_wall_clock(-std::chrono::hours(1));
  give();
  if (source_goes) {
    bench.device.set_present(false);
    bench.device.set({.verdict = audio::StreamHealth::Verdict::source_gone});
    await([&] { return !bench.device.is_open(); }, "letting go of the microphone");
    bench.device.set({});
    bench.device.set_present(true);
    give();
  }
  if (disk_is_full) {
    const FullDisk full(16);
    require(bench.device.give(sent), "Nobody took the sound.");
    await([&] { return bench.is(RecordingState::stopped); }, "the end of a recording on a full disk");
  }
  bench.recorder->stop();
  const auto kept = samples_of(bench.recorder->recording()->file());
  require(kept.size() >= samples && std::equal(sent.begin(), sent.end(), kept.begin()),
          "A recording is not what was heard.");
}

}  // namespace tilescribe::test
