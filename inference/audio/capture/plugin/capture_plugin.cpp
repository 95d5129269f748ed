// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/capture/capture_plugin.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>

#include "inference/audio/capture/plugin/alsa_sources.h"
#include "inference/audio/capture/plugin/output_device.h"
#include "inference/audio/capture/plugin/pulse_connection.h"
#include "inference/audio/capture/plugin/streams.h"
#include "inference/audio/capture/source_order.h"
#include "kernels/core/error.h"
#include "kernels/core/export.h"

namespace tilescribe::audio {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 1000ms;  // for a server that normally answers in about 1 ms

SourceList pulse_list(std::vector<PulseSource> found) {
  SourceList list;
  for (PulseSource& each : found) list.sources.push_back(std::move(each.source));
  sort_sources(list.sources);
  if (list.sources.empty()) {
    list.problem = Message(
        "No microphone was found: the sound server runs but has no source of sound. Plug one in; it will "
        "appear here.");
  }
  return list;
}

SourceList alsa_list() {
  SourceList list{alsa_sources(), {}};
  sort_sources(list.sources);
  if (list.sources.empty()) {
    list.problem = Message(
        "No microphone was found: no sound server (PulseAudio or PipeWire) answers, and ALSA knows no sound "
        "card that records.");
  }
  return list;
}

SourceList list() {
  silence_audio_libraries();
  PulseConnection server;
  if (server.connect(patience)) {
    if (auto found = server.sources(patience)) return pulse_list(std::move(*found));
  }
  return alsa_list();
}

bool same(const SourceList& a, const SourceList& b) {
  const auto fields = [](const AudioSource& s) {
    return std::tie(s.id, s.name, s.monitor, s.is_default, s.muted, s.sample_rate, s.channels);
  };
  return a.problem == b.problem &&
         std::equal(a.sources.begin(), a.sources.end(), b.sources.begin(), b.sources.end(),
                    [&](const AudioSource& x, const AudioSource& y) { return fields(x) == fields(y); });
}

class Watch final : public SourceWatch {
 public:
  explicit Watch(std::function<void(const SourceList&)> changed)
      : changed_(std::move(changed)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

 private:
  void run(const std::stop_token& stop) {
    silence_audio_libraries();
    while (!stop.stop_requested()) {
      try {
        follow_server(stop);
        if (stop.stop_requested()) return;
        report(alsa_list());
      } catch (const std::exception&) {  // memory may be short for a while: it tries again
      }
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, stop, 500ms, [] { return false; });
    }
  }

  // Returns if there is no server, or when it is gone.
  void follow_server(const std::stop_token& stop) {
    PulseConnection server;
    if (!server.connect(300ms) || !server.subscribe(300ms)) return;
    bool look = true;
    while (!stop.stop_requested() && server.alive()) {
      if (look) {
        auto found = server.sources(300ms);
        look = !found;  // asks again about a change that the server was too busy to report
        if (found) report(pulse_list(std::move(*found)));
      }
      // Short, so that ending a watch does not take long.
      if (server.wait_for_change(20ms)) look = true;
    }
  }

  void report(SourceList now) {
    if (last_ && same(*last_, now)) return;
    last_ = std::move(now);
    changed_(*last_);
  }

  std::function<void(const SourceList&)> changed_;
  std::optional<SourceList> last_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses all of the above
};

std::unique_ptr<SourceWatch> watch(std::function<void(const SourceList&)> changed) {
  return std::make_unique<Watch>(std::move(changed));
}

std::unique_ptr<CaptureStream> open(const std::string& id, int sample_rate) {
  silence_audio_libraries();
  if (id.empty()) {
    const SourceList found = list();
    if (found.sources.empty()) throw Error(found.problem);
    return open(found.sources.front().id, sample_rate);
  }
  if (id.starts_with("pulse:")) return open_pulse_source(id, sample_rate);
  if (id.starts_with("alsa:")) return open_alsa_source(id, sample_rate);
  throw Error(
      "There is no sound source \"{1}\": expected a name from the list of sources, such as pulse:NAME or "
      "alsa:NAME.",
      id);
}

std::unique_ptr<OutputStream> open_default_output(int sample_rate) {
  silence_audio_libraries();
  PulseConnection server;
  return open_output_device(server.connect(patience) ? "pulse" : "default", sample_rate);
}

}  // namespace
}  // namespace tilescribe::audio

extern "C" TILESCRIBE_EXPORT const tilescribe::audio::CapturePlugin* tilescribe_capture_plugin(
    std::uint32_t abi) {
  static constexpr tilescribe::audio::CapturePlugin plugin{
      &tilescribe::audio::list, &tilescribe::audio::watch, &tilescribe::audio::open,
      &tilescribe::audio::open_default_output};
  return abi == tilescribe::audio::capture_plugin.abi ? &plugin : nullptr;
}
