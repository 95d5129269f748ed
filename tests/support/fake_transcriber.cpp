// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_transcriber.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kernels/core/error.h"
#include "tests/support/fake_live_session.h"
#include "tests/support/gate.h"

namespace tilescribe::test {

struct FakeWorld::State {
  std::mutex mutex;
  std::map<std::string, FakeScript> scripts;
  std::function<FakeScript(const std::string&)> fallback = [](const std::string&) { return FakeScript(); };
  FakeLiveScript live;
  Live live_by;
  std::function<void(const EngineOptions&, EngineInfo&, ModelInfo&)> describe;
  FakeProfileScript profile;
  std::function<void(const EngineOptions&)> freeing;
  std::function<void(const EngineOptions&, const std::stop_token&)> opening;
  std::map<std::string, int> failed;
  std::map<std::string, TranscribeOptions> asked;
  std::string opening_failure;
  std::map<std::string, std::string> spoiled;  // models that can't be opened, and why
  std::map<std::string, std::string> shown;    // those of them whose folder shows it
  std::vector<EngineOptions> options;
  int gpu = -1;

  std::pair<FakeScript, bool> next(const std::string& name, const TranscribeOptions& wanted) {
    const std::lock_guard lock(mutex);
    asked[name] = wanted;
    const auto found = scripts.find(name);
    const FakeScript script = found == scripts.end() ? fallback(name) : found->second;
    const bool fails = script.fail_after >= 0 && failed[name] < script.failures;
    if (fails) ++failed[name];
    return {script, fails};
  }
};

namespace {

class FakeProfiler : public Profiler {
 public:
  FakeProfiler(FakeProfileScript script, bool gpu) : script_(std::move(script)), gpu_(gpu) {}
  ProfileFrame frame() override {
    if (script_.frame) script_.frame(frames_++);
    return {};
  }
  ProfileSession finish() override {
    if (script_.finishing) script_.finishing();
    return script_.session ? script_.session(gpu_) : ProfileSession();
  }

 private:
  FakeProfileScript script_;
  bool gpu_;
  int frames_ = 0;
};

class FakeTranscriber : public Transcriber {
 public:
  FakeTranscriber(std::shared_ptr<FakeWorld::State> state, const EngineOptions& options)
      : state_(std::move(state)), options_(options) {
    engine_.gpu = options.engine == Engine::cpu ? -1 : state_->gpu;
    engine_.name = engine_.gpu < 0 ? "CPU" : "NVIDIA H200, cuda";
    engine_.compute = options.compute == Compute::f32 ? "f32" : "bf16";
    engine_.threads = engine_.gpu >= 0 ? 0 : options.threads > 0 ? options.threads : 2;
    engine_.reason = Message::verbatim("This machine has no NVIDIA GPU; its CPU has AVX512-BF16.");
    model_.name = options.model.empty() ? "Tilescribe demo" : options.model;
    model_.parameters = 25'115'136;
    model_.memory_bytes = 50'251'200;
    model_.is_demo = options.model.empty();
    if (model_.is_demo) {
      model_.limits = Message::verbatim(
          "The demo model knows English only, instructions have no effect on it, and on strangers' voices "
          "about one word in four is wrong.");
    }
    if (state_->describe) state_->describe(options, engine_, model_);
  }

  ~FakeTranscriber() override {
    std::unique_lock lock(state_->mutex);
    const auto freeing = state_->freeing;
    lock.unlock();
    if (freeing) freeing(options_);
  }

  const EngineInfo& engine() const override { return engine_; }
  const ModelInfo& model() const override { return model_; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    const TranscribedPart& from = options.from;
    std::string name = file.filename().string();
    if (options.audio_channel >= 0) name.append("#").append(std::to_string(options.audio_channel + 1));
    const auto [script, fails] = state_->next(name, options);
    const auto started = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    };
    Transcript transcript;
    transcript.source = file.filename().string();
    transcript.model = model_.name;
    transcript.engine = engine_.summary();
    transcript.duration_s = script.audio_s;
    transcript.segments = from.segments;
    const int count = script.says.empty() ? script.segments : static_cast<int>(script.says.size());
    const double length = script.audio_s / std::max(1, count);
    for (int index = from.end.window; index < count && !stop.stop_requested(); ++index) {
      if (fails && index == script.fail_after && script.device && engine_.gpu >= 0) {
        throw DeviceError(Message::verbatim("The GPU reported \"unspecified launch failure\" while working."),
                          "cudaErrorLaunchFailure");
      }
      if (fails && index == script.fail_after && !script.device) {
        throw Error(
            Message::verbatim("Expected audio data at byte 4096, found the end of the file in " +
                              file.string() + "."),
            "libsndfile: File contains data in an unimplemented format.\nframes read: 65536 of 480000");
      }
      if (index == script.hold_after) pause(stop);
      const double start = index * length;
      Segment segment;
      segment.start_s = start;
      segment.end_s = start + length;
      segment.text = fake_sentence(index);
      segment.window = index;
      segment.looped = index == script.looped;
      if (!script.says.empty()) segment = script.says[static_cast<std::size_t>(index)];
      const std::string text = segment.text;
      // Two partial texts, then the whole; progress after each.
      for (int part = 1; part <= 2 && !stop.stop_requested(); ++part) {
        const std::string beginning =
            text.substr(0, text.find(' ', text.size() * static_cast<std::size_t>(part) / 3));
        if (events.partial) events.partial({index, start, start + length, beginning});
        pause(stop, script.step);
        if (script.op) script.op(index, stop);
        if (events.between_ops) events.between_ops();
        report(events, script, start + length * part / 3, elapsed());
        pause(stop, script.step);
      }
      if (stop.stop_requested()) break;
      transcript.segments.push_back(segment);
      if (events.segment) events.segment(segment);
      if (events.reached)
        events.reached({static_cast<std::int64_t>(std::lround(segment.end_s * 16000.0)), index + 1});
      report(events, script, start + length, elapsed());
      pause(stop, script.step);
    }
    transcript.cancelled = stop.stop_requested();
    transcript.elapsed_s = script.elapsed_s < 0.0 ? elapsed() : script.elapsed_s;
    return transcript;
  }

  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                    const LiveOptions& /*options*/, const LiveEvents& events,
                                    const LiveCheckpoint& from, std::stop_token stop) override {
    const std::lock_guard lock(state_->mutex);
    if (state_->live_by) return state_->live_by(std::move(recording), events, from, engine_);
    return fake_live_session(std::move(recording), events, from, state_->live, engine_.gpu >= 0,
                             std::move(stop));
  }

  std::unique_ptr<Profiler> profile(const ProfileOptions& /*options*/) override {
    const std::lock_guard lock(state_->mutex);
    if (!state_->profile.measures) return nullptr;
    return std::make_unique<FakeProfiler>(state_->profile, engine_.gpu >= 0);
  }

 private:
  static void report(const TranscribeEvents& events, const FakeScript& script, double done_s,
                     double elapsed_s) {
    if (!events.progress) return;
    Progress progress;
    progress.stage = Stage::decode;
    progress.audio_done_s = done_s;
    progress.audio_total_s = script.audio_s;
    progress.fraction = done_s / script.audio_s;
    progress.elapsed_s = elapsed_s;
    progress.remaining_s = script.remaining_s;
    if (script.remaining_s < 0.0)
      progress.remaining_s = elapsed_s / progress.fraction * (1 - progress.fraction);
    events.progress(progress);
  }

  std::shared_ptr<FakeWorld::State> state_;
  EngineOptions options_;
  EngineInfo engine_;
  ModelInfo model_;
};

}  // namespace

std::vector<DeviceRow> fake_devices() {
  DeviceRow cpu;
  cpu.engine = "cpu";
  cpu.name = Message::verbatim("A processor with two cores");
  cpu.usable = cpu.chosen = true;
  cpu.reason = Message("It runs on every machine.");
  DeviceRow gpu;
  gpu.engine = "cuda";
  gpu.name = Message("no NVIDIA GPU");
  gpu.reason = Message("The NVIDIA driver takes CUDA up to {1}, but this build needs {2}.", "11.4", "12");
  return {cpu, gpu};
}

std::string fake_sentence(int index) {
  static const std::array<std::string, 8> sentences{
      "Please bring a pencil and four sheets of paper to the meeting on Tuesday morning.",
      "We will talk about the weather, the price of bread, and the long road home.",
      "In the second part, a different speaker reads a longer passage.",
      "The old clock on the wall struck nine, and the children ran down the stairs, laughing.",
      "Nobody should notice where one window ends and the next begins.",
      "Concord returned to its place amidst the tents.",
      "The kernel multiplies two matrices, tile by tile, and never waits for memory.",
      "That is the end of the test.",
  };
  return sentences[static_cast<std::size_t>(index) % sentences.size()];
}

FakeWorld::FakeWorld() : state_(std::make_shared<State>()) {}

void FakeWorld::script(const std::string& file_name, const FakeScript& script) {
  const std::lock_guard lock(state_->mutex);
  state_->scripts[file_name] = script;
}

void FakeWorld::script_all(const FakeScript& script) {
  const std::lock_guard lock(state_->mutex);
  state_->fallback = [script](const std::string&) { return script; };
}

void FakeWorld::script_by(std::function<FakeScript(const std::string&)> scripts) {
  const std::lock_guard lock(state_->mutex);
  state_->fallback = std::move(scripts);
}

void FakeWorld::live_by(Live live) {
  const std::lock_guard lock(state_->mutex);
  state_->live_by = std::move(live);
}

void FakeWorld::describe_by(std::function<void(const EngineOptions&, EngineInfo&, ModelInfo&)> describe) {
  const std::lock_guard lock(state_->mutex);
  state_->describe = std::move(describe);
}

void FakeWorld::script_live(const FakeLiveScript& script) {
  const std::lock_guard lock(state_->mutex);
  state_->live = script;
}

void FakeWorld::script_profile(const FakeProfileScript& script) {
  const std::lock_guard lock(state_->mutex);
  state_->profile = script;
}

void FakeWorld::on_freeing(std::function<void(const EngineOptions&)> freeing) {
  const std::lock_guard lock(state_->mutex);
  state_->freeing = std::move(freeing);
}

void FakeWorld::on_opening(std::function<void(const EngineOptions&, const std::stop_token&)> opening) {
  const std::lock_guard lock(state_->mutex);
  state_->opening = std::move(opening);
}

void FakeWorld::set_gpu(int gpu) {
  const std::lock_guard lock(state_->mutex);
  state_->gpu = gpu;
}

void FakeWorld::fail_opening(const std::string& sentence) {
  const std::lock_guard lock(state_->mutex);
  state_->opening_failure = sentence;
}

void FakeWorld::spoil_model(const std::string& model, const std::string& sentence, bool shows) {
  const std::lock_guard lock(state_->mutex);
  state_->spoiled[model] = sentence;
  if (shows) state_->shown[model] = sentence;
}

void FakeWorld::check(const std::string& model) const {
  const std::lock_guard lock(state_->mutex);
  if (const auto found = state_->shown.find(model); found != state_->shown.end())
    throw Error(Message::verbatim(found->second));
}

std::unique_ptr<Transcriber> FakeWorld::open(const EngineOptions& options, std::stop_token stop) {
  std::unique_lock lock(state_->mutex);
  const auto opening = state_->opening;
  lock.unlock();
  if (opening) opening(options, stop);
  lock.lock();
  if (stop.stop_requested()) throw Cancelled();
  if (!state_->opening_failure.empty())
    throw Error(Message::verbatim(state_->opening_failure), "tokenizer.json: no such file");
  if (const auto found = state_->spoiled.find(options.model); found != state_->spoiled.end())
    throw Error(Message::verbatim(found->second));
  state_->options.push_back(options);
  return std::make_unique<FakeTranscriber>(state_, options);
}

std::optional<TranscribeOptions> FakeWorld::asked(const std::string& file_name) const {
  const std::lock_guard lock(state_->mutex);
  const auto found = state_->asked.find(file_name);
  if (found == state_->asked.end()) return std::nullopt;
  return found->second;
}

int FakeWorld::opened() const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<int>(state_->options.size());
}

EngineOptions FakeWorld::last_options() const {
  const std::lock_guard lock(state_->mutex);
  return state_->options.back();
}

std::vector<EngineOptions> FakeWorld::all_options() const {
  const std::lock_guard lock(state_->mutex);
  return state_->options;
}

}  // namespace tilescribe::test
