// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "inference/api/transcriber.h"

namespace tilescribe {

/// The most channels that can be told apart.
inline constexpr int most_speakers = 16;

/// Transcribes a file with this transcriber, and says who speaks if its options ask for that.
///
/// Speakers::channels: each channel of the stream is transcribed by itself, and its segments have its
/// speaker's name; of a file with several audio streams, and none chosen, each stream is. Pauses of 2 s end a
/// window, so that each turn has its own times. The segments are then merged by their start times. Nobody
/// is invented. A channel is silent if it stays below -80 dBFS, or 60 dB below the loudest one. Channels are
/// alike if they hold the same sound (correlation of 0.95), at whatever level and polarity; the loudest of
/// them speaks for all. Where fewer than two channels are left, the text has no speakers, and `events.notice`
/// says why in a sentence.
///
/// A voice that is also faintly heard in another's channel is that of the louder one (inference/speakers):
/// stretches that are an echo of it are silenced before they are transcribed, and of what is still written in
/// both channels, in the same words at the same time, the louder one's stays.
///
/// The events of a channel follow those of the one before, so their segments are in order of time only
/// within a channel, and `events.reached` is not called. Throws as Transcriber::transcribe does.
Transcript transcribe_file(Transcriber& transcriber, const std::filesystem::path& file,
                           const TranscribeOptions& options, const TranscribeEvents& events,
                           const std::stop_token& stop);

}  // namespace tilescribe
