// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "inference/audio/audio_file.h"

namespace tilescribe::audio {

/// The encoded samples of a file, in bytes.
struct SoundBytes {
  std::int64_t promised = 0;  // stated by the header; 0 if it does not say
  std::int64_t present = 0;   // from their beginning to the end of the file
};

/// What a WAV (RIFF, RIFX, RF64) or AIFF header states about its samples; zeros for other formats. libsndfile
/// only reports what is present. A program that writes into a pipe can't know the length and writes 0 or
/// nearly the largest number; that promises nothing.
SoundBytes promised_sound(const AudioFile& file);

/// Whether a list of texts in a WAV file has a part of nearly 4 GiB. libsndfile (1.2 at least) adds that to
/// its place in 32 bits, so it goes back, and reads the list for ever.
bool has_endless_list(const AudioFile& file);

}  // namespace tilescribe::audio
