// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg_loader.h"

#include "kernels/core/plugin.h"

namespace tilescribe::audio {
namespace {

FfmpegLibrary load() {
  const Plugin library = Plugin::open(ffmpeg_plugin_file);
  if (!library) return {nullptr, library.reason()};
  auto* entry = library.function<FfmpegPluginEntry>(ffmpeg_plugin_symbol);
  if (!entry) return {nullptr, Message("{1} is not an FFmpeg plugin of Tilescribe.", ffmpeg_plugin_file)};
  const FfmpegPlugin* plugin = entry(ffmpeg_plugin_abi);
  if (!plugin) return {nullptr, Message("{1} belongs to another version of Tilescribe.", ffmpeg_plugin_file)};
  return {plugin, {}};
}

}  // namespace

const FfmpegLibrary& ffmpeg_library() {
  static const FfmpegLibrary library = load();
  return library;
}

}  // namespace tilescribe::audio
