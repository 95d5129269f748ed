// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tilescribe::audio {

/// A free name in a folder for a recording that begins at this time (seconds since 1970, UTC), in local time:
/// "2026-11-21 20-30-05.wav", or the first of "… (2).wav", "… (3).wav" that is not taken.
std::filesystem::path free_recording_name(const std::filesystem::path& folder, std::int64_t started);

/// When a recording began, according to its name; empty for a file that the program did not name.
std::optional<std::int64_t> started_by_name(const std::filesystem::path& file);

}  // namespace tilescribe::audio
