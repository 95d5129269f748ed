// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/audio/ffmpeg_plugin.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

/// The FFmpeg plugin, or a sentence that says why there is none.
struct FfmpegLibrary {
  const FfmpegPlugin* plugin = nullptr;
  Message reason;  // empty if there is a plugin
};

/// This program's plugin, opened at the first call. Safe from any thread.
const FfmpegLibrary& ffmpeg_library();

}  // namespace tilescribe::audio
