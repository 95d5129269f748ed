// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "inference/api/audio_info.h"
#include "inference/audio/ffmpeg/ffmpeg_handles.h"

namespace tilescribe::audio {

/// A container whose streams are known. Only this local file is opened, whatever it may refer to.
/// Throws Error when FFmpeg does not know the format or the container is cut off.
FfmpegPtr<AVFormatContext> open_ffmpeg_input(const std::filesystem::path& file);

/// The audio streams, best first. Throws Error when there is none.
std::vector<AudioStreamInfo> ffmpeg_streams(AVFormatContext& input, const std::filesystem::path& file);

/// The audio stream with this index, or the best one for -1. Throws Error when there is none such.
AVStream& choose_ffmpeg_stream(AVFormatContext& input, int stream, const std::filesystem::path& file);

/// Length of a stream, seconds; 0 when the container does not say.
double ffmpeg_duration_s(const AVFormatContext& input, const AVStream& stream);

}  // namespace tilescribe::audio
