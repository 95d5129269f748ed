// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <portaudio.h>

namespace tilescribe::audio {

/// A running PortAudio stream of 16-bit samples, from or to one PCM device of ALSA.
class PortAudioDevice {
 public:
  struct Setup {
    std::string pcm;  // ALSA's name: "pulse:NAME", "plughw:CARD=…", "default"
    bool plays = false;
    int sample_rate = 0;  // Hz
    int channels = 1;
    double latency_s = 0.1;  // suggested; a callback comes about four times in it
  };

  /// Opens and starts the device. The callback gets `state`, which is kept as long as PortAudio may call.
  /// Throws Error if it can't.
  PortAudioDevice(const Setup& setup, PaStreamCallback* callback, std::shared_ptr<void> state);
  /// Releases the device within 100 ms. If PortAudio hangs (a sound server that no longer answers), a thread
  /// is left behind with it.
  ~PortAudioDevice();
  PortAudioDevice(const PortAudioDevice&) = delete;
  PortAudioDevice& operator=(const PortAudioDevice&) = delete;

  /// Whether the device still delivers or takes sound.
  bool active() const { return Pa_IsStreamActive(stream_) == 1; }

 private:
  std::shared_ptr<void> state_;
  PaStream* stream_ = nullptr;
};

}  // namespace tilescribe::audio
