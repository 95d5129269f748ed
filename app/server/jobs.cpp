// SPDX-License-Identifier: Apache-2.0
#include "app/server/jobs.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescribe::server {
namespace {

using protocol::ApiError;
using protocol::RequestError;

ApiError ending() {
  return {.status = 503, .message = Message("The server is ending."), .code = "ending"};
}

// A failure that names the temporary file is told with the client's name for it.
Message in_clients_words(const Message& message, const std::string& path, const std::string& name) {
  std::string text = english(message);
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + name.size()))
    text.replace(at, path.size(), name);
  return Message::verbatim(text);
}

}  // namespace

Jobs::Jobs(const Services& services, const EngineOptions& engine, const JobLimits& limits, Post post,
           PostLater later)
    : engine_(engine),
      limits_(limits),
      post_(std::move(post)),
      later_(std::move(later)),
      mailbox_([this] { post_([this] { hear_all(); }); }),
      scheduler_(services.engines, *this,
                 {.workers = limits.together + limits.sessions,
                  .files_alone = true,
                  .live_may_move = false,
                  .lives = limits.sessions,
                  .jobs = limits.together}),
      words_(services.lab, engine, [this](JobId id, Transcript transcript) {
        auto timed = std::make_shared<const Transcript>(std::move(transcript));
        post_([this, id, timed] { finish(id, *timed); });
      }) {}

Jobs::~Jobs() {
  scheduler_.shutdown();
}

void Jobs::open(std::function<void(const std::optional<Failure>&)> opened) {
  told_opened_ = std::move(opened);
  open_everywhere(engine_);
}

void Jobs::check_model() const {
  if (ended_) throw RequestError(ending());
  if (!opened_) {
    throw RequestError({.status = 503,
                        .message = Message("The model is still being opened."),
                        .code = "model_opening",
                        .retry_after_s = 5});
  }
  if (lost_) {
    throw RequestError({.status = 503,
                        .message = Message("The model failed and can't be opened again."),
                        .code = "model_lost"});
  }
  if (reopening_) throw RequestError(reopening_error());
}

Place Jobs::reserve() {
  check_model();
  if (jobs_.size() + places_ < limits_.count) return Place(places_);
  throw RequestError(
      {.status = 429,
       .message =
           Message("The server takes at most {1} transcriptions at a time; it has as many.", limits_.count),
       .code = "queue_full",
       .retry_after_s = worth_trying_after_s()});
}

// When about an eighth of the queue is done.
int Jobs::worth_trying_after_s() const {
  constexpr double least_s = 1.0, most_s = 60.0;
  return static_cast<int>(
      std::ceil(std::clamp(usual_s_ * static_cast<double>(jobs_.size()) / 8.0, least_s, most_s)));
}

JobId Jobs::add(Task task, JobClient& client, Place place) {
  const Place taken = std::move(place);  // the transcription counts from here on
  check_model();
  task.options.word_ngram = limits_.word_ngram;
  const JobId id = scheduler_.add(task.sound->path(), task.options);
  jobs_.emplace(id, Job{.task = std::move(task), .client = &client});
  return id;
}

void Jobs::leave(JobId id) {
  const auto job = jobs_.find(id);
  if (job == jobs_.end()) return;
  job->second.client = nullptr;
  scheduler_.cancel(id);
  words_.cancel(id);
}

void Jobs::end() {
  ended_ = true;
  std::vector<JobId> ids;
  ids.reserve(jobs_.size());
  for (const auto& [id, job] : jobs_) ids.push_back(id);
  for (const JobId id : ids) {
    if (JobClient* client = std::exchange(jobs_.at(id).client, nullptr)) client->failed(ending());
    leave(id);
  }
  fail_sessions(ending());
}

void Jobs::tell(Event event) {
  mailbox_.tell(std::move(event));
}

void Jobs::hear_all() {
  while (auto event = mailbox_.take()) hear(std::move(*event));
}

void Jobs::hear(Event event) {
  if (auto* ready = std::get_if<EngineReady>(&event)) {
    opened_ = {std::move(ready->engine), std::move(ready->model)};
    hear_opening(ready->worker, std::nullopt);
  } else if (const auto* closed = std::get_if<EngineFailed>(&event)) {
    hear_opening(closed->worker, closed->failure);
  } else if (hear_live(event)) {
    return;
  } else if (const auto* begins = std::get_if<JobBegins>(&event)) {
    if (const auto job = jobs_.find(begins->id); job != jobs_.end()) job->second.begun = true;
  } else if (const auto* progress = std::get_if<JobProgress>(&event)) {
    if (const auto job = jobs_.find(progress->id); job != jobs_.end())
      hear_progress(job->first, job->second, progress->progress);
  } else if (const auto* segment = std::get_if<JobSegment>(&event)) {
    if (const auto job = jobs_.find(segment->id); job != jobs_.end())
      hear_segment(job->second, segment->segment);
  } else if (auto* finished = std::get_if<JobFinished>(&event)) {
    if (const auto job = jobs_.find(finished->id); job != jobs_.end())
      hear_end(finished->id, job->second, std::move(finished->transcript));
  } else if (const auto* failed = std::get_if<JobFailed>(&event)) {
    if (const auto job = jobs_.find(failed->id); job != jobs_.end())
      hear_failure(failed->id, job->second, failed->failure);
  }
}

// Windows that the client heard of before the device failed are not told again; each arrives whole.
void Jobs::hear_segment(Job& job, const Segment& segment) {
  if (job.client == nullptr || segment.window <= job.kept_window) return;
  job.told_window = segment.window;
  job.client->segment(segment);
}

void Jobs::hear_end(JobId id, Job& job, Transcript transcript) {
  transcript.source = job.task.file_name;
  const bool wanted = job.client != nullptr && !transcript.cancelled;
  if (wanted && job.task.words && !transcript.segments.empty()) {
    job.transcribed = true;
    return words_.add(id, std::move(transcript), job.task.sound->path());
  }
  finish(id, transcript);
}

// How long a file is may be known at once, or only bit by bit.
void Jobs::hear_progress(JobId id, Job& job, const Progress& progress) {
  const double length = std::max(progress.audio_total_s, progress.audio_done_s);
  if (job.client == nullptr || length <= limits_.audio_s) return;
  JobClient* client = std::exchange(job.client, nullptr);
  leave(id);
  client->failed({.status = 413,
                  .message = Message("The sound should last at most {1} s; found {2} s or more.",
                                     Real{limits_.audio_s, 0}, Real{std::floor(length), 0}),
                  .param = "file",
                  .code = "audio_too_long"});
}

void Jobs::hear_failure(JobId id, Job& job, const Failure& failure) {
  const bool gpu_failed = !job.on_cpu && leave_gpu(failure);
  if (gpu_failed && job.client != nullptr) {
    job.on_cpu = true;
    job.begun = false;
    job.kept_window = job.told_window;
    scheduler_.retry(id);
    return;
  }
  if (failure.device && !gpu_failed) return reopen(failure);
  device_failed_ = device_failed_ || (!gpu_failed && !job.begun);
  fail(id, answer_to(job, failure));
}

bool Jobs::is_too_long_a_prompt(const Failure& failure) {
  const std::string_view said = failure.message.code();
  return said == "The prompt has {1} tokens, but the model's context holds {2}." ||
         said ==
             "The prompt has {1} tokens, and with it {2} MiB are needed beside the model, but {3} MiB of the "
             "GPU's memory are left.";
}

ApiError Jobs::answer_to(const Job& job, const Failure& failure) const {
  ApiError error{.status = 500,
                 .message = in_clients_words(failure.message, job.task.sound->path().string(),
                                             job.task.file_name.empty() ? "the file" : job.task.file_name)};
  if (failure.device) {
    error.code = "device_failed";
  } else if (!job.begun) {
    error.code = "model_failed";
  } else if (failure.machine) {
    error.code = "server_failed";
  } else if (is_too_long_a_prompt(failure) && !job.task.options.prompt.empty()) {
    error.status = 400;
    error.param = "prompt";
    error.code = "prompt_too_long";
  } else {
    error.status = 400;
    error.param = "file";
    error.code = "invalid_audio";
  }
  return error;
}

void Jobs::finish(JobId id, const Transcript& transcript) {
  if (!jobs_.contains(id)) return;
  const Job job = take(id);
  if (job.client == nullptr) return;
  if (transcript.cancelled) return job.client->failed(ending());
  hear_transcribed();
  usual_s_ += 0.2 * (transcript.elapsed_s - usual_s_);
  job.client->finished(transcript);
}

void Jobs::fail(JobId id, const ApiError& error) {
  const Job job = take(id);
  if (job.client != nullptr) job.client->failed(error);
}

Jobs::Job Jobs::take(JobId id) {
  scheduler_.remove(id);
  return std::move(jobs_.extract(id).mapped());
}

}  // namespace tilescribe::server
