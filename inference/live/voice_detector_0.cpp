// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <webrtc/modules/audio_processing/include/audio_processing.h>

#include "inference/live/voice_activity.h"
#include "inference/live/voice_detector.h"

namespace tilescribe::live {
namespace {

class Detector : public VoiceDetector {
 public:
  Detector() {
    if (processing_ == nullptr) throw Error("The voice detector could not be created.");
    using Layout = webrtc::AudioProcessing::ChannelLayout;
    check(processing_->Initialize(sample_rate, sample_rate, sample_rate, Layout::kMono, Layout::kMono,
                                  Layout::kMono),
          Message("starting"));
    check(processing_->high_pass_filter()->Enable(true), Message("removing low rumble"));
    check(processing_->noise_suppression()->set_level(webrtc::NoiseSuppression::kHigh),
          Message("choosing its level"));
    check(processing_->noise_suppression()->Enable(true), Message("suppressing noise"));
    check(processing_->voice_detection()->set_likelihood(webrtc::VoiceDetection::kLowLikelihood),
          Message("choosing its likelihood"));
    check(processing_->voice_detection()->Enable(true), Message("starting to listen"));
  }

  bool has_voice(const float* samples) override {
    std::array<float, frame_samples> suppressed{};
    float* out = suppressed.data();
    const webrtc::StreamConfig mono(sample_rate, 1);
    check(processing_->ProcessStream(&samples, mono, mono, &out), Message("listening"));
    return processing_->voice_detection()->stream_has_voice();
  }

 private:
  std::unique_ptr<webrtc::AudioProcessing> processing_{webrtc::AudioProcessing::Create()};
};

}  // namespace

std::unique_ptr<VoiceDetector> VoiceDetector::create() {
  return std::make_unique<Detector>();
}

}  // namespace tilescribe::live
