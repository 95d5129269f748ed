// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "inference/audio/capture/capture_stream.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

/// Opens a source by its id: "file:…" (see file_source.h), "pulse:NAME", "alsa:NAME", or the default one.
/// Throws Error with one sentence.
std::unique_ptr<CaptureStream> open_source(const std::string& id, int sample_rate);

/// What is said where the capture plugin can't be opened, and why.
Message no_microphones(const Message& why);

}  // namespace tilescribe::audio
