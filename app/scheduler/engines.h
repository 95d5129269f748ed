// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "inference/api/transcriber.h"

namespace tilescribe {

class Engines {
 public:
  virtual ~Engines() = default;
  /// Called by the worker that will own the model, perhaps by several at once. Throws Error, or Cancelled.
  virtual std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) = 0;
};

class LocalEngines : public Engines {
 public:
  std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) override {
    return open_transcriber(options, stop);
  }
};

}  // namespace tilescribe
