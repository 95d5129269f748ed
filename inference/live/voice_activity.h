// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace tilescribe::live {

class VoiceDetector;

/// Samples of a frame: 10 ms at 16 kHz.
inline constexpr std::size_t frame_samples = 160;
inline constexpr double frame_s = 0.01;

/// Whether somebody speaks, frame by frame: WebRTC's voice detector after its noise suppression. Without the
/// suppression, white noise and hum count as voice. A frame below -65 dBFS is never voice.
class VoiceActivity {
 public:
  /// Throws Error if the detector can't be created.
  VoiceActivity();
  ~VoiceActivity();

  /// The next frame_samples samples at 16 kHz, ±1 full scale.
  bool is_voice(std::span<const float, frame_samples> frame);

 private:
  std::unique_ptr<VoiceDetector> detector_;
};

}  // namespace tilescribe::live
