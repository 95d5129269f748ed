// SPDX-License-Identifier: Apache-2.0
#include "inference/local/local_transcriber.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "inference/measure/local_profiler.h"
#include "inference/pipeline/device_team.h"
#include "inference/pipeline/live_decoder.h"
#include "inference/pipeline/several_models.h"
#include "inference/pipeline/window_decoder.h"
#include "inference/remote/remote_transcriber.h"
#include "kernels/core/error.h"
#include "kernels/core/memory.h"

namespace tilescribe {
namespace {

class LocalTranscriber final : public Transcriber {
 public:
  explicit LocalTranscriber(std::vector<OpenedModel> models)
      : models_(std::move(models)), lost_(models_.size(), false) {
    take_stock();
  }

  const EngineInfo& engine() const override { return engine_; }
  const ModelInfo& model() const override { return models_.front().info; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    const kernels::GivesMemoryBack afterwards;
    const auto begin = std::chrono::steady_clock::now();
    const bool joint = options.long_audio == LongAudio::joint;
    const TranscribedPart from = joint ? TranscribedPart() : options.from;
    Transcript transcript = begun_transcript(file, from, model());
    transcript.engine = engine_.summary();

    std::unique_ptr<audio::PcmReader> opened_audio;
    try {
      opened_audio =
          audio::open_audio(file, {options.audio_stream, options.audio_channel}, options.silenced_s, stop);
    } catch (const Cancelled&) {
      transcript.cancelled = true;
      return transcript;
    }
    OpenedModel& first = first_left();
    if (first.observer != nullptr) first.observer->set_audio(transcript.source);
    std::optional<kernels::CallHook> between_ops;
    if (events.between_ops) {
      between_ops.emplace(first.engine.backend->hooks(), kernels::HookCalls{events.between_ops});
    }
    if (joint && opened_audio->duration_s() > WindowDecoder::joint_limit_s + 1.0) {
      throw Error(
          "Joint transcription takes at most 630 s of audio, and {1} has {2} s; use --long windows (the "
          "default) for longer files.",
          file.string(), Real{std::floor(opened_audio->duration_s()), 0});
    }
    WindowsAhead windows(std::move(opened_audio), {joint, joint ? 0.0 : options.turn_pause_s}, stop, from.end,
                         windows_ahead());
    TextDelivery delivery(events, transcript, from, {windows.duration_s(), begin, !joint, first.observer});
    delivery.run([&] {
      if (joint) {
        WindowDecoder(first, options, {}).run_joint(windows, delivery, stop);
      } else {
        run_windows(windows, delivery, options, events, stop);
      }
      transcript.missing_s = windows.missing_s();
    });
    if (!transcript.cancelled) first_left().engine.backend->require_forced_configs();
    return transcript;
  }

  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                    const LiveOptions& options, const LiveEvents& events,
                                    const LiveCheckpoint& from, std::stop_token stop) override {
    return live_session(first_left(), std::move(recording), options, events, from, std::move(stop));
  }

  std::unique_ptr<Profiler> profile(const ProfileOptions& options) override {
    if (models_.size() > 1)
      throw Error("A profile measures one device, and {1} are open; name one with --gpu.", models_.size());
    return std::make_unique<LocalProfiler>(Profiled(models_.front()), options);
  }

 private:
  // The devices that are not lost.
  std::vector<std::size_t> left() const {
    std::vector<std::size_t> devices;
    for (std::size_t i = 0; i < models_.size(); ++i)
      if (!lost_[i]) devices.push_back(i);
    return devices;
  }
  OpenedModel& first_left() { return models_[left().front()]; }

  void take_stock() {
    std::vector<const EngineInfo*> engines;
    for (const std::size_t i : left()) engines.push_back(&models_[i].engine.info);
    engine_ = joined_engine(engines);
  }

  // What the engines decode next lies ready while they decode.
  std::size_t windows_ahead() const {
    std::int64_t sum = 0;
    for (const std::size_t i : left()) sum += models_[i].engine.backend->batching().decode_rows;
    return static_cast<std::size_t>(std::max<std::int64_t>(2, sum));
  }

  void run_windows(WindowsAhead& windows, TextDelivery& delivery, const TranscribeOptions& options,
                   const TranscribeEvents& events, const std::stop_token& stop) {
    const std::vector<std::size_t> numbers = left();
    std::vector<std::unique_ptr<WindowDecoder>> decoders;
    std::vector<WindowDevice*> devices;
    for (const std::size_t i : numbers) {
      const bool first = decoders.empty();
      devices.push_back(
          decoders
              .emplace_back(std::make_unique<WindowDecoder>(
                  models_[i], options,
                  WindowDecoder::Setting{first, first && events.between_ops != nullptr ? 1 : 0}))
              .get());
    }
    WindowFeed feed(windows, devices.size(), options.from.end.seconds());
    DeviceTeam(devices, feed, delivery, events.between_ops, [&](std::size_t device, const Message& why) {
      const std::size_t number = numbers[device];
      lost_[number] = true;
      take_stock();
      if (events.notice)
        events.notice(Message("{1} is no longer used, and its work goes to the others: {2}",
                              device_name(models_[number].engine.info), why));
    }).run(stop);
  }

  std::vector<OpenedModel> models_;  // one a device
  std::vector<bool> lost_;           // likewise; never all
  EngineInfo engine_;                // of those that are not lost
};

}  // namespace

std::unique_ptr<Transcriber> transcriber_of(std::vector<OpenedModel> models) {
  return std::make_unique<LocalTranscriber>(std::move(models));
}

std::unique_ptr<Transcriber> open_transcriber(const EngineOptions& options, const std::stop_token& stop) {
  if (options.engine == Engine::remote && options.gpus.empty() && !options.all_gpus)
    return open_remote(options, stop);
  return transcriber_of(open_models(options, stop));
}

}  // namespace tilescribe
