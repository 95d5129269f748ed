// SPDX-License-Identifier: Apache-2.0
#include "app/service/worker.h"

#include <algorithm>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

#include "app/service/continuation.h"

namespace tilescribe {

namespace {

/// The thread that runs the model computes with the engine's own threads, so it must stand back behind the
/// window as they do; threads that it starts inherit this. Where the system refuses, all else works the same.
bool lower_priority_of_this_thread() {
  constexpr int nice_level = 10;
  const auto thread = static_cast<id_t>(gettid());
  return setpriority(PRIO_PROCESS, thread, std::max(nice_level, getpriority(PRIO_PROCESS, thread))) == 0;
}

/// With the text of an earlier run that it was to continue.
Transcript cancelled_before_start(const std::filesystem::path& file, const TranscribeOptions& options) {
  Transcript transcript;
  if (!options.from.segments.empty()) {
    transcript = transcript_so_far({.file = file, .options = options, .engine = {}, .kept_in = {}});
  }
  transcript.cancelled = true;
  return transcript;
}

}  // namespace

TranscriptionService::Worker::Worker(TranscriberFactory factory, std::function<void()> wake)
    : mailbox(std::move(wake)), factory_(std::move(factory)), thread_([this] { run(end_.get_token()); }) {}

TranscriptionService::Worker::~Worker() {
  stop_and_join();
}

void TranscriptionService::Worker::open(const EngineOptions& options) {
  const std::lock_guard lock(mutex_);
  opening_stop_.request_stop();  // of an earlier request that is no longer wanted
  opening_stop_.renew();
  to_open_ = options;
  opening_waits_ = true;
  changed_.notify_all();
}

void TranscriptionService::Worker::add(JobId id, std::filesystem::path file,
                                       const TranscribeOptions& options) {
  const std::lock_guard lock(mutex_);
  Job& job = jobs_[id];
  job = {std::move(file), options};
  queue_up(id, job);
}

/// Both with the mutex held.
void TranscriptionService::Worker::queue_up(JobId id, Job& job) {
  job.turn = ++last_turn_;
  waiting_.emplace(job.turn, id);
  changed_.notify_all();
}

bool TranscriptionService::Worker::leave_queue(Job& job) {
  return waiting_.erase(std::exchange(job.turn, 0)) > 0;
}

void TranscriptionService::Worker::cancel(JobId id) {
  const std::lock_guard lock(mutex_);
  if (running_ == id) running_stop_.request_stop();
  const auto job = jobs_.find(id);
  if (job == jobs_.end() || !leave_queue(job->second)) return;
  mailbox.post(JobFinished{id, cancelled_before_start(job->second.file, job->second.options)});
}

void TranscriptionService::Worker::retry(JobId id) {
  const std::lock_guard lock(mutex_);
  const auto job = jobs_.find(id);
  if (job == jobs_.end() || running_ == id || job->second.turn != 0) return;
  job->second.options.from = {};
  queue_up(id, job->second);
}

void TranscriptionService::Worker::remove(JobId id) {
  const std::lock_guard lock(mutex_);
  if (running_ == id) running_stop_.request_stop();
  const auto job = jobs_.find(id);
  if (job == jobs_.end()) return;
  leave_queue(job->second);
  jobs_.erase(job);
}

void TranscriptionService::Worker::start_live(std::shared_ptr<const GrowingRecording> recording,
                                              const LiveOptions& options) {
  const std::lock_guard lock(mutex_);
  lives_waiting_.push_back({std::move(recording), options, {}, live_stop_.token(), false});
  live_waits_ = true;
  changed_.notify_all();
}

void TranscriptionService::Worker::abandon_live() {
  const std::lock_guard lock(mutex_);
  live_stop_.request_stop();
  live_stop_.renew();
  changed_.notify_all();
}

void TranscriptionService::Worker::stop_and_join() {
  end_.request_stop();
  if (thread_.joinable()) thread_.join();
}

bool TranscriptionService::Worker::can_work() const {
  return to_open_ || !lives_waiting_.empty() || (opened_ && !waiting_.empty());
}

/// A live session is looked after often, though nobody tells when its recording has grown.
void TranscriptionService::Worker::wait_for_work(std::unique_lock<std::mutex>& lock,
                                                 const std::stop_token& stop) {
  constexpr std::chrono::milliseconds live_interval{20};
  const auto work = [this] { return can_work(); };
  if (live_) {
    changed_.wait_for(lock, stop, live_interval, work);
  } else {
    changed_.wait(lock, stop, work);
  }
}

void TranscriptionService::Worker::run(const std::stop_token& stop) {
  lower_priority_of_this_thread();
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    wait_for_work(lock, stop);
    if (stop.stop_requested()) break;
    if (live_ || !lives_waiting_.empty()) {
      lock.unlock();
      advance_live();
      forget_cpu_unless_waited_for();
      lock.lock();
      if (stop.stop_requested()) break;
    }
    if (to_open_) {
      const EngineOptions options = *std::exchange(to_open_, {});
      opening_waits_ = false;
      const std::stop_token opening = opening_stop_.token();
      opened_ = false;
      lock.unlock();
      open_model(options, opening);
    } else if (opened_ && !waiting_.empty()) {
      run_next_job(lock);
    }
  }
  if (live_) end_live();  // its text so far is signalled
  end_profile();
  transcriber_.reset();
  cpu_transcriber_.reset();
}

/// Called with the mutex held, and returns without it.
void TranscriptionService::Worker::run_next_job(std::unique_lock<std::mutex>& lock) {
  const JobId id = waiting_.begin()->second;
  Job& queued = jobs_.at(id);
  leave_queue(queued);
  const Job job = queued;
  running_ = id;
  job_stop_ = running_stop_.renew();
  lock.unlock();
  Message end = run_job(id, job, job_stop_);
  lock.lock();
  job_stop_ = {};
  running_.reset();
  lock.unlock();
  mailbox.post(std::move(end));  // only now: who hears of it may try the job again at once
  if (!live_session_) end_profile();
  forget_cpu_unless_waited_for();
}

Transcriber& TranscriptionService::Worker::transcriber_on_cpu(const std::stop_token& stop) {
  const EngineOptions options = on_cpu(options_);
  const bool is_one = transcriber_->engine().gpu < 0 && options_.inject_fault == InjectedFault::none;
  if (is_one) return *transcriber_;
  if (!cpu_transcriber_) cpu_transcriber_ = factory_(options, stop);
  return *cpu_transcriber_;
}

/// Its weights are as large as the model, so that freeing them takes a while: without the mutex, for which
/// the window would wait.
void TranscriptionService::Worker::forget_cpu_unless_waited_for() {
  if (!cpu_transcriber_ || (live_ && live_->on_cpu)) return;
  {
    const std::lock_guard lock(mutex_);
    if (std::ranges::any_of(waiting_, [this](const auto& waits) { return jobs_.at(waits.second).on_cpu; }))
      return;
  }
  if (profile_ && &profile_->transcriber() == cpu_transcriber_.get()) end_profile();
  cpu_transcriber_.reset();
}

/// Returns how it ended.
Message TranscriptionService::Worker::run_job(JobId id, const Job& job, const std::stop_token& stop) {
  mailbox.post(JobStarted{id});
  if (live_) mailbox.post(JobHeld{id, true});
  Transcript so_far;  // should the transcriber end by throwing
  Transcriber* used = nullptr;
  const TranscribeEvents events{
      .progress =
          [&](const Progress& progress) {
            mailbox.post(JobProgress{id, progress});
          },
      .segment =
          [&](const Segment& segment) {
            so_far.segments.push_back(segment);
            mailbox.post(JobSegment{id, segment});
          },
      .partial =
          [&](const PartialText& partial) {
            mailbox.post(JobPartial{id, partial});
          },
      .between_ops =
          [&] {
            look_after_profile(*used, job.file);
            advance_live();
          },
      .reached =
          [&](const WindowBoundary& end) {
            mailbox.post(JobReached{id, end});
          },
  };
  try {
    used = job.on_cpu ? &transcriber_on_cpu(stop) : transcriber_.get();
    look_after_profile(*used, job.file);
    const Beginning beginning = beginning_of(job.file, job.options, used->engine(), used->model());
    so_far.segments = beginning.text.options.from.segments;
    mailbox.post(JobBegins{id, beginning.text, beginning.anew});
    return JobFinished{id, used->transcribe(job.file, beginning.text.options, events, stop)};
  } catch (...) {
    if (is_cancellation(std::current_exception())) {
      so_far.source = job.file.filename().string();
      so_far.model = transcriber_->model().name;
      so_far.engine = transcriber_->engine().summary();
      so_far.cancelled = true;
      return JobFinished{id, std::move(so_far)};
    }
    const Failure failure = describe_failure(std::current_exception());
    if (failure.device) {
      const std::lock_guard lock(mutex_);
      if (const auto again = jobs_.find(id); again != jobs_.end()) again->second.on_cpu = true;
    }
    return JobFailed{id, failure};
  }
}

/// Begins a profile where one is wanted, and ends one that no longer is.
void TranscriptionService::Worker::look_after_profile(Transcriber& transcriber,
                                                      const std::filesystem::path& file) {
  const bool wanted = profiling_.load(std::memory_order_relaxed);
  if (profile_ && profile_->failed()) {
    end_profile();
    profile_failed_ = true;
  }
  if (!wanted) profile_failed_ = false;
  if (wanted == (profile_ != nullptr) || (wanted && profile_failed_)) return;
  if (!wanted) {
    end_profile();
    return;
  }
  try {
    auto run = std::make_unique<ProfileRun>(transcriber, ProfileOptions{}, [this](const ProfileFrame& frame) {
      mailbox.post(ProfileProgress{frame});
    });
    profile_failed_ = !run->measures();
    if (profile_failed_) return;
    profile_ = std::move(run);
    mailbox.post(ProfileBegan{file.filename().string()});
  } catch (...) {
    profile_failed_ = true;
    mailbox.post(ProfileFailed{describe_failure(std::current_exception())});
  }
}

void TranscriptionService::Worker::end_profile() {
  profile_failed_ = false;
  if (!profile_) return;
  try {
    mailbox.post(ProfileFinished{std::make_shared<const ProfileSession>(profile_->finish())});
  } catch (...) {
    mailbox.post(ProfileFailed{describe_failure(std::current_exception())});
  }
  profile_.reset();
}

/// Lets the session go from a model that is about to go; another one goes on from there.
void TranscriptionService::Worker::set_down_live() {
  if (!live_session_) return;
  live_->from = live_session_->checkpoint();
  live_session_.reset();
  if (!running_) end_profile();
  mailbox.post(LiveProvisional{});  // what was not sure is gone with it
}

/// The next session that was asked for.
void TranscriptionService::Worker::take_live() {
  const std::lock_guard lock(mutex_);
  live_ = std::move(lives_waiting_.front());
  lives_waiting_.pop_front();
  live_waits_ = !lives_waiting_.empty();
  if (running_) mailbox.post(JobHeld{*running_, true});
}

Transcriber& TranscriptionService::Worker::transcriber_of_live() {
  return live_->on_cpu ? transcriber_on_cpu(live_->stop) : *transcriber_;
}

void TranscriptionService::Worker::begin_live() {
  const LiveEvents events{
      .fixed = [this](const LivePiece& piece) { mailbox.post(LiveFixed{piece}); },
      .provisional = [this](const LivePiece& piece) { mailbox.post(LiveProvisional{piece}); },
      .status = [this](const LiveStatus& status) { mailbox.post(LiveProgress{status}); },
  };
  live_session_ =
      transcriber_of_live().live(live_->recording, live_->options, events, live_->from, live_->stop);
}

/// What is due of the live session, if there is one. Runs in a job too, between its ops, and so throws
/// nothing.
void TranscriptionService::Worker::advance_live() {
  if (!live_ && live_waits_) take_live();
  if (!live_) return;
  try {
    if (live_->stop.stop_requested()) {
      end_live();
      return;
    }
    if (!live_session_ && !transcriber_) return;  // until a model is open
    if (!live_session_) begin_live();
    look_after_profile(transcriber_of_live(), live_->recording->file());
    // A job that runs is finished before another model is opened, so the session goes on beside it.
    const auto must_yield = [this] {
      return live_->stop.stop_requested() || (running_ ? job_stop_.stop_requested() : opening_waits_.load());
    };
    while (!must_yield() && live_session_->due()) live_session_->advance();
    if (live_session_->finished()) end_live();
  } catch (...) {
    live_failed();
  }
}

void TranscriptionService::Worker::live_failed() {
  const std::exception_ptr error = std::current_exception();
  if (is_cancellation(error)) {
    end_live();
    return;
  }
  const Failure failure = describe_failure(error);
  set_down_live();
  if (failure.device && !live_->on_cpu) {
    live_->on_cpu = true;
    mailbox.post(LiveMoved{failure});
    return;
  }
  live_.reset();
  mailbox.post(LiveFailed{failure});
  if (running_) mailbox.post(JobHeld{*running_, false});
}

/// The session is over: done, or given up.
void TranscriptionService::Worker::end_live() {
  Transcript transcript;
  if (live_session_) {
    transcript = live_session_->transcript();
    transcript.cancelled = !live_session_->finished();
  } else {
    transcript.segments = live_->from.segments;
    if (!live_->from.fixed_text.empty()) {
      Segment& segment = transcript.segments.emplace_back();
      segment.start_s = segment.end_s = live_->from.from_s;
      segment.text = live_->from.fixed_text;
      segment.window = live_->from.utterance;
    }
    transcript.source = live_->recording->file().filename().string();
    transcript.cancelled = true;
  }
  live_session_.reset();
  live_.reset();
  if (!running_) end_profile();
  mailbox.post(LiveFinished{std::move(transcript)});
  if (running_) mailbox.post(JobHeld{*running_, false});
}

}  // namespace tilescribe
