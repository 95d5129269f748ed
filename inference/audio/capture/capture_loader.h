// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "inference/audio/capture/capture_plugin.h"

namespace tilescribe::audio {

/// The capture plugin, or a sentence that says why sound can't be recorded or played here.
struct CaptureLibrary {
  const CapturePlugin* plugin = nullptr;
  Message reason;   // empty if there is a plugin
  Message missing;  // the same, without what follows for recording
};

/// Opens a plugin by its file name, as capture_library() does, but does not keep it.
CaptureLibrary load_capture_library(const std::string& file_name);

/// This program's plugin, opened at the first call. Safe from any thread.
const CaptureLibrary& capture_library();

}  // namespace tilescribe::audio
