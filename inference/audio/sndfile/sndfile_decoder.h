// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Decodes one of the formats that is_sndfile_format accepts. Its stream is 0 or -1. Throws Error if
/// libsndfile refuses the file or it has no frames.
std::unique_ptr<Decoder> open_with_sndfile(std::shared_ptr<AudioFile> file, const Track& track);

/// The only stream of such a file. Throws Error.
AudioStreamInfo sndfile_stream(std::shared_ptr<AudioFile> file);

}  // namespace tilescribe::audio
