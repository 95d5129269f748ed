// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>

#include "inference/api/options.h"
#include "inference/api/transcript.h"

namespace tilescribe {

struct AlignOptions {
  EngineOptions engine;   // its model has aligner.safetensors beside it; empty: the bundled demo model
  int audio_stream = -1;  // index of the audio stream in a container; -1: the best one
};

/// Gives the words of a known English text, from any model or hand, the times at which they are spoken in the
/// audio, and each segment the time from its first word to its last. If segments have times, they may be 15 s
/// off; a single segment without times (a plain text) is divided into segments. Where segments have different
/// speakers, each channel is heard by itself (or each stream, of a file that has several and none chosen),
/// and each speaker's words are looked for in the one where they are heard best. Where the same people are
/// heard in several, as by two microphones in a room, the audio is heard as a whole. Segments keep their
/// places, so those of different speakers may no longer be in order of time. `heard_s` is told how many
/// seconds of the audio have been heard, all channels together. Throws Error if the audio or the aligner
/// can't be used or the text does not fit; Cancelled on a stop request.
Transcript align_text(Transcript text, const std::filesystem::path& audio, const AlignOptions& options,
                      const std::function<void(double heard_s, double of_s)>& heard,
                      const std::stop_token& stop);

}  // namespace tilescribe
