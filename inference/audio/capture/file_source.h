// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "inference/audio/capture/capture_stream.h"

namespace tilescribe::audio {

/// Whether an id names a file that replaces a microphone.
bool is_file_source(const std::string& id);

/// Opens "file:PATH?speed=4&loop=1": any audio file, the mean of its channels written into the ring as a
/// device would do it, at this many times real time (default 1), repeatedly (default once). It never
/// overflows: if the ring is full, it waits. After its last sample, or where it can't be decoded, it
/// reports its end (and why, if that is too early), and a recorder then stops by itself. Throws Error if the
/// file can't be read, its rate is not one that can be resampled to the model's, or the id is malformed.
std::unique_ptr<CaptureStream> open_file_source(const std::string& id);

}  // namespace tilescribe::audio
