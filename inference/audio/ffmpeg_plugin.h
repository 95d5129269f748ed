// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"
#include "kernels/core/plugin.h"

namespace tilescribe::audio {

/// What libtilescribe_ffmpeg.so offers. Both functions throw Error, or Cancelled.
struct FfmpegPlugin {
  std::unique_ptr<Decoder> (*open)(std::shared_ptr<AudioFile> file, const Track& track);
  std::vector<AudioStreamInfo> (*streams)(std::shared_ptr<AudioFile> file);
};

/// The number is increased whenever this file, AudioFile, Decoder, Track, AudioStreamInfo or Error changes
/// its layout.
inline constexpr PluginEntry<FfmpegPlugin> ffmpeg_plugin{"libtilescribe_ffmpeg.so",
                                                         "tilescribe_ffmpeg_plugin", 5};

}  // namespace tilescribe::audio
