// SPDX-License-Identifier: Apache-2.0

#include "inference/audio/capture/plugin/alsa_sources.h"
#include "inference/audio/capture/plugin/port_audio.h"
#include "inference/audio/capture/plugin/streams.h"

namespace tilescribe::audio {
namespace {

// ALSA's "plug" mixes channels and converts if a device can't deliver mono itself. A device belongs to one
// program and can't be replaced unnoticed. So as long as it delivers sound, the sound is its own.
class AlsaStream final : public CaptureStream {
 public:
  AlsaStream(const std::string& id, int sample_rate)
      : pcm_(id.substr(id.find(':') + 1)),
        rate_(sample_rate > 0 ? sample_rate : alsa_native_rate(pcm_)),
        sound_(pcm_, rate_, 1) {
    source_ = {.id = id, .name = pcm_, .sample_rate = rate_, .channels = 1};
    for (const AudioSource& known : alsa_sources()) {
      if (known.id == id) source_.name = known.name;
    }
  }

  const AudioSource& source() const override { return source_; }
  int sample_rate() const override { return rate_; }
  int channels() const override { return 1; }
  SampleRing& ring() override { return sound_.ring(); }
  StreamHealth health(std::chrono::milliseconds) override {
    StreamHealth health;
    if (!sound_.active()) {
      health.verdict = StreamHealth::Verdict::source_gone;
      health.chosen_before = true;
    }
    return health;
  }

 private:
  std::string pcm_;
  int rate_;
  PortAudioStream sound_;
  AudioSource source_;
};

}  // namespace

std::unique_ptr<CaptureStream> open_alsa_source(const std::string& id, int sample_rate) {
  return std::make_unique<AlsaStream>(id, sample_rate);
}

}  // namespace tilescribe::audio
