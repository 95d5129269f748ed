// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

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

}  // namespace tilescribe::kernels
