// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "inference/audio/decoder.h"

namespace tilescribe::audio {

/// The model's input rate, Hz.
inline constexpr int sample_rate = 16000;

/// An audio file as a stream of mono samples at 16 kHz. It is decoded while it is read, and only once.
class PcmReader {
 public:
  virtual ~PcmReader() = default;

  /// Writes the next samples (±1 is full scale, but float files may be louder) to the front of `out` and
  /// returns how many: all of `out` until the end is near, 0 only at the end (or for an empty `out`). Throws
  /// Error with the place in the file if a sample is not a finite number; Cancelled on a stop request.
  virtual std::size_t read(std::span<float> out) = 0;

  /// Length as stated by the file or estimated from it, seconds; 0 if unknown.
  virtual double duration_s() const = 0;

  /// Seconds that the file promised but did not contain; valid after read() returned 0. 0 if nothing is
  /// missing or if the file does not state its length exactly.
  virtual double missing_s() const = 0;
};

/// Opens an audio or video file. Channels are averaged and resampled with libsoxr's very high
/// quality; audio at 16 kHz passes unchanged. The n frames of the file become round(n * 16000 / rate)
/// samples, at least one. `stream` is an AudioStreamInfo::index, or -1 for the best one. A cut-off or damaged
/// file yields what can be decoded. Only this file is opened, whatever it refers to. A stop request ends
/// opening and reading it. Throws Error with one sentence if nothing can be decoded; Cancelled on a stop
/// request.
std::unique_ptr<PcmReader> open_audio(const std::filesystem::path& file, int stream = -1,
                                      std::stop_token stop = {});

/// The same for one channel of a stream, with these stretches (begin, end; seconds, in order, without
/// overlap) as silence.
std::unique_ptr<PcmReader> open_audio(const std::filesystem::path& file, const Track& track,
                                      std::vector<std::pair<double, double>> silenced_s,
                                      std::stop_token stop);

}  // namespace tilescribe::audio
