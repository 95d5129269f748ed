// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "inference/api/playback.h"
#include "inference/audio/playback/output_stream.h"

namespace tilescribe::audio {

/// As tilescribe::open_player(), on another output; tests use their own.
std::unique_ptr<Player> open_player(const std::filesystem::path& audio, OpenOutput open);

}  // namespace tilescribe::audio
