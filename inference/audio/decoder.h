// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "inference/api/audio_info.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

/// A longer file is none, whatever it states, seconds: 30 years.
inline constexpr double most_length_s = 1e9;

/// A length that a file can have; 0: it states none, or one that is none.
inline double known_length(double seconds) {
  return seconds > 0.0 && seconds <= most_length_s ? seconds : 0.0;
}

/// One audio stream of a file, decoded from beginning to end at its own sample rate. libsndfile and FFmpeg
/// each implement it in tilescribe-decoder. The one in the program receives what they decode.
class Decoder {
 public:
  virtual ~Decoder() = default;

  /// Writes the next frames, each the mean of its channels or the chosen one, to the front of `mono`. Returns
  /// how many; 0 only at the end. Damage after the first frame ends the stream or is skipped. Throws Error,
  /// or Cancelled.
  virtual std::size_t read(std::span<float> mono) = 0;

  /// Continues near this frame, counted from the beginning of what read() returned. Returns the frame with
  /// which the next read() begins, as near before it as the format allows (a container's times may be off by
  /// a few milliseconds); -1 if the format can't do it, and then the decoder is of no use any more.
  /// Afterwards missing_s() says nothing. Throws Error, or Cancelled.
  virtual std::int64_t seek(std::int64_t frame) = 0;

  virtual int sample_rate() const = 0;    // Hz, of the samples from read()
  virtual double duration_s() const = 0;  // as stated by the file; 0 if it does not say

  /// Seconds that the file promised but did not contain; valid after read() returned 0. 0 if nothing is
  /// missing, or if the length that a file states is only an estimate.
  virtual double missing_s() const = 0;
};

/// The next frames, as many as fit; fewer only at the end.
template <class Source>
std::size_t read_fully(Source& source, std::span<float> mono) {
  std::size_t done = 0;
  while (done < mono.size()) {
    const std::size_t count = source.read(mono.subspan(done));
    if (count == 0) break;
    done += count;
  }
  return done;
}

/// Takes one channel of interleaved frames, from 0, or the mean of all for -1. A channel that the frames do
/// not have is silence.
inline void take_channel(std::span<const float> interleaved, int channels, int channel,
                         std::span<float> mono) {
  const auto width = static_cast<std::size_t>(channels);
  if (channel >= 0) {
    const auto place = static_cast<std::size_t>(channel);
    for (std::size_t i = 0; i < mono.size(); ++i)
      mono[i] = channel < channels ? interleaved[i * width + place] : 0.0f;
    return;
  }
  for (std::size_t i = 0; i < mono.size(); ++i) {
    double sum = 0.0;  // double, because the sum of large floats must not overflow
    for (float sample : interleaved.subspan(i * width, width)) sum += static_cast<double>(sample);
    mono[i] = static_cast<float>(sum / channels);
  }
}

/// What a file holds, by channels: a stream (-1: the best) and one of its channels (-1: their mean).
struct Track {
  int stream = -1;
  int channel = -1;
};

/// Opens a track, which tilescribe-decoder decodes in a process of its own. Opens nothing but this one file.
/// A stop request ends opening and reading it. Throws Error, or Cancelled.
std::unique_ptr<Decoder> open_decoder(const std::filesystem::path& file, const Track& track,
                                      std::stop_token stop);

/// The audio streams of a file, best first, as tilescribe-decoder finds them. Throws Error, or Cancelled.
std::vector<AudioStreamInfo> list_streams(const std::filesystem::path& file, std::stop_token stop);

/// What people should know of how files were opened, once: that this system does not confine decoders. Else
/// empty.
Message take_decoding_notice();

}  // namespace tilescribe::audio
