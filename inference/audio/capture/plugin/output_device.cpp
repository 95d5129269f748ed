// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/plugin/output_device.h"

#include "inference/audio/capture/plugin/port_audio_device.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

class OutputDevice final : public OutputStream {
 public:
  OutputDevice(const std::string& pcm, int rate)
      : ring_(std::make_shared<PlaybackRing>(static_cast<std::size_t>(rate * playback_ring_s), rate)),
        device_({.pcm = pcm, .plays = true, .sample_rate = rate, .latency_s = 0.08}, &give, ring_) {}

  PlaybackRing& ring() override { return *ring_; }
  bool active() const override { return device_.active(); }

 private:
  static int give(const void*, void* output, unsigned long frames, const PaStreamCallbackTimeInfo* time,
                  PaStreamCallbackFlags, void* ring) {
    // Both of PortAudio's times are from one clock, whichever that is.
    const std::chrono::duration<double> until_heard(time->outputBufferDacTime - time->currentTime);
    const auto heard_at =
        PlaybackRing::Clock::now() + std::chrono::duration_cast<PlaybackRing::Clock::duration>(until_heard);
    static_cast<PlaybackRing*>(ring)->take(static_cast<std::int16_t*>(output), frames, heard_at);
    return paContinue;
  }

  std::shared_ptr<PlaybackRing> ring_;
  PortAudioDevice device_;
};

}  // namespace

std::unique_ptr<OutputStream> open_output_device(const std::string& pcm, int sample_rate) {
  try {
    return std::make_unique<OutputDevice>(pcm, sample_rate);
  } catch (const Error& error) {
    throw Error(
        Message("The sound output can't be opened: expected one that plays mono sound at {1} Hz by the "
                "name \"{2}\" of ALSA. For a sound server (PulseAudio or PipeWire), that needs Debian's "
                "package libasound2-plugins.",
                sample_rate, pcm),
        error.details());
  }
}

}  // namespace tilescribe::audio
