// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "inference/audio/capture/capture_stream.h"

namespace tilescribe::audio {

/// "pulse:NAME": a source of the sound server, mixed down to mono by it. Throws Error.
std::unique_ptr<CaptureStream> open_pulse_source(const std::string& id, int sample_rate);

/// "alsa:NAME": a PCM device of ALSA, for machines without a sound server. Throws Error.
std::unique_ptr<CaptureStream> open_alsa_source(const std::string& id, int sample_rate);

}  // namespace tilescribe::audio
