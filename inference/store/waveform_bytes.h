// SPDX-License-Identifier: Apache-2.0
// A kept waveform as bytes: "TSWAVE1\n", a header, the audio's path, the finest level's blocks, and a
// checksum of all this. Numbers are in the machine's order; a file from another one does not fit and is made
// anew.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "inference/api/playback.h"
#include "inference/store/library_files.h"

namespace tilescribe::store {

/// The checksum: FNV-1a, 64 bits (Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm").
std::uint64_t waveform_sum(std::string_view bytes);

/// The waveform of an audio file in this state.
std::string packed(const std::filesystem::path& audio, const FileState& state, const Waveform& waveform);

/// The waveform in these bytes; nothing if they are damaged, or of another sound.
std::optional<Waveform> unpacked(std::string_view bytes, const std::filesystem::path& audio,
                                 const FileState& state);

/// What the beginning of such bytes says of its audio: where it is, and how many seconds it has.
std::optional<std::pair<std::filesystem::path, double>> audio_of(std::istream& in);

}  // namespace tilescribe::store
