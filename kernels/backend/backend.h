// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernels/backend/device.h"
#include "kernels/backend/recorder.h"
#include "kernels/backend/runner.h"
#include "kernels/core/export.h"
#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

class ActivitySource;

/// An engine: a device, the runner of ops on it, their recorder, and what measures them. Used by one thread
/// at a time.
class TILESCRIBE_EXPORT Backend : public Device, public Runner, public Recorder {
 public:
  Backend() : Runner(static_cast<Device&>(*this)) {}
  using Device::activations;
  using Device::tensor;

  /// A source that measures this backend's ops (profile/activity_source.h), not started yet.
  virtual std::unique_ptr<ActivitySource> activity_source();
  /// A hook that shows stages, layers and ops to a tool watching the process; null if no such tool exists.
  virtual std::unique_ptr<OpHook> range_markers() { return nullptr; }
};

}  // namespace tilescribe::kernels
