// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/device.h"
#include "kernels/backend/runner.h"
#include "kernels/core/export.h"
#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

class ActivitySource;

/// What an engine computes with: a device, the runner of ops on it, and what measures the two. One thread
/// uses a backend at a time.
class TILESCRIBE_EXPORT Backend : public Device, public Runner {
 public:
  Backend() : Runner(static_cast<Device&>(*this)) {}
  using Device::activations;
  using Device::tensor;

  /// What measures the ops of this backend (profile/activity_source.h), not started yet.
  virtual std::unique_ptr<ActivitySource> activity_source();
  /// Shows stages, layers and ops to a tool that watches the process, while it is hooked; null where no tool
  /// could.
  virtual std::unique_ptr<OpHook> range_markers() { return nullptr; }
};

}  // namespace tilescribe::kernels
