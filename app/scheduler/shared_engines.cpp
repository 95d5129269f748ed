// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/shared_engines.h"

#include <chrono>

#include "inference/api/error.h"

namespace tilescribe {

std::unique_ptr<Transcriber> SharedEngines::open(const EngineOptions& options, std::stop_token stop) {
  State& state = *state_;
  std::shared_ptr<SharedModel> model;  // it may end here, and not with the mutex held
  {
    std::unique_lock lock(state.mutex);
    const bool waits = state.opening;
    // A stop that comes while it waits is met by whoever opens the model then: at once.
    state.changed.wait(lock, stop, [&state] { return !state.opening; });
    const bool same = state.last->options == options;
    if (!state.opening && same && waits && state.last->refusal) std::rethrow_exception(state.last->refusal);
    if (!state.opening && same) model = state.last->model.lock();
    if (model == nullptr || !model->works()) {
      if (state.opening) {
        lock.unlock();
        return open_(options, stop)->transcriber();
      }
      state.opening = true;
      lock.unlock();
      model.reset();
      model = open_anew(options, stop);
    }
  }
  return model->transcriber();
}

// The one that opens a model, for all.
std::shared_ptr<SharedModel> SharedEngines::open_anew(const EngineOptions& options,
                                                      const std::stop_token& stop) {
  // For whoever has it to come to an end. Their device has failed, so they will soon.
  constexpr std::chrono::seconds patience{60};
  State& state = *state_;
  const auto next = std::make_shared<Last>();
  next->options = options;
  const auto over = [&state, &next] {
    const std::lock_guard lock(state.mutex);
    state.last = next;
    state.opening = false;
    state.changed.notify_all();
  };
  {
    std::unique_lock lock(state.mutex);
    const std::shared_ptr<Last> before = state.last;
    if (before->options == options)
      state.changed.wait_for(lock, stop, patience, [&before] { return before->gone; });
  }
  try {
    std::shared_ptr<SharedModel> model = open_(options, stop);
    next->gone = false;
    model->when_gone([state = state_, next] {
      const std::lock_guard lock(state->mutex);
      next->gone = true;
      state->changed.notify_all();
    });
    next->model = model;
    over();
    return model;
  } catch (...) {
    if (!is_cancellation(std::current_exception())) next->refusal = std::current_exception();
    over();
    throw;
  }
}

}  // namespace tilescribe
