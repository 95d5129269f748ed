// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// The capture devices of ALSA's cards, as "alsa:plughw:CARD=NAME,DEV=NUMBER": the card's name stays the same
/// when devices are plugged in another order.
std::vector<AudioSource> alsa_sources();

/// The rate that a PCM device takes without conversion, Hz: 48000 if it does, else the nearest above, else
/// its highest. 48000 where the device does not say.
int alsa_native_rate(const std::string& pcm);

/// Keeps ALSA and JACK from writing to the terminal what PortAudio's search for devices makes them complain
/// of.
void silence_audio_libraries();

}  // namespace tilescribe::audio
