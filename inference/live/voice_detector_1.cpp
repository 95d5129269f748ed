// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <modules/audio_processing/include/audio_processing.h>

#include "inference/live/voice_activity.h"
#include "inference/live/voice_detector.h"

namespace tilescribe::live {
namespace {

class Detector : public VoiceDetector {
 public:
  Detector() {
    if (processing_ == nullptr) throw Error("The voice detector could not be created.");
    webrtc::AudioProcessing::Config config;
    config.high_pass_filter.enabled = true;
    config.noise_suppression.enabled = true;
    config.noise_suppression.level = webrtc::AudioProcessing::Config::NoiseSuppression::kHigh;
    config.voice_detection.enabled = true;  // its likelihood is fixed
    processing_->ApplyConfig(config);
  }

  bool has_voice(const float* samples) override {
    std::array<float, frame_samples> suppressed{};
    float* out = suppressed.data();
    const webrtc::StreamConfig mono(sample_rate, 1);
    check(processing_->ProcessStream(&samples, mono, mono, &out), Message("listening"));
    return processing_->GetStatistics().voice_detected.value_or(false);
  }

 private:
  rtc::scoped_refptr<webrtc::AudioProcessing> processing_{webrtc::AudioProcessingBuilder().Create()};
};

}  // namespace

std::unique_ptr<VoiceDetector> VoiceDetector::create() {
  return std::make_unique<Detector>();
}

}  // namespace tilescribe::live
