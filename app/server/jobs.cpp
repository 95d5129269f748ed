// SPDX-License-Identifier: Apache-2.0
#include "app/server/jobs.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

Jobs::Jobs(const Services& services, const EngineOptions& engine, std::size_t most, Post post)
    : engine_(engine),
      most_(most),
      post_(std::move(post)),
      mailbox_([this] { post_([this] { hear_all(); }); }),
      scheduler_(services.engines, *this, {.files_alone = true}),
      words_(services.lab, engine, [this](JobId id, Transcript transcript) {
        auto timed = std::make_shared<const Transcript>(std::move(transcript));
        post_([this, id, timed] { finish(id, *timed); });
      }) {}

Jobs::~Jobs() {
  scheduler_.shutdown();
}

void Jobs::open(std::function<void(const std::optional<Failure>&)> opened) {
  told_opened_ = std::move(opened);
  scheduler_.open(engine_);
}

void Jobs::check_room() const {
  if (ended_) throw RequestError(ending());
  if (!opened_) {
    throw RequestError({.status = 503,
                        .message = Message("The model is still being opened."),
                        .code = "model_opening",
                        .retry_after_s = 5});
  }
  if (jobs_.size() < most_) return;
  throw RequestError(
      {.status = 429,
       .message = Message("The server takes at most {1} transcriptions at a time; it has as many.", most_),
       .code = "queue_full",
       .retry_after_s = worth_trying_after_s()});
}

// When about an eighth of the queue is done.
int Jobs::worth_trying_after_s() const {
  constexpr double least_s = 1.0, most_s = 60.0;
  return static_cast<int>(
      std::ceil(std::clamp(usual_s_ * static_cast<double>(jobs_.size()) / 8.0, least_s, most_s)));
}

JobId Jobs::add(Task task, JobClient& client) {
  check_room();
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
  for (const auto& [id, job] : jobs_) ids.push_back(id);
  for (const JobId id : ids) {
    if (JobClient* client = std::exchange(jobs_.at(id).client, nullptr)) client->failed(ending());
    leave(id);
  }
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
    if (auto tell = std::exchange(told_opened_, {})) tell(std::nullopt);
  } else if (const auto* closed = std::get_if<EngineFailed>(&event)) {
    if (auto tell = std::exchange(told_opened_, {})) tell(closed->failure);
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
  if (wanted && job.task.words && !transcript.segments.empty())
    return words_.add(id, std::move(transcript), job.task.sound->path());
  finish(id, transcript);
}

void Jobs::hear_failure(JobId id, Job& job, const Failure& failure) {
  const bool moves = failure.device && !job.on_cpu && engine_.engine == Engine::automatic &&
                     opened_->engine.gpu >= 0 && job.client != nullptr;
  if (moves) {
    job.on_cpu = true;
    job.kept_window = job.told_window;
    scheduler_.retry(id);
    return;
  }
  ApiError error{.status = failure.device ? 500 : 400,
                 .message = in_clients_words(failure.message, job.task.sound->path().string(),
                                             job.task.file_name.empty() ? "the file" : job.task.file_name),
                 .param = failure.device ? "" : "file",
                 .code = failure.device ? "device_failed" : "invalid_audio"};
  fail(id, error);
}

void Jobs::finish(JobId id, const Transcript& transcript) {
  if (!jobs_.contains(id)) return;
  const Job job = take(id);
  if (job.client == nullptr) return;
  if (transcript.cancelled) return job.client->failed(ending());
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
