// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>

namespace tilescribe::audio {

/// What the model hears, Hz.
inline constexpr int sample_rate = 16000;

/// An audio file as a stream of mono samples at 16 kHz, decoded as it is read and only once.
class PcmReader {
 public:
  virtual ~PcmReader() = default;

  /// Writes the next samples (±1 is full scale, but louder is possible in float files) to the front of `out`
  /// and returns how many: all of `out` until the end is near, 0 only at the end (or for an empty `out`).
  /// Throws Error at a sample that is not a finite number, with its place in the file; Cancelled on stop.
  virtual std::size_t read(std::span<float> out) = 0;

  /// Length as the file states or lets estimate it, seconds; 0 when unknown.
  virtual double duration_s() const = 0;

  /// Seconds that the file promised and did not have, once read() gave 0; 0 where nothing is missing or the
  /// file does not say its length exactly.
  virtual double missing_s() const = 0;
};

/// Opens an audio or video file: channels averaged, resampled with libsamplerate's best sinc converter; what
/// is 16 kHz already passes unchanged. The n frames of the file become round(n * 16000 / rate) samples, at
/// least one. `stream` is an AudioStreamInfo::index, or -1 for the best one. A file that is cut off or
/// damaged gives what can be decoded of it. Only this file is opened, whatever it refers to. A stop ends
/// opening and reading it. Throws Error with one sentence when nothing can be decoded; Cancelled on stop.
std::unique_ptr<PcmReader> open_audio(const std::filesystem::path& file, int stream = -1,
                                      std::stop_token stop = {});

}  // namespace tilescribe::audio
