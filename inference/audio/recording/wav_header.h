// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace tilescribe::audio {

/// Bytes before the first sample of a recording.
inline constexpr std::int64_t wav_header_bytes = 80;

/// The header of a recording: mono, 16 bits. Below 4 GiB it is a plain WAV with a spare chunk. Above, it is
/// RF64, whose 64-bit sizes take that chunk's place (EBU Tech 3306).
std::array<char, wav_header_bytes> wav_header(int sample_rate, std::int64_t samples);

/// The contents of a header that is ours; a sample rate of 0 means that it is not.
struct WavHeader {
  int sample_rate = 0;  // Hz
  std::int64_t samples = 0;
};
WavHeader parse_wav_header(const std::array<char, wav_header_bytes>& bytes);

/// Repairs a header that is behind its data, as a program leaves it that is killed after writing samples but
/// before updating the header. Does not change files whose header is not ours. Returns whether there was
/// something to repair.
bool mend_wav_header(const std::filesystem::path& file);

/// How long a recording is, s: the samples that its header counts and that are there. Nothing if the header
/// is not ours.
std::optional<double> recording_duration_s(const std::filesystem::path& file);

}  // namespace tilescribe::audio
