// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "inference/audio/capture/plugin/port_audio_device.h"
#include "inference/audio/capture/sample_ring.h"

namespace tilescribe::audio {

/// A PortAudio stream from one PCM device of ALSA into a ring. Its callback only copies.
class PortAudioStream {
 public:
  /// Opens and starts the device by its ALSA name ("pulse:NAME", "plughw:CARD=…"). Throws Error if it can't.
  PortAudioStream(const std::string& pcm, int sample_rate, int channels);

  /// Whether the device still delivers sound.
  bool active() const { return device_.active(); }
  SampleRing& ring();

 private:
  struct Running;
  std::shared_ptr<Running> running_;
  PortAudioDevice device_;
};

}  // namespace tilescribe::audio
