// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include "inference/api/transcriber.h"

namespace tilescribe {

/// A transcriber whose windows a server reads: options.remote. Asks it for its models. Throws Error if it
/// can't be reached or used, or Cancelled.
std::unique_ptr<Transcriber> open_remote(const EngineOptions& options, const std::stop_token& stop);

}  // namespace tilescribe
