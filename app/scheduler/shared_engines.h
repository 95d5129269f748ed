// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "app/scheduler/engines.h"

namespace tilescribe {

/// Engines whose workers share one model: it is opened for the first that asks for it, and is there for all
/// who ask for the same as long as one of them has it and its device works. A device has no memory for two of
/// them, so one that failed is opened anew once nobody has it any more. Thread-safe.
class SharedEngines : public Engines {
 public:
  using Open = std::function<std::shared_ptr<SharedModel>(const EngineOptions&, const std::stop_token&)>;
  explicit SharedEngines(Open open) : open_(std::move(open)) {}

  /// Waits while another worker opens a model. Throws what opening it throws, also to those who waited for
  /// it.
  std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) override;

 private:
  struct Last {
    EngineOptions options;
    std::weak_ptr<SharedModel> model;
    bool gone = true;            // with its memory
    std::exception_ptr refusal;  // why there is none
  };
  // A model may end after the engines, and says so.
  struct State {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool opening = false;
    std::shared_ptr<Last> last = std::make_shared<Last>();  // to be opened
  };
  std::shared_ptr<SharedModel> open_anew(const EngineOptions& options, const std::stop_token& stop);

  const Open open_;
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace tilescribe
