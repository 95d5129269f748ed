// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg_plugin.h"

#include <utility>

#include "inference/audio/ffmpeg/ffmpeg_decoder.h"
#include "inference/audio/ffmpeg/ffmpeg_input.h"
#include "kernels/core/export.h"

namespace tilescribe::audio {
namespace {

std::unique_ptr<Decoder> open(std::shared_ptr<AudioFile> file, const Track& track) {
  return std::make_unique<FfmpegDecoder>(std::move(file), track);
}

std::vector<AudioStreamInfo> streams(std::shared_ptr<AudioFile> file) {
  return FfmpegInput(std::move(file)).audio_streams();
}

}  // namespace
}  // namespace tilescribe::audio

extern "C" TILESCRIBE_EXPORT const tilescribe::audio::FfmpegPlugin* tilescribe_ffmpeg_plugin(
    std::uint32_t abi) {
  static constexpr tilescribe::audio::FfmpegPlugin plugin{&tilescribe::audio::open,
                                                          &tilescribe::audio::streams};
  if (abi != tilescribe::audio::ffmpeg_plugin.abi) return nullptr;
  tilescribe::audio::capture_ffmpeg_log();
  return &plugin;
}
