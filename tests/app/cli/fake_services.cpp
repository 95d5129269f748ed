// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/fake_services.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "kernels/core/error.h"
#include "tests/app/cli/fake_cli_lab.h"
#include "tests/support/fake_models.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/gate.h"

namespace tilescribe::test {
namespace {

using namespace std::chrono_literals;

std::atomic<int> files_waited{0};

Segment segment(int index, std::string text) {
  Segment result;
  result.start_s = 2.0 * index;
  result.end_s = 2.0 * index + 1.5;
  result.text = std::move(text);
  result.tokens = {{index, result.text, 0.5F}};
  result.window = index;
  return result;
}

// A recording that says nothing: so many samples are there, at 1 kHz.
class FakeRecording : public GrowingRecording {
 public:
  explicit FakeRecording(std::filesystem::path file) : file_(std::move(file)) {}
  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return 1000; }
  std::int64_t samples() const override { return samples_; }
  bool complete() const override { return complete_; }
  std::size_t read(std::int64_t, std::int16_t*, std::size_t) const override { return 0; }
  void grow() { samples_ += complete_ ? 0 : 100; }
  void end() { complete_ = true; }

 private:
  std::filesystem::path file_;
  std::atomic<std::int64_t> samples_{0};
  std::atomic<bool> complete_{false};
};

// Asked for its state it has recorded 100 ms more; "file:busy" has no memory for the first answer.
class FakeRecorder : public Recorder {
 public:
  explicit FakeRecorder(const RecordOptions& options)
      : recording_(std::make_shared<FakeRecording>(options.file.empty() ? "fake.wav" : options.file)) {
    source_.id = options.source;
    source_.name = "Fake microphone";
  }
  const AudioSource& source() const override { return source_; }
  std::shared_ptr<const GrowingRecording> recording() const override { return recording_; }
  RecordingStatus status() const override {
    if (source_.id == "file:busy" && asked_++ == 0) throw std::bad_alloc();
    recording_->grow();
    RecordingStatus status;
    status.recorded_s = static_cast<double>(recording_->samples()) / 1000.0;
    if (source_.id == "file:full") status.trouble = Message("The disk is full.");
    return status;
  }
  std::vector<RecordingNotice> notices() const override {
    if (source_.id != "file:full") return {};
    return {{RecordingNotice::Kind::disk_full, Message("The disk is full."), 1.0, true}};
  }
  void pause(bool) override {}
  void stop() override { recording_->end(); }

 private:
  AudioSource source_;
  std::shared_ptr<FakeRecording> recording_;
  mutable std::atomic<int> asked_{0};
};

// Hears "One two." in the first second and "Three." at the end, and that a GPU is lost after the first word.
class FakeLive : public LiveSession {
 public:
  FakeLive(std::shared_ptr<const GrowingRecording> recording, LiveEvents events, LiveCheckpoint from,
           bool gpu, bool deaf)
      : recording_(std::move(recording)),
        events_(std::move(events)),
        from_(std::move(from)),
        gpu_(gpu),
        deaf_(deaf) {
    step_ = from_.fixed_text.empty() ? 0 : 2;
  }
  bool due() override { return !finished_ && (step_ < 4 || recording_->complete()); }
  bool advance() override {
    switch (step_++) {
      case 0:
        events_.provisional({"One \"too\"", 0.0, 0.4, 0, false});
        return true;
      case 1:
        events_.fixed({"One", 0.0, 0.25, 0, false});
        from_.fixed_text = "One";
        return true;
      case 2:
        if (gpu_) throw DeviceError(Message("The GPU was lost."), "cudaErrorLost");
        if (deaf_) throw Error("The fake is deaf.");
        events_.provisional({" two", 0.25, 0.6, 0, false});
        return true;
      case 3:
        events_.fixed({" two.", 0.25, 0.75, 0, true});
        events_.provisional({"", 0.75, 0.75, 0, false});
        return true;
      default:
        events_.fixed({"Three.", 1.0, 1.2345, 1, true, {{"Three.", 1.0, 1.2, 0.75f, false}}});
        finished_ = true;
        return true;
    }
  }
  bool finished() const override { return finished_; }
  LiveCheckpoint checkpoint() const override { return from_; }
  Transcript transcript() const override { return {}; }

 private:
  std::shared_ptr<const GrowingRecording> recording_;
  LiveEvents events_;
  LiveCheckpoint from_;
  bool gpu_, deaf_;
  int step_ = 0;
  bool finished_ = false;
};

bool on_gpu(const EngineOptions& options) {
  return (options.model == "big" || options.model == "alone") && options.engine != Engine::cpu;
}

/// What a file says, by its name. `gpu`: the model that transcribes it is on one.
FakeScript script_of(const std::string& name, bool gpu) {
  FakeScript script{.audio_s = 4.0, .segments = 0, .step = {}, .elapsed_s = 0.5, .remaining_s = 65.0};
  if (name.starts_with("empty")) return script;
  script.says = {segment(0, "First of " + name + "."), segment(1, "Second of " + name + ".")};
  if (name.starts_with("long")) {
    script.says.clear();
    for (int i = 0; i < 100'000; ++i)
      script.says.push_back(segment(i, "Sentence number " + std::to_string(i) + "."));
  }
  script.op = [name, gpu](int index, const std::stop_token& stop) {
    if (name.starts_with("bad"))
      throw Error(Message("Expected audio, found nothing of the kind."), "first detail\nsecond");
    if (name.starts_with("starves")) throw std::bad_alloc();
    if (name.starts_with("crash")) throw std::runtime_error("no sentence");
    if (index == 1 && name.starts_with("dies") && gpu)
      throw DeviceError(Message("The GPU was lost."), "cudaErrorLost");
    if (index == 1 && name.starts_with("stuck")) {
      std::puts("Now it hears nothing.");
      std::fflush(stdout);
      std::this_thread::sleep_for(30s);
    }
    if (name.starts_with("mute") || (index == 1 && name.starts_with("slow"))) {
      ++files_waited;
      pause(stop);
    }
  };
  return script;
}

/// Every profile is the same, and does not know what it cost on a GPU.
ProfileSession session_of(bool gpu, bool lost) {
  if (gpu && lost) throw DeviceError(Message("The lost GPU can't be measured."), "cudaErrorLost");
  ProfileSession session;
  session.setting.source = gpu ? "CUPTI" : "a sundial";
  session.taken = 1234;
  session.cost_percent = gpu ? -1.0 : 0.26;
  return session;
}

/// Engines whose models depend on the options.
class FakeEngines : public FakeWorld {
 public:
  FakeEngines() {
    on_opening([this](const EngineOptions& options, const std::stop_token& stop) {
      if (stop.stop_requested()) throw Cancelled();
      if (options.model == "nosuch") throw Error("There is no model in nosuch.");
      if (options.model == "alone" && options.engine == Engine::cpu)
        throw Error("There is not enough memory for the CPU.");
      if (options.model == "alone" && std::exchange(alone_opened_, true))
        throw DeviceError(Message("The GPU can't be opened again."), "cudaErrorLost");
      deaf_ = options.model == "deaf";
      gpu_ = on_gpu(options);
      set_gpu(gpu_ ? 0 : -1);
    });
    describe_by([](const EngineOptions& options, EngineInfo& engine, ModelInfo& model) {
      engine.name = engine.gpu < 0 ? "Fake" : "Fake GPU";
      engine.compute = options.compute == Compute::bf16 ? "bf16" : "f32";
      engine.threads = options.threads;
      engine.reason = Message("It is the only one.");
      model = {};
      model.name = "fake model";
    });
    script_by([this](const std::string& name) {
      lost_ = name.starts_with("dies") && gpu_;
      return script_of(name, gpu_);
    });
    script_profile({.measures = true, .session = [this](bool gpu) { return session_of(gpu, lost_); }});
    live_by([this](std::shared_ptr<const GrowingRecording> recording, const LiveEvents& events,
                   const LiveCheckpoint& from, const EngineInfo& engine) {
      return std::make_unique<FakeLive>(std::move(recording), events, from, engine.gpu >= 0, deaf_);
    });
  }

 private:
  bool alone_opened_ = false;
  std::atomic<bool> deaf_{false};
  std::atomic<bool> gpu_{false};   // the last model that was opened is on one
  std::atomic<bool> lost_{false};  // it
};

class FakeCapture : public Capture {
 public:
  SourceList list_sources() override {
    SourceList list;
    for (const char* name : {"desk", "webcam", "web player"}) {
      AudioSource& one = list.sources.emplace_back();
      one.id = std::string("fake:") + name;
      one.name = std::string("The ") + name;
    }
    list.sources[0].is_default = true;
    list.sources[1].muted = true;
    list.sources[2].monitor = true;
    return list;
  }
  std::unique_ptr<Recorder> start_recording(const RecordOptions& options) override {
    if (options.file == "nosuch/a.wav") throw Error("The folder nosuch does not exist.");
    return std::make_unique<FakeRecorder>(options);
  }
  void settle_recording(const std::filesystem::path&) override {}
};

}  // namespace

int files_that_waited() {
  return files_waited;
}

Services fake_services() {
  static FakeEngines engines;
  static FakeCapture capture;
  static FakeModels models;
  return {engines, capture, fake_cli_lab(), models};
}

void StringConsole::write_out(std::string_view bytes) {
  if (closed) throw cli::OutputClosed();
  if (full) throw cli::CommandError("Standard output could not be written: the disk is full.");
  output += bytes;
}

}  // namespace tilescribe::test
