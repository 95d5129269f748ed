// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

namespace tilescribe::audio {

/// Bytes before the first sample of a recording.
inline constexpr std::int64_t wav_header_bytes = 80;

/// The header of a recording: mono, 16 bits. Below 4 GiB a plain WAV with a chunk to spare, above it RF64,
/// whose sizes have 64 bits and take that chunk's place (EBU Tech 3306).
std::array<char, wav_header_bytes> wav_header(int sample_rate, std::int64_t samples);

/// What a header says, if it is one of ours; a sample rate of 0 says that it is not.
struct WavHeader {
  int sample_rate = 0;  // Hz
  std::int64_t samples = 0;
};
WavHeader parse_wav_header(const std::array<char, wav_header_bytes>& bytes);

/// A program that was killed between writing samples and saying so leaves a header behind its data: brings it
/// up to it. Files whose header is not ours stay as they are. Returns whether there was something to mend.
bool mend_wav_header(const std::filesystem::path& file);

}  // namespace tilescribe::audio
