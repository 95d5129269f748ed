// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/ffmpeg/ffmpeg.h"

#include <utility>

#include "inference/audio/ffmpeg/ffmpeg_decoder.h"
#include "inference/audio/ffmpeg/ffmpeg_input.h"

namespace tilescribe::audio {

bool has_ffmpeg() {
  return true;
}

std::unique_ptr<Decoder> open_with_ffmpeg(std::shared_ptr<AudioFile> file, const Track& track) {
  return std::make_unique<FfmpegDecoder>(std::move(file), track);
}

std::vector<AudioStreamInfo> ffmpeg_streams(std::shared_ptr<AudioFile> file) {
  return FfmpegInput(std::move(file)).audio_streams();
}

}  // namespace tilescribe::audio
