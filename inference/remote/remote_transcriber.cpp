// SPDX-License-Identifier: Apache-2.0
#include "inference/remote/remote_transcriber.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <future>
#include <optional>
#include <utility>

#include "inference/api/word_rules.h"
#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/text_delivery.h"
#include "inference/pipeline/token_budget.h"
#include "inference/pipeline/windows_ahead.h"
#include "inference/remote/client.h"
#include "inference/text/prompt.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using remote::Heard;

constexpr std::chrono::milliseconds look_up{50};  // how often live sessions and stop requests are looked for

/// Windows that are with the server, the earliest first. Its end cancels them.
class SentWindows {
 public:
  struct Sent {
    ReadyWindow work;
    std::future<Heard> heard;
  };

  SentWindows(remote::Client& client, std::stop_token stop)
      : client_(client), stopping_(std::move(stop), [this] { stop_.request_stop(); }) {}
  ~SentWindows() { stop_.request_stop(); }
  SentWindows(const SentWindows&) = delete;
  SentWindows& operator=(const SentWindows&) = delete;

  void send(ReadyWindow work, remote::Question question) {
    std::vector<float> samples = std::exchange(work.window.samples, {});
    std::future<Heard> heard =
        std::async(std::launch::async, [this, question = std::move(question), samples = std::move(samples)] {
          return client_.hear(question, remote::wav_of(samples), stop_.get_token());
        });
    sent_.push_back({std::move(work), std::move(heard)});
  }
  bool first_is_there() const { return sent_.front().heard.wait_for(look_up) == std::future_status::ready; }
  Sent take_first() {
    Sent first = std::move(sent_.front());
    sent_.pop_front();
    return first;
  }
  std::size_t size() const { return sent_.size(); }

 private:
  remote::Client& client_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> stopping_;
  std::deque<Sent> sent_;  // last: its end waits for the requests
};

/// One file.
class RemoteTranscription {
 public:
  RemoteTranscription(remote::Client& client, std::size_t at_once, const TranscribeOptions& options,
                      const TranscribeEvents& events, const remote::Question& question,
                      TextDelivery& delivery, const std::stop_token& stop)
      : client_(client),
        at_once_(at_once),
        options_(options),
        events_(events),
        question_(question),
        delivery_(delivery),
        stop_(stop),
        sent_(client, stop) {}

  void run(WindowsAhead& windows) {
    bool ended = false;
    while (!ended || sent_.size() > 0) {
      // The first window finds the route, so it goes alone.
      const std::size_t most = client_.route() ? at_once_ : 1;
      while (!ended && sent_.size() < most) ended = !send_next(windows);
      if (sent_.size() > 0) give(wait_for_first());
    }
  }

 private:
  // Returns false at the end of the audio. A window without speech is not sent.
  bool send_next(WindowsAhead& windows) {
    std::optional<ReadyWindow> work = windows.next();
    if (!work) return false;
    const AudioWindow& window = work->window;
    if (work->audio_tokens == 0 || work->voiced_s.empty()) {
      delivery_.silent(window);
      return true;
    }
    remote::Question question = question_;
    question.most_tokens = static_cast<int>(token_budget(window.seconds(), options_.max_new_tokens));
    delivery_.entered(Stage::encoder, window);
    sent_.send(std::move(*work), std::move(question));
    return true;
  }

  SentWindows::Sent wait_for_first() {
    while (!sent_.first_is_there()) {
      if (events_.between_ops) events_.between_ops();
      if (stop_.stop_requested()) throw Cancelled();
    }
    return sent_.take_first();
  }

  void give(SentWindows::Sent sent) {
    const Heard heard = sent.heard.get();
    WindowText text = text_of(sent.work);
    text.text = heard.text;
    text.looped = heard.cut_off;
    delivery_.finished(sent.work.window, std::move(text));
  }

  remote::Client& client_;
  const std::size_t at_once_;
  const TranscribeOptions& options_;
  const TranscribeEvents& events_;
  const remote::Question& question_;
  TextDelivery& delivery_;
  const std::stop_token& stop_;
  SentWindows sent_;
};

class RemoteTranscriber final : public Transcriber {
 public:
  RemoteTranscriber(const RemoteOptions& options, const std::stop_token& stop)
      : client_(options), at_once_(static_cast<std::size_t>(std::max(1, options.windows))) {
    model_.name = client_.find_model(stop);
    model_.default_prompt = text::published_instruction;
    engine_ = {.name = client_.asked(),
               .compute = "remote",
               .reason = Message("The server {1} was asked for.", client_.host()),
               .server = client_.host()};
  }

  const EngineInfo& engine() const override { return engine_; }
  const ModelInfo& model() const override { return model_; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    if (options.long_audio == LongAudio::joint)
      throw Error("The engine remote sends a file window by window; for --long joint take another engine.");
    if (options.word_times)
      throw Error("A server does not say what its model listens to; for word times take another engine.");
    const auto begin = std::chrono::steady_clock::now();
    Transcript transcript = begun_transcript(file, options.from, model_);
    try {
      WindowsAhead windows(
          audio::open_audio(file, {options.audio_stream, options.audio_channel}, options.silenced_s, stop),
          {.turn_pause_s = options.turn_pause_s}, stop, options.from.end, at_once_);
      TranscriptionObserver* const nobody = nullptr;
      TextDelivery delivery(events, transcript, options.from, {windows.duration_s(), begin, true, nobody});
      delivery.run([&] {
        RemoteTranscription(client_, at_once_, options, events, question(options), delivery, stop)
            .run(windows);
        transcript.missing_s = windows.missing_s();
      });
    } catch (const Cancelled&) {
      transcript.cancelled = true;
    }
    engine_.name = client_.asked();
    transcript.engine = engine_.summary();
    return transcript;
  }

  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording>, const LiveOptions&,
                                    const LiveEvents&, const LiveCheckpoint&, std::stop_token) override {
    throw Error(
        "Live text needs a model on this machine; the engine remote only transcribes files, such as this "
        "recording once it has ended.");
  }

 private:
  remote::Question question(const TranscribeOptions& options) const {
    remote::Question question{
        .model = model_.name,
        .instruction = options.prompt.empty() ? text::published_instruction : options.prompt,
        .own = !options.prompt.empty() || !options.hotwords.empty(),
        .temperature = options.temperature,
        .seed = options.seed};
    if (!options.hotwords.empty())
      question.instruction = with_hotwords(question.instruction, options.hotwords);
    return question;
  }

  remote::Client client_;
  std::size_t at_once_;
  EngineInfo engine_;
  ModelInfo model_;
};

}  // namespace

std::unique_ptr<Transcriber> open_remote(const EngineOptions& options, const std::stop_token& stop) {
  return std::make_unique<RemoteTranscriber>(options.remote, stop);
}

}  // namespace tilescribe
