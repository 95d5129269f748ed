// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/plugin/port_audio.h"

#include "inference/audio/capture/capture_stream.h"
#include "inference/audio/capture/plugin/lost_frames.h"

namespace tilescribe::audio {

struct PortAudioStream::Running {
  Running(int rate, int width)
      : channels(width),
        lost_frames(rate),
        ring(static_cast<std::size_t>(rate) * static_cast<std::size_t>(width) * ring_seconds) {}

  static int take(const void* input, void*, unsigned long frames, const PaStreamCallbackTimeInfo*,
                  PaStreamCallbackFlags flags, void* self);

  int channels;
  LostFrames lost_frames;  // the callback's own
  SampleRing ring;
};

int PortAudioStream::Running::take(const void* input, void*, unsigned long frames,
                                   const PaStreamCallbackTimeInfo*, PaStreamCallbackFlags flags, void* self) {
  Running& running = *static_cast<Running*>(self);
  const auto width = static_cast<std::size_t>(running.channels);
  const std::int64_t lost = running.lost_frames.add(
      LostFrames::Clock::now(), static_cast<std::int64_t>(frames), (flags & paInputOverflow) != 0);
  if (lost > 0) running.ring.add_lost(static_cast<std::uint64_t>(lost) * width);
  if (input != nullptr) running.ring.write(static_cast<const std::int16_t*>(input), frames * width);
  return paContinue;
}

PortAudioStream::PortAudioStream(const std::string& pcm, int sample_rate, int channels)
    : running_(std::make_shared<Running>(sample_rate, channels)),
      // A callback every 25 ms, which may be 100 ms late.
      device_({.pcm = pcm, .sample_rate = sample_rate, .channels = channels}, &Running::take, running_) {}

SampleRing& PortAudioStream::ring() {
  return running_->ring;
}

}  // namespace tilescribe::audio
