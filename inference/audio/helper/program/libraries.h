// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"
#include "inference/audio/helper/program/confine.h"

namespace tilescribe::audio {

/// Opens a track in this process with the library that suits the file's content: libsndfile for wav, flac and
/// similar formats, FFmpeg for everything else and for files that libsndfile refuses. Begins the work for
/// which there are limits. Throws Error.
std::unique_ptr<Decoder> open_with_libraries(std::shared_ptr<AudioFile> file, const Track& track,
                                             const Limits& limits);

/// The audio streams of a file, best first, found in the same way. Throws Error.
std::vector<AudioStreamInfo> streams_by_libraries(std::shared_ptr<AudioFile> file, const Limits& limits);

}  // namespace tilescribe::audio
