// SPDX-License-Identifier: Apache-2.0
#include "inference/api/audio_info.h"

#include "inference/audio/decoder.h"
#include "inference/audio/ffmpeg_loader.h"

namespace tilescribe {

std::vector<AudioStreamInfo> audio_streams(const std::filesystem::path& file) {
  return audio::list_streams(file, {});
}

bool can_decode_with_ffmpeg(Message* reason) {
  const audio::FfmpegLibrary& library = audio::ffmpeg_library();
  if (reason) *reason = library.reason;
  return library.plugin != nullptr;
}

}  // namespace tilescribe
