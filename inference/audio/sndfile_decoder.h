// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Decodes with libsndfile: wav (integer, float, any fmt chunk), flac, aiff, caf, au; some ogg and mp3.
/// `stream` is 0 or -1. Throws Error when libsndfile refuses the file or it holds no frame.
std::unique_ptr<Decoder> open_with_sndfile(const std::filesystem::path& file, int stream);

/// The one stream of such a file. Throws Error.
AudioStreamInfo sndfile_stream(const std::filesystem::path& file);

}  // namespace tilescribe::audio
