// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "inference/api/transcriber.h"

namespace tilescribe {

/// Opens models: the function in inference/api/transcriber.h. Tests replace it.
struct Engines {
  /// Called by the worker that will own the model, perhaps by several at once. Throws Error, or Cancelled.
  std::function<decltype(open_transcriber)> open = open_transcriber;
};

}  // namespace tilescribe
