// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inference/audio/audio_file.h"
#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// Decodes in a process of its own. If that crashes, hangs or wants too much memory, only this
/// file fails, with a sentence. The decoder reads ahead. Throws Error, or Cancelled.
std::unique_ptr<Decoder> open_with_helper(std::shared_ptr<AudioFile> file, const Track& track);

/// The audio streams of a file, best first. Throws Error, or Cancelled.
std::vector<AudioStreamInfo> helper_streams(std::shared_ptr<AudioFile> file);

}  // namespace tilescribe::audio
