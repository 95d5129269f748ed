// SPDX-License-Identifier: Apache-2.0
#include "inference/live/voice_activity.h"

#include <array>
#include <string>

#include <webrtc/modules/audio_processing/include/audio_processing.h>

#include "kernels/core/error.h"

namespace tilescribe::live {
namespace {

constexpr int sample_rate = 16000;
constexpr float quietest_square = 3.2e-7f;  // mean square at -65 dBFS

void check(int status, const Message& what) {
  if (status == webrtc::AudioProcessing::kNoError) return;
  throw Error(Message("The voice detector failed while {1}.", what),
              "webrtc::AudioProcessing error " + std::to_string(status));
}

}  // namespace

struct VoiceActivity::Detector {
  std::unique_ptr<webrtc::AudioProcessing> processing{webrtc::AudioProcessing::Create()};
};

VoiceActivity::VoiceActivity() : detector_(std::make_unique<Detector>()) {
  webrtc::AudioProcessing* processing = detector_->processing.get();
  if (processing == nullptr) throw Error("The voice detector could not be created.");
  using Layout = webrtc::AudioProcessing::ChannelLayout;
  check(processing->Initialize(sample_rate, sample_rate, sample_rate, Layout::kMono, Layout::kMono,
                               Layout::kMono),
        Message("starting"));
  check(processing->high_pass_filter()->Enable(true), Message("removing low rumble"));
  check(processing->noise_suppression()->set_level(webrtc::NoiseSuppression::kHigh),
        Message("choosing its level"));
  check(processing->noise_suppression()->Enable(true), Message("suppressing noise"));
  check(processing->voice_detection()->set_likelihood(webrtc::VoiceDetection::kLowLikelihood),
        Message("choosing its likelihood"));
  check(processing->voice_detection()->Enable(true), Message("starting to listen"));
}

VoiceActivity::~VoiceActivity() = default;

bool VoiceActivity::is_voice(std::span<const float, frame_samples> frame) {
  float square = 0.0f;
  for (const float sample : frame) square += sample * sample;
  std::array<float, frame_samples> suppressed{};
  const float* in = frame.data();
  float* out = suppressed.data();
  const webrtc::StreamConfig mono(sample_rate, 1);
  check(detector_->processing->ProcessStream(&in, mono, mono, &out), Message("listening"));
  return square > quietest_square * static_cast<float>(frame_samples) &&
         detector_->processing->voice_detection()->stream_has_voice();
}

}  // namespace tilescribe::live
