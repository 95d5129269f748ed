// SPDX-License-Identifier: Apache-2.0
// Stands in for ffmpeg.cpp in tilescribe-decoder-sndfile.
#include "inference/audio/ffmpeg/ffmpeg.h"
#include "inference/audio/file_check.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

[[noreturn]] void refuse(const AudioFile& file) {
  throw MachineError("{1} can only be read with FFmpeg, whose libraries were not found.",
                     quoted(file.path()));
}

}  // namespace

bool has_ffmpeg() {
  return false;
}

// NOLINTBEGIN(performance-unnecessary-value-param): FFmpeg would keep the file
std::unique_ptr<Decoder> open_with_ffmpeg(std::shared_ptr<AudioFile> file, const Track& /*track*/) {
  refuse(*file);
}

std::vector<AudioStreamInfo> ffmpeg_streams(std::shared_ptr<AudioFile> file) {
  refuse(*file);
}
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace tilescribe::audio
