// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace tilescribe::test {

/// Layouts of a wav file's fmt chunk: 16 bytes, 18 (an empty extension), 40 (WAVE_FORMAT_EXTENSIBLE).
enum class FmtChunk : std::uint32_t { plain = 16, extended = 18, extensible = 40 };

struct WavFormat {
  int rate = 16000;  // Hz
  int channels = 1;
  int bits = 16;  // 16 or 24: integer; 32: float
  FmtChunk fmt = FmtChunk::plain;
};

/// Writes `frames` frames; `value(frame, channel)` is a sample, ±1 full scale. Throws std::runtime_error.
void write_wav(const std::filesystem::path& file, const WavFormat& format, std::uint32_t frames,
               const std::function<double(std::uint32_t, int)>& value);

/// A wav file of silence whose samples take no room on disk. Throws std::runtime_error.
void write_sparse_wav(const std::filesystem::path& file, const WavFormat& format, std::uint32_t frames);

}  // namespace tilescribe::test
