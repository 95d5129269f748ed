// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "inference/audio/playback/output_stream.h"

namespace tilescribe::audio {

/// Opens and starts an output by its ALSA name ("pulse", "default") for mono sound. Its callback only copies.
/// Throws Error if it can't.
std::unique_ptr<OutputStream> open_output_device(const std::string& pcm, int sample_rate);

}  // namespace tilescribe::audio
