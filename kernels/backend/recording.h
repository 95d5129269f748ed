// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

namespace tilescribe::kernels {

/// A step that can be replayed without deciding anything again.
class Recording {
 public:
  virtual ~Recording() = default;
  virtual void replay() = 0;
};

/// The recording of a device that keeps nothing: a replay is a call.
class PlainCall final : public Recording {
 public:
  explicit PlainCall(std::function<void()> step) : step_(std::move(step)) {}
  void replay() override { step_(); }

 private:
  std::function<void()> step_;
};

}  // namespace tilescribe::kernels
