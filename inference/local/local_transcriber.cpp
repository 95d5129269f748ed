// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "inference/api/transcriber.h"
#include "inference/live/session.h"
#include "inference/measure/local_profiler.h"
#include "inference/pipeline/live_decoder.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/transcription.h"
#include "inference/pipeline/windows_ahead.h"
#include "inference/remote/remote_transcriber.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

class LocalTranscriber final : public Transcriber {
 public:
  explicit LocalTranscriber(OpenedModel opened) : opened_(std::move(opened)) {}

  const EngineInfo& engine() const override { return opened_.engine.info; }
  const ModelInfo& model() const override { return opened_.info; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    const auto begin = std::chrono::steady_clock::now();
    // What the engine decodes next lies ready while it decodes.
    const std::int64_t windows_ahead =
        std::max<std::int64_t>(2, opened_.engine.backend->batching().decode_rows);
    Transcript transcript;
    transcript.source = file.filename().string();
    transcript.model = opened_.info.name;
    transcript.engine = opened_.engine.info.summary();
    std::unique_ptr<audio::PcmReader> opened_audio;
    try {
      opened_audio = audio::open_audio(file, options.audio_stream, stop);
    } catch (const Cancelled&) {
      transcript.cancelled = true;
      if (options.long_audio == LongAudio::joint) return transcript;
      // What an earlier run transcribed is still there.
      transcript.segments = options.from.segments;
      transcript.duration_s = options.from.end.seconds();
      transcript.elapsed_s = options.from.elapsed_s;
      return transcript;
    }
    if (opened_.observer != nullptr) opened_.observer->set_audio(transcript.source);
    opened_.engine.backend->set_stop_token(stop);
    std::optional<kernels::CallHook> between_ops;
    if (events.between_ops) {
      between_ops.emplace(opened_.engine.backend->hooks(), kernels::HookCalls{events.between_ops});
    }
    const bool joint = options.long_audio == LongAudio::joint;
    if (joint && opened_audio->duration_s() > Transcription::joint_limit_s + 1.0) {
      throw Error(
          "Joint transcription takes at most 630 s of audio, and {1} has {2} s; use --long windows (the "
          "default) for longer files.",
          file.string(), static_cast<int>(opened_audio->duration_s()));
    }
    const TranscribedPart from = joint ? TranscribedPart() : options.from;
    WindowsAhead windows(std::move(opened_audio), joint, std::move(stop), from.end,
                         static_cast<std::size_t>(windows_ahead));
    Transcription transcription(opened_, options, events, transcript, windows.duration_s(), begin, from);
    try {
      if (joint) {
        transcription.run_joint(windows);
      } else {
        transcription.run_windows(windows);
      }
      transcript.missing_s = windows.missing_s();
    } catch (const Cancelled&) {
      transcript.cancelled = true;
      transcript.duration_s = transcript.segments.empty() ? 0.0 : transcript.segments.back().end_s;
    }
    transcript.elapsed_s = transcription.elapsed_s();
    return transcript;
  }

  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                    const LiveOptions& options, const LiveEvents& events,
                                    const LiveCheckpoint& from, std::stop_token stop) override {
    const auto seconds = [begin = std::chrono::steady_clock::now()] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    return std::make_unique<live::Session>(
        std::move(recording), options, events, from,
        std::make_unique<LiveDecoder>(opened_, opened_.instruction(options.prompt, options.hotwords),
                                      std::move(stop)),
        opened_.info.name, opened_.engine.info.summary(), seconds);
  }

  std::unique_ptr<Profiler> profile(const ProfileOptions& options) override {
    return std::make_unique<LocalProfiler>(opened_, options);
  }

 private:
  OpenedModel opened_;
};

}  // namespace

std::unique_ptr<Transcriber> open_transcriber(const EngineOptions& options, const std::stop_token& stop) {
  if (options.engine == Engine::remote) return open_remote(options, stop);
  return std::make_unique<LocalTranscriber>(open_model(options, stop));
}

}  // namespace tilescribe
