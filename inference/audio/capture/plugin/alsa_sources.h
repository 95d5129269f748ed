// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// The capture devices of ALSA's cards, as "alsa:plughw:CARD=NAME,DEV=NUMBER". The card's name stays the same
/// if devices are plugged in in another order.
std::vector<AudioSource> alsa_sources();

/// The rate that a PCM device supports without conversion, Hz: 48000 if it does, else the nearest above, else
/// its highest. 48000 if the device does not say.
int alsa_native_rate(const std::string& pcm);

/// Keeps ALSA and JACK from writing to the terminal: PortAudio's search for devices makes them complain.
void silence_audio_libraries();

}  // namespace tilescribe::audio
