// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "inference/audio/capture/capture_stream.h"

namespace tilescribe::audio {

/// The parts of a recorder; tests use others.
struct RecorderParts {
  OpenSource open;
  std::function<std::uintmax_t(const std::filesystem::path& folder)> free_bytes;  // on the folder's disk
};

/// The real parts.
RecorderParts recorder_parts();

/// As tilescribe::start_recording().
std::unique_ptr<Recorder> start_recording(const RecordOptions& options, RecorderParts parts);

}  // namespace tilescribe::audio
