// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "app/scheduler/engines.h"

namespace tilescribe {

/// Engines whose workers share one model: it is opened for the first that asks for it, and is there for all
/// who ask for the same as long as one of them has it and its device works. Thread-safe.
class SharedEngines : public Engines {
 public:
  using Open = std::function<std::shared_ptr<SharedModel>(const EngineOptions&, const std::stop_token&)>;
  explicit SharedEngines(Open open = open_shared_model) : open_(std::move(open)) {}

  /// Waits while another worker opens a model. Throws what opening it throws.
  std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) override;

 private:
  const Open open_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool opening_ = false;
  EngineOptions options_;
  std::weak_ptr<SharedModel> model_;
};

}  // namespace tilescribe
