// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Whether the first bytes belong to a format that libsndfile reads fully: wav (integer, float, any fmt
/// chunk), flac, aiff, caf, au, w64. Ogg and mp3 are not included: libsndfile supports only some of them,
/// FFmpeg all.
bool is_sndfile_format(std::string_view head);

/// Decodes a file that has one of these formats; the caller makes sure of that, since for an unknown format
/// libsndfile looks for a resource fork, which is another file. Its stream is 0 or -1. Throws Error if
/// libsndfile refuses the file or it has no frames.
std::unique_ptr<Decoder> open_with_sndfile(std::shared_ptr<AudioFile> file, const Track& track);

/// The only stream of such a file. Throws Error.
AudioStreamInfo sndfile_stream(std::shared_ptr<AudioFile> file);

}  // namespace tilescribe::audio
