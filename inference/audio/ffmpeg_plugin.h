// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Raised whenever this file, Decoder, AudioStreamInfo or Error changes its layout.
inline constexpr std::uint32_t ffmpeg_plugin_abi = 1;

/// What libtilescribe_ffmpeg.so offers. C++ types cross the border, since both sides come from one build; the
/// number above refuses a plugin of another one. Both functions throw Error.
struct FfmpegPlugin {
  std::unique_ptr<Decoder> (*open)(const std::filesystem::path& file, int stream);
  std::vector<AudioStreamInfo> (*streams)(const std::filesystem::path& file);
};

/// The plugin's only symbol: its table, or null when it was built for another number. The table lives for
/// ever.
using FfmpegPluginEntry = const FfmpegPlugin*(std::uint32_t abi);
inline constexpr const char* ffmpeg_plugin_symbol = "tilescribe_ffmpeg_plugin";
inline constexpr const char* ffmpeg_plugin_file = "libtilescribe_ffmpeg.so";

}  // namespace tilescribe::audio
