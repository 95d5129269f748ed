// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "inference/api/transcriber.h"
#include "inference/pipeline/live_decoder.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/shared_feed.h"
#include "inference/pipeline/window_decoder.h"
#include "inference/pipeline/window_memory.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

// A model and the thread that runs it. Files come to it through a SharedFeed, live sessions as acts.
class ModelThread final : public SharedModel, public std::enable_shared_from_this<ModelThread> {
 public:
  ModelThread(OpenedModel opened, int sessions)
      : opened_(std::move(opened)),
        sessions_(sessions),
        thread_([this](const std::stop_token& stop) { run(stop); }) {}

  std::unique_ptr<Transcriber> transcriber() override;

  bool works() const override { return !feed_.lost(); }

  OpenedModel& opened() { return opened_; }
  /// On the model's thread: so many live sessions begin, or end.
  void count_live(int more) { lives_ += more; }
  SharedFeed& feed() { return feed_; }

  // Does this on the model's thread, before its next op, and waits for it. Throws what it throws.
  void act(std::function<void()> what) {
    std::packaged_task<void()> task(std::move(what));
    std::future<void> done = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      acts_.push_back(std::move(task));
      acts_wait_ = true;
    }
    feed_.more();
    done.get();
  }

 private:
  void run(const std::stop_token& stop) {
    const kernels::CallHook between_ops(opened_.engine.backend->hooks(), {[this] {
                                          if (acts_wait_) do_acts();
                                        }});
    while (!stop.stop_requested()) {
      feed_.wait([this] { return acts_wait_.load(); }, stop);
      do_acts();
      if (const auto options = feed_.begin_turn()) take_turn(*options, stop);
    }
  }

  void take_turn(const TranscribeOptions& options, const std::stop_token& stop) {
    try {
      WindowDecoder(opened_, options,
                    {.first = false, .lives = std::max(0, sessions_ - lives_), .several_files = true})
          .run(feed_, feed_, {}, stop);
    } catch (const DeviceError&) {
      feed_.fail(std::current_exception(), true);
    } catch (...) {
      feed_.fail(std::current_exception(), false);
    }
  }

  // Those that wait now: what comes meanwhile is done after the next op, so files always go on. An act runs
  // ops, too; before these no other begins.
  void do_acts() {
    if (std::exchange(acting_, true)) return;
    std::deque<std::packaged_task<void()>> now;
    {
      const std::lock_guard lock(mutex_);
      now.swap(acts_);
      acts_wait_ = false;
    }
    for (std::packaged_task<void()>& act : now) act();
    acting_ = false;
  }

  OpenedModel opened_;
  const int sessions_;  // live ones, at most at a time
  int lives_ = 0;       // of these, what has its memory; only the model's thread
  SharedFeed feed_;
  std::mutex mutex_;  // guards acts_
  std::deque<std::packaged_task<void()>> acts_;
  std::atomic<bool> acts_wait_ = false;
  bool acting_ = false;  // only the model's thread
  std::jthread thread_;  // last: it uses the others
};

// A session whose every step is the model's thread's.
class SharedSession final : public LiveSession {
 public:
  SharedSession(std::shared_ptr<ModelThread> model,
                const std::function<std::unique_ptr<LiveSession>(OpenedModel&)>& begin)
      : model_(std::move(model)) {
    model_->act([&] {
      session_ = begin(model_->opened());
      model_->count_live(1);
    });
  }
  ~SharedSession() override {
    model_->act([this] {
      session_.reset();
      model_->count_live(-1);
    });
  }
  SharedSession(const SharedSession&) = delete;
  SharedSession& operator=(const SharedSession&) = delete;

  bool due() override { return session_->due(); }
  bool advance() override {
    bool advanced = false;
    model_->act([&] { advanced = session_->advance(); });
    return advanced;
  }
  bool finished() const override { return session_->finished(); }
  LiveCheckpoint checkpoint() const override { return session_->checkpoint(); }
  Transcript transcript() const override { return session_->transcript(); }

 private:
  std::shared_ptr<ModelThread> model_;
  std::unique_ptr<LiveSession> session_;
};

class SharedTranscriber final : public Transcriber {
 public:
  explicit SharedTranscriber(std::shared_ptr<ModelThread> model) : model_(std::move(model)) {}

  const EngineInfo& engine() const override { return model_->opened().engine.info; }
  const ModelInfo& model() const override { return model_->opened().info; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    constexpr std::size_t ahead = 8;
    if (options.long_audio == LongAudio::joint)
      throw Error("Joint transcription needs a model that nobody else uses.");
    const auto begin = std::chrono::steady_clock::now();
    Transcript transcript = begun_transcript(file, options.from, model());
    transcript.engine = engine().summary();
    SharedFeed& feed = model_->feed();
    try {
      WindowsAhead windows(
          audio::open_audio(file, {options.audio_stream, options.audio_channel}, options.silenced_s, stop),
          {.turn_pause_s = options.turn_pause_s}, stop, options.from.end, ahead, [&feed] { feed.more(); });
      TranscriptionObserver* const nobody = nullptr;
      TextDelivery delivery(events, transcript, options.from, {windows.duration_s(), begin, true, nobody});
      delivery.run([&] {
        feed.decode(
            windows, options,
            SharedFeed::asked(options, model_->opened().instruction(options.prompt, options.hotwords)),
            delivery, stop);
        transcript.missing_s = windows.missing_s();
      });
    } catch (const Cancelled&) {
      transcript.cancelled = true;
    }
    return transcript;
  }

  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                    const LiveOptions& options, const LiveEvents& events,
                                    const LiveCheckpoint& from, std::stop_token stop) override {
    return std::make_unique<SharedSession>(model_, [&](OpenedModel& opened) {
      return live_session(opened, std::move(recording), options, events, from, std::move(stop));
    });
  }

 private:
  std::shared_ptr<ModelThread> model_;
};

std::unique_ptr<Transcriber> ModelThread::transcriber() {
  return std::make_unique<SharedTranscriber>(shared_from_this());
}

}  // namespace

std::shared_ptr<SharedModel> open_shared_model(const EngineOptions& options, const std::stop_token& stop,
                                               int sessions) {
  if (options.engine == Engine::remote || !options.gpus.empty() || options.all_gpus)
    throw Error("A model that several threads share runs on one device of this machine.");
  OpenedModel opened = open_model(options, stop);
  check_memory_for(opened, sessions);
  return std::make_shared<ModelThread>(std::move(opened), sessions);
}

}  // namespace tilescribe
