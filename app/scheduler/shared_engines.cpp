// SPDX-License-Identifier: Apache-2.0
#include "app/scheduler/shared_engines.h"

namespace tilescribe {

std::unique_ptr<Transcriber> SharedEngines::open(const EngineOptions& options, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  // A stop that comes while it waits is met by whoever opens the model then: at once.
  changed_.wait(lock, stop, [this] { return !opening_; });
  if (opening_) return open_(options, stop)->transcriber();
  std::shared_ptr<SharedModel> model = model_.lock();
  if (model == nullptr || !model->works() || options_ != options) {
    opening_ = true;
    lock.unlock();
    struct Over {
      SharedEngines& engines;
      std::unique_lock<std::mutex>& lock;
      ~Over() {
        lock.lock();
        engines.opening_ = false;
        engines.changed_.notify_all();
      }
    };
    const Over over{*this, lock};
    model = open_(options, stop);
    const std::lock_guard guard(mutex_);
    model_ = model;
    options_ = options;
  }
  return model->transcriber();
}

}  // namespace tilescribe
