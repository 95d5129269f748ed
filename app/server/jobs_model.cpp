// SPDX-License-Identifier: Apache-2.0
// How the jobs' model is opened, and what is done when its device fails.
#include <algorithm>
#include <utility>
#include <vector>

#include "app/server/jobs.h"

namespace tilescribe::server {
namespace {

using protocol::ApiError;

// Two minutes, in all.
constexpr int most_attempts = 8;

// The first attempt comes at once.
std::chrono::milliseconds wait_before(int attempt) {
  constexpr std::chrono::milliseconds first{1000}, longest{60000};
  return attempt <= 1 ? std::chrono::milliseconds(0) : std::min(longest, first * (1 << (attempt - 2)));
}

}  // namespace

Health Jobs::health() const {
  if (!opened_) return Health::opening;
  if (lost_) return Health::lost;
  if (reopening_) return Health::reopening;
  return device_failed_ ? Health::failed : Health::works;
}

int Jobs::reopened_after_s() const {
  constexpr std::chrono::seconds opening{5};
  return static_cast<int>(std::chrono::ceil<std::chrono::seconds>(wait_before(attempts_) + opening).count());
}

ApiError Jobs::reopening_error() const {
  return {.status = 503,
          .message =
              Message("The device failed, and the model is being opened again: {1}", why_reopened_.message),
          .code = "device_failed",
          .retry_after_s = reopened_after_s()};
}

void Jobs::open_everywhere(const EngineOptions& engine) {
  without_.clear();
  for (int worker = 0; worker < limits_.together + limits_.sessions; ++worker) {
    awaited_.insert(worker);
    scheduler_.open(engine, worker);
  }
}

// Whether it is a GPU's failure that the CPU can take over. From then on everything runs there: a GPU that
// failed once is not trusted again.
bool Jobs::leave_gpu(const Failure& failure) {
  const bool has_gpu = leaves_gpu_ || (opened_ && opened_->engine.gpu >= 0);
  if (!failure.device || engine_.engine != Engine::automatic || !has_gpu) return false;
  if (!std::exchange(leaves_gpu_, true)) open_everywhere(on_cpu(engine_));
  return true;
}

// Where the engine was named, no other takes over. What was under way ends: clients may ask again. The same
// device may fail again and again, so attempts are counted until something is transcribed.
void Jobs::reopen(const Failure& failure) {
  why_reopened_ = failure;
  if (!std::exchange(reopening_, true)) try_to_reopen();
  if (!lost_) fail_all(reopening_error());
}

void Jobs::try_to_reopen() {
  if (attempts_ == most_attempts) return lose_model(why_reopened_);
  ++attempts_;
  attempting_ = false;
  later_(wait_before(attempts_), [this] {
    if (ended_) return;
    attempting_ = true;
    ++reopenings_;
    open_everywhere(engine_now());
  });
}

EngineOptions Jobs::engine_now() const {
  EngineOptions now = leaves_gpu_ ? on_cpu(engine_) : engine_;
  if (reopenings_ > 0) now.inject_fault = InjectedFault::none;
  return now;
}

// A worker has opened a model, or can't.
void Jobs::hear_opening(int worker, const std::optional<Failure>& failure) {
  if (!failure) {
    // A worker that was still opening the model when its device failed says nothing of that device now.
    reopening_ = reopening_ && !attempting_;
    if (auto tell = std::exchange(told_opened_, {})) tell(std::nullopt);
  } else if (!awaited_.contains(worker)) {
    return;  // it was asked once more
  } else {
    without_.insert(worker);
  }
  if (awaited_.erase(worker) == 0 || !awaited_.empty() || without_.empty()) return;
  const bool none = static_cast<int>(without_.size()) == limits_.together + limits_.sessions;
  if (!none) {  // others have the model by now, and share it
    for (const int other : std::exchange(without_, {})) scheduler_.open(engine_now(), other);
  } else if (auto tell = std::exchange(told_opened_, {})) {
    tell(failure);
  } else if (reopening_) {
    why_reopened_ = failure.value_or(why_reopened_);
    try_to_reopen();
  } else {  // neither the CPU's model nor the one before can be opened
    lose_model(*failure);
  }
}

void Jobs::hear_transcribed() {
  device_failed_ = false;
  attempts_ = 0;
}

void Jobs::lose_model(const Failure& failure) {
  lost_ = true;
  fail_all({.status = 503, .message = failure.message, .code = "model_lost"});
}

// What only lacks the times of words needs no model.
void Jobs::fail_all(const ApiError& error) {
  std::vector<JobId> ids;
  for (const auto& [id, job] : jobs_) {
    if (!job.transcribed) ids.push_back(id);
  }
  for (const JobId id : ids) fail(id, error);
  fail_sessions(error);
}

}  // namespace tilescribe::server
