// SPDX-License-Identifier: Apache-2.0
// How the worker comes to its model, and back to the one before where another can't be opened.
#include "app/service/worker.h"

namespace tilescribe {

void TranscriptionService::Worker::open_model(const EngineOptions& options, const std::stop_token& stop) {
  // What was cancelled was so by a newer request, which reports for itself, or by the end of the program.
  try {
    take_model(options, stop);
    working_ = options;
    return;
  } catch (...) {
    if (is_cancellation(std::current_exception()) || stop.stop_requested()) return;
    const Failure failure = describe_failure(std::current_exception());
    if (!working_) {
      mailbox.post(EngineFailed{failure});
      return;
    }
    mailbox.post(EngineRefused{failure});
  }
  try {
    take_model(*working_, stop);
  } catch (...) {
    if (is_cancellation(std::current_exception()) || stop.stop_requested()) return;
    working_.reset();
    mailbox.post(EngineFailed{describe_failure(std::current_exception())});
  }
}

/// Throws where it can't be opened; there is none then.
void TranscriptionService::Worker::take_model(const EngineOptions& options, const std::stop_token& stop) {
  mailbox.post(EngineOpening{options});
  set_down_live();
  end_profile();
  if (live_) live_->on_cpu = false;  // what failed was the old one
  transcriber_.reset();              // the old model's memory first
  cpu_transcriber_.reset();
  options_ = options;
  transcriber_ = factory_(options, stop);
  mailbox.post(EngineReady{transcriber_->engine(), transcriber_->model()});
  const std::lock_guard lock(mutex_);
  opened_ = true;
}

}  // namespace tilescribe
