// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "inference/audio/audio_file.h"

namespace tilescribe::audio {

/// The encoded samples of a file, in bytes.
struct SoundBytes {
  std::int64_t promised = 0;  // by the header; 0 where it does not say
  std::int64_t present = 0;   // from where they begin to the file's end
};

/// What a WAV (RIFF, RIFX, RF64) or AIFF header says of its samples; nothing for other formats. libsndfile
/// says only what is present. A program that writes into a pipe can't know the length, and puts 0 or about
/// the most there is: that promises nothing.
SoundBytes promised_sound(const AudioFile& file);

}  // namespace tilescribe::audio
