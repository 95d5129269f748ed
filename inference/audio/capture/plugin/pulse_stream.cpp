// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <thread>

#include "inference/audio/capture/plugin/port_audio.h"
#include "inference/audio/capture/plugin/pulse_connection.h"
#include "inference/audio/capture/plugin/streams.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
constexpr auto patience = 1000ms;          // for a server that normally answers in about 1 ms
constexpr auto connected_within = 1000ms;  // PipeWire lists a new stream before it is connected to a source

class PulseStream final : public CaptureStream {
 public:
  PulseStream(const std::string& id, int sample_rate) : name_(id.substr(id.find(':') + 1)) {
    if (!server_.connect(patience)) throw Error("No sound server (PulseAudio or PipeWire) answers.");
    const auto found = server_.source(name_, patience);
    if (!found) throw Error("The sound server does not answer.");
    if (found->index == PA_INVALID_INDEX) {
      if (id == played_source) {
        throw Error("Nothing that this computer plays can be heard: the sound server has no output.");
      }
      throw Error("There is no sound source \"{1}\" now: it may be unplugged.", id);
    }
    chosen_ = *found;
    name_ = chosen_.source.id.substr(id.find(':') + 1);  // the server may know it by a name for the moment
    rate_ = sample_rate > 0 ? sample_rate : chosen_.source.sample_rate;
    open();
  }

  const AudioSource& source() const override { return chosen_.source; }
  int sample_rate() const override { return rate_; }
  int channels() const override { return 1; }
  SampleRing& ring() override { return sound_->ring(); }

  StreamHealth health(std::chrono::milliseconds wait) override {
    using Verdict = StreamHealth::Verdict;
    const auto no_answer = [&] { return server_.alive() ? Verdict::unknown : Verdict::server_gone; };
    StreamHealth health;
    const auto heard = server_.source_of_stream(stream_, wait);
    const auto present = heard ? server_.source(name_, wait) : std::nullopt;
    if (!present) {
      health.verdict = no_answer();
    } else if (*heard == chosen_.index) {
      health.verdict = Verdict::chosen;
      health.muted = present->source.muted;
      if (!sound_->active()) {
        // A server that is ending may still have answered, so it is asked again about the stream.
        health.verdict = server_.source(name_, wait) ? Verdict::source_gone : no_answer();
        health.chosen_before = true;
      }
    } else if (*heard == PA_INVALID_INDEX && present->index == chosen_.index &&
               Clock::now() - opened_ < connected_within) {
      health.verdict = Verdict::unknown;
    } else {
      health.verdict = present->index == chosen_.index && *heard != PA_INVALID_INDEX ? Verdict::moved
                                                                                     : Verdict::source_gone;
      const auto other = *heard != PA_INVALID_INDEX ? server_.source(*heard, wait) : std::nullopt;
      if (other && other->index != PA_INVALID_INDEX) health.other = other->source.name;
    }
    return health;
  }

 private:
  // The server does not say which of a process's streams is which. Streams are opened one at a time, so the
  // new one is ours.
  void open() {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const auto before = server_.own_streams(patience);
    if (!before) throw Error("The sound server does not answer.");
    try {
      sound_ = std::make_unique<PortAudioStream>("pulse:" + name_, rate_, channels());
    } catch (const Error& error) {
      throw Error(
          Message(
              "\"{1}\" can't be opened for recording: expected the sound server to give it by way of ALSA's "
              "plugin for PulseAudio (in Debian's package libasound2-plugins), which may be missing.",
              chosen_.source.name),
          error.details());
    }
    for (const Clock::time_point until = Clock::now() + patience; Clock::now() < until;) {
      const auto now = server_.own_streams(patience);
      if (!now) break;
      const auto ours = std::find_if(now->begin(), now->end(), [&](std::uint32_t stream) {
        return std::find(before->begin(), before->end(), stream) == before->end();
      });
      if (ours != now->end()) {
        stream_ = *ours;
        opened_ = Clock::now();
        return;
      }
      std::this_thread::sleep_for(5ms);
    }
    throw Error("The sound server did not open \"{1}\" for recording.", chosen_.source.name);
  }

  std::string name_;  // as the server knows the source
  PulseConnection server_;
  PulseSource chosen_;
  int rate_ = 0;
  std::unique_ptr<PortAudioStream> sound_;
  std::uint32_t stream_ = PA_INVALID_INDEX;
  Clock::time_point opened_{};
};

}  // namespace

std::unique_ptr<CaptureStream> open_pulse_source(const std::string& id, int sample_rate) {
  return std::make_unique<PulseStream>(id, sample_rate);
}

}  // namespace tilescribe::audio
