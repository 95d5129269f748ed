// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilescribe {

/// What a file states about its audio, read before anything is decoded.
struct AudioStreamInfo {
  int index = 0;        // as TranscribeOptions::audio_stream takes it
  int sample_rate = 0;  // Hz
  int channels = 0;
  double duration_s = 0;  // 0 when the container does not say
  std::string codec;      // e.g. "pcm_s16le", "opus"
  std::string language;   // ISO 639 tag or empty
};

/// Lists the audio streams of a file, best first. Throws Error with one sentence if there are none.
std::vector<AudioStreamInfo> audio_streams(const std::filesystem::path& file);

}  // namespace tilescribe
