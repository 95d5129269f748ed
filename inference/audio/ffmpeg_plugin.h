// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Increased whenever this file, AudioFile, Decoder, AudioStreamInfo or Error changes its layout.
inline constexpr std::uint32_t ffmpeg_plugin_abi = 4;

/// What libtilescribe_ffmpeg.so offers. C++ types cross the border, because both sides come from one build.
/// The number above rejects a plugin from another build. Both functions throw Error, or Cancelled.
struct FfmpegPlugin {
  std::unique_ptr<Decoder> (*open)(std::shared_ptr<AudioFile> file, int stream);
  std::vector<AudioStreamInfo> (*streams)(std::shared_ptr<AudioFile> file);
};

/// The plugin's only symbol. Returns its table, or null if it was built for another number. The table is
/// never freed.
using FfmpegPluginEntry = const FfmpegPlugin*(std::uint32_t abi);
inline constexpr const char* ffmpeg_plugin_symbol = "tilescribe_ffmpeg_plugin";
inline constexpr const char* ffmpeg_plugin_file = "libtilescribe_ffmpeg.so";

}  // namespace tilescribe::audio
