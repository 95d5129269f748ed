// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/work_queue.h"

#include <algorithm>
#include <cassert>

namespace tilescribe {

void WorkQueue::open(int worker, const EngineOptions& options) {
  std::stop_source earlier;  // of a request that is out of date
  {
    const std::lock_guard lock(mutex_);
    earlier = std::exchange(place(worker).opening, new_stop());
    place(worker).to_open = options;
  }
  earlier.request_stop();
  changed_.notify_all();
}

JobId WorkQueue::add(std::filesystem::path file, const TranscribeOptions& options, JobId id) {
  const std::lock_guard lock(mutex_);
  if (id == 0) id = last_id_ + 1;
  assert(!jobs_.contains(id));
  last_id_ = std::max(last_id_, id);
  Job& job = jobs_[id];
  job.file = std::move(file);
  job.options = options;
  queue_up(id, job);
  return id;
}

void WorkQueue::queue_up(JobId id, Job& job) {
  job.turn = ++last_turn_;
  waiting_.emplace(job.turn, id);
  changed_.notify_all();
}

std::optional<JobTask> WorkQueue::cancel(JobId id) {
  std::optional<std::stop_source> running;
  {
    const std::lock_guard lock(mutex_);
    const auto job = jobs_.find(id);
    if (job == jobs_.end()) return {};
    if (leave_queue(job->second)) return JobTask{id, job->second.file, job->second.options, false, {}};
    running = job->second.running;
  }
  if (running) running->request_stop();
  return {};
}

void WorkQueue::retry(JobId id) {
  const std::lock_guard lock(mutex_);
  const auto job = jobs_.find(id);
  if (job == jobs_.end() || job->second.running || job->second.turn != 0) return;
  job->second.options.from = {};
  queue_up(id, job->second);
}

void WorkQueue::remove(JobId id) {
  std::optional<std::stop_source> running;
  {
    const std::lock_guard lock(mutex_);
    const auto job = jobs_.find(id);
    if (job == jobs_.end()) return;
    running = job->second.running;
    leave_queue(job->second);
    jobs_.erase(job);
  }
  if (running) running->request_stop();
}

/// They share out the turns that they have, so that no other job's place changes.
void WorkQueue::arrange(const std::vector<JobId>& order) {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> turns;
  std::vector<JobId> arranged;
  for (const JobId id : order) {
    const auto job = jobs_.find(id);
    if (job == jobs_.end() || job->second.turn == 0) continue;
    turns.push_back(std::exchange(job->second.turn, 0));  // named twice, it counts once
    arranged.push_back(id);
  }
  std::ranges::sort(turns);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    jobs_.at(arranged[i]).turn = turns[i];
    waiting_[turns[i]] = arranged[i];
  }
}

void WorkQueue::set_paused(bool paused) {
  const std::lock_guard lock(mutex_);
  paused_ = paused;
  changed_.notify_all();
}

LiveId WorkQueue::start_live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options) {
  const std::lock_guard lock(mutex_);
  lives_.push_back({++last_live_, std::move(recording), options, {}, new_stop(), false});
  live_waits_ = true;
  changed_.notify_all();
  return last_live_;
}

void WorkQueue::abandon_live(std::optional<LiveId> only) {
  std::vector<std::stop_source> stops;
  {
    const std::lock_guard lock(mutex_);
    stops = live_stops(only);
  }
  for (std::stop_source& stop : stops) stop.request_stop();
  // A worker that saw no stop request, under the mutex, is waiting once this thread gets the mutex.
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

void WorkQueue::set_profiling(const std::optional<ProfileWish>& wish) {
  const std::lock_guard lock(mutex_);
  if (wish) wish_ = *wish;
  profiling_ = wish.has_value();
}

/// Sets ended_ under the mutex, so stop sources made later are stopped, too.
void WorkQueue::end() {
  std::vector<std::stop_source> stops;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    stops = live_stops({});
    for (const Place& one : places_) stops.push_back(one.opening);
    for (const auto& [id, job] : jobs_) {
      if (job.running) stops.push_back(*job.running);
    }
  }
  for (std::stop_source& stop : stops) stop.request_stop();
  changed_.notify_all();
}

/// Of one session, or of all.
std::vector<std::stop_source> WorkQueue::live_stops(std::optional<LiveId> only) const {
  std::vector<std::stop_source> stops;
  const auto add = [&](LiveId id, const std::stop_source& stop) {
    if (!only || id == *only) stops.push_back(stop);
  };
  for (const LiveTask& live : lives_) add(live.id, live.stop);
  for (const auto& [id, stop] : lives_now_) add(id, stop);
  return stops;
}

std::stop_source WorkQueue::new_stop() const {
  std::stop_source stop;
  if (ended_) stop.request_stop();
  return stop;
}

std::optional<OpeningTask> WorkQueue::take_opening(int worker) {
  const std::lock_guard lock(mutex_);
  Place& here = place(worker);
  if (ended_ || !here.to_open) return {};
  here.opened = false;
  return OpeningTask{*std::exchange(here.to_open, {}), here.opening.get_token()};
}

void WorkQueue::opened(int worker) {
  const std::lock_guard lock(mutex_);
  place(worker).opened = true;
}

bool WorkQueue::can_take_job(const Place& place) const {
  if (ended_ || paused_ || !place.opened || waiting_.empty() || (alone_ && place.live)) return false;
  return std::ranges::count(places_, true, &Place::busy) < jobs_at_once_;
}

std::optional<JobTask> WorkQueue::take_job(int worker) {
  const std::lock_guard lock(mutex_);
  Place& here = place(worker);
  if (!can_take_job(here)) return {};
  const JobId id = waiting_.begin()->second;
  Job& job = jobs_.at(id);
  leave_queue(job);
  job.running = new_stop();
  here.busy = true;
  return JobTask{id, job.file, job.options, job.on_cpu, job.running->get_token()};
}

void WorkQueue::end_job(int worker, JobId id, bool device_failed) {
  const std::lock_guard lock(mutex_);
  place(worker).busy = false;
  changed_.notify_all();  // another worker may take one now
  const auto job = jobs_.find(id);
  if (job == jobs_.end()) return;
  job->second.running.reset();
  if (device_failed) job->second.on_cpu = true;
}

bool WorkQueue::can_take_live(const Place& place) const {
  if (place.live || lives_now_.size() >= lives_at_once_ || lives_.empty()) return false;
  if (ended_ || lives_.front().stop.stop_requested()) return true;
  if (!place.opened) return false;
  const auto idle = [](const Place& other) { return other.opened && !other.busy && !other.live; };
  return !place.busy || std::ranges::none_of(places_, idle);
}

std::optional<LiveTask> WorkQueue::take_live(int worker) {
  const std::lock_guard lock(mutex_);
  if (!can_take_live(place(worker))) return {};
  LiveTask live = std::move(lives_.front());
  lives_.pop_front();
  live_waits_ = !lives_.empty();
  lives_now_.emplace(live.id, live.stop);
  place(worker).live = true;
  return live;
}

void WorkQueue::end_live(int worker, LiveId id) {
  const std::lock_guard lock(mutex_);
  place(worker).live = false;
  lives_now_.erase(id);
  changed_.notify_all();
}

void WorkQueue::give_back(int worker, LiveTask live) {
  const std::lock_guard lock(mutex_);
  place(worker).live = false;
  lives_now_.erase(live.id);
  lives_.push_front(std::move(live));
  live_waits_ = true;
  changed_.notify_all();
}

bool WorkQueue::needs_cpu() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(waiting_, [this](const auto& waits) { return jobs_.at(waits.second).on_cpu; });
}

ProfileWish WorkQueue::profile_wish() const {
  const std::lock_guard lock(mutex_);
  return wish_;
}

bool WorkQueue::can_work(const Place& place) const {
  return ended_ || place.to_open || can_take_live(place) || can_take_job(place);
}

void WorkQueue::wait(int worker, std::optional<std::chrono::milliseconds> at_most) {
  std::unique_lock lock(mutex_);
  const auto work = [this, worker] { return can_work(place(worker)); };
  if (at_most) {
    changed_.wait_for(lock, *at_most, work);
  } else {
    changed_.wait(lock, work);
  }
}

}  // namespace tilescribe
