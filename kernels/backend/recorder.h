// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "kernels/core/export.h"

namespace tilescribe::kernels {

/// A recorded step. Replaying it decides nothing anew.
class Recording {
 public:
  virtual ~Recording() = default;
  virtual void replay() = 0;
};

/// For devices that record nothing: a replay is a call.
class PlainCall final : public Recording {
 public:
  explicit PlainCall(std::function<void()> step) : step_(std::move(step)) {}
  void replay() override { step_(); }

 private:
  std::function<void()> step_;
};

/// Records work, so that the host need not queue it op by op again.
class TILESCRIBE_EXPORT Recorder {
 public:
  virtual ~Recorder() = default;

  /// Runs `step` once and records it, with the memory it allocates, for replay. Anything that changes between
  /// replays must be in device tensors, or in memory that the step reads again.
  virtual std::unique_ptr<Recording> record(std::function<void()> step) {
    step();
    return std::make_unique<PlainCall>(std::move(step));
  }
};

}  // namespace tilescribe::kernels
