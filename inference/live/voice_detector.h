// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "inference/api/message.h"
#include "kernels/core/error.h"

namespace tilescribe::live {

/// WebRTC's voice detector behind its noise suppression. Which of its two interfaces the system's library
/// has, 0.3 or 1, is known to voice_detector_0.cpp and voice_detector_1.cpp alone; one of them is built.
class VoiceDetector {
 public:
  static constexpr int sample_rate = 16000;

  /// Throws Error if it can't be created.
  static std::unique_ptr<VoiceDetector> create();
  virtual ~VoiceDetector() = default;

  /// Whether there is a voice in the next 10 ms: 160 samples, ±1 full scale. Throws Error.
  virtual bool has_voice(const float* samples) = 0;

 protected:
  /// Throws Error unless `status` is WebRTC's 0.
  static void check(int status, const Message& what) {
    if (status == 0) return;
    throw Error(Message("The voice detector failed while {1}.", what),
                "webrtc::AudioProcessing error " + std::to_string(status));
  }
};

}  // namespace tilescribe::live
