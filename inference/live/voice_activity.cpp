// SPDX-License-Identifier: Apache-2.0
#include "inference/live/voice_activity.h"

#include "inference/live/voice_detector.h"

namespace tilescribe::live {
namespace {

constexpr float quietest_square = 3.2e-7f;  // mean square at -65 dBFS

}  // namespace

VoiceActivity::VoiceActivity() : detector_(VoiceDetector::create()) {}

VoiceActivity::~VoiceActivity() = default;

bool VoiceActivity::is_voice(std::span<const float, frame_samples> frame) {
  float square = 0.0f;
  for (const float sample : frame) square += sample * sample;
  const bool heard = detector_->has_voice(frame.data());
  return heard && square > quietest_square * static_cast<float>(frame_samples);
}

}  // namespace tilescribe::live
