// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Whether this program has FFmpeg; else both of these throw.
bool has_ffmpeg();

/// Decodes with FFmpeg in this process. Throws Error.
std::unique_ptr<Decoder> open_with_ffmpeg(std::shared_ptr<AudioFile> file, const Track& track);

/// The audio streams of a file, best first. Throws Error.
std::vector<AudioStreamInfo> ffmpeg_streams(std::shared_ptr<AudioFile> file);

}  // namespace tilescribe::audio
