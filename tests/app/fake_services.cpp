// SPDX-License-Identifier: Apache-2.0
#include "tests/app/fake_services.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <numeric>
#include <thread>

#include "kernels/core/error.h"

namespace tilescribe::test {
namespace {

using namespace std::chrono_literals;

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
        events_.fixed({"Three.", 1.0, 1.2345, 1, true});
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

// Has measured the same each time, and does not know what that cost on a GPU.
class FakeProfiler : public Profiler {
 public:
  FakeProfiler(bool gpu, const bool& lost) : gpu_(gpu), lost_(lost) {}
  ProfileFrame frame() override { return {}; }
  ProfileSession finish() override {
    if (lost_) throw DeviceError(Message("The lost GPU can't be measured."), "cudaErrorLost");
    ProfileSession session;
    session.setting.source = gpu_ ? "CUPTI" : "a sundial";
    session.taken = 1234;
    session.cost_percent = gpu_ ? -1.0 : 0.26;
    return session;
  }

 private:
  bool gpu_;
  const bool& lost_;
};

class FakeTranscriber : public Transcriber {
 public:
  explicit FakeTranscriber(const EngineOptions& options) {
    deaf_ = options.model == "deaf";
    if ((options.model == "big" || options.model == "alone") && options.engine != Engine::cpu)
      engine_.gpu = 0;
    engine_.name = engine_.gpu < 0 ? "Fake" : "Fake GPU";
    engine_.compute = options.compute == Compute::bf16 ? "bf16" : "f32";
    engine_.threads = options.threads;
    engine_.reason = Message("It is the only one.");
    model_.name = "fake model";
  }
  const EngineInfo& engine() const override { return engine_; }
  const ModelInfo& model() const override { return model_; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions&,
                        const TranscribeEvents& events, std::stop_token stop) override {
    const std::string name = file.filename().string();
    if (name.starts_with("bad"))
      throw Error(Message("Expected audio, found nothing of the kind."), "first detail\nsecond");
    if (name.starts_with("crash")) throw std::runtime_error("no sentence");

    Transcript transcript;
    transcript.source = name;
    transcript.model = model_.name;
    transcript.engine = engine_.summary();
    transcript.duration_s = 4.0;
    transcript.elapsed_s = 0.5;
    const auto say = [&](const std::string& text) {
      const int index = static_cast<int>(transcript.segments.size());
      transcript.segments.push_back(segment(index, text));
      if (events.segment) events.segment(transcript.segments.back());
      Progress progress;
      progress.stage = Stage::decode;
      progress.fraction = 0.5;
      progress.remaining_s = 65.0;
      if (events.progress) events.progress(progress);
    };
    if (name.starts_with("empty")) return transcript;
    if (name.starts_with("long")) {
      for (int i = 0; i < 100'000 && !stop.stop_requested(); ++i)
        say("Sentence number " + std::to_string(i) + ".");
      transcript.cancelled = stop.stop_requested();
      return transcript;
    }
    if (!name.starts_with("mute")) say("First of " + name + ".");
    lost_ = name.starts_with("dies") && engine_.gpu >= 0;
    if (lost_) throw DeviceError(Message("The GPU was lost."), "cudaErrorLost");
    if (name.starts_with("stuck")) std::this_thread::sleep_for(30s);
    if (name.starts_with("slow") || name.starts_with("mute")) {
      while (!stop.stop_requested()) std::this_thread::sleep_for(5ms);
      transcript.cancelled = true;
      return transcript;
    }
    say("Second of " + name + ".");
    return transcript;
  }

  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording, const LiveOptions&,
                                    const LiveEvents& events, const LiveCheckpoint& from,
                                    std::stop_token) override {
    return std::make_unique<FakeLive>(std::move(recording), events, from, engine_.gpu >= 0, deaf_);
  }

  std::unique_ptr<Profiler> profile(const ProfileOptions&) override {
    return std::make_unique<FakeProfiler>(engine_.gpu >= 0, lost_);
  }

 private:
  EngineInfo engine_;
  ModelInfo model_;
  bool deaf_ = false;
  bool lost_ = false;  // the GPU
};

void fake_verify(const VerifyOptions& options, const std::function<void(const VerifyRow&)>& row,
                 const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
  const bool fails = options.golden.stem() == "fails";
  if (options.golden.stem() == "none") return;
  row({"features", 1.25e-6, 1e-4, true, {}});
  row({"generated_ids", fails ? 0.5 : 0.0, 0.0, !fails, Message("162 of 167 steps count")});
}

std::uint64_t fake_check(const CheckOptions& options, const std::function<void(const CheckRow&)>& row,
                         const std::stop_token&) {
  if (options.op == "none") return 1;
  row({"rms_norm", "cpu f32/highway", "rows=17 width=384 f32", 1e-7, 1e-5, true, {}});
  if (options.op == "fails") row({"fails", "cpu_plain", "rows=1", 1.0, 1e-5, false, Message("none at 3")});
  return options.seed == 0 ? 42 : options.seed;
}

BenchSetting fake_setting() {
  BenchSetting setting;
  setting.engine = "Fake, f32";
  setting.compute = "f32";
  setting.ceilings.read_gb_s = 20.0;
  return setting;
}

void fake_bench_stages(const StagesOptions& options, const std::function<void(const BenchSetting&)>& setting,
                       const std::function<void(const StageRow&)>& row, const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
  setting(fake_setting());
  for (const int windows : options.windows) {
    row({.stage = "encoder",
         .windows = windows,
         .time = {1.5, 1.25, 12345.0},
         .percent = 40.0,
         .rates = {},
         .times_real_time = 20'000.0});
  }
}

void fake_bench_ops(const OpsOptions& options, const std::function<void(const BenchSetting&)>& setting,
                    const std::function<void(const OpRow&)>& row, const std::stop_token&) {
  setting(fake_setting());
  OpRow found;
  found.op = "linear";
  found.variant = "plain, \"quoted\"";
  found.problem = "rows=1 | out=2 f32";
  found.chosen = true;
  found.time = {0.002, 0.001, 0.003};
  found.rates.gb_s = 10.0;
  found.rates.memory_percent = 50.0;
  if (options.op == "fails") found.complaint = Message("It was not written.");
  row(found);
}

TraceResult fake_bench_trace(const TraceOptions& options, const std::stop_token&) {
  TraceResult result;
  result.engine = "Fake, f32";
  result.source = "CUDA events";
  result.fallback_reason = Message("CUPTI was not found.");
  result.records = 10;
  result.memory = 2;
  result.kernels = 8;
  result.joined = options.windows == 1 ? 8 : 7;
  result.lost = options.windows == 1 ? 0 : 7;
  result.untraced.ms = result.stopped.ms = 4.0;
  result.traced.ms = 5.0;
  result.rows.push_back({.stage = "decode",
                         .op = "linear",
                         .variant = "skinny",
                         .part_of = "norm_logits",
                         .records = 3,
                         .ms = 1.5,
                         .percent = 60.0,
                         .lasted_ms = 2.0,
                         .kernels = {"product", "sum"}});
  return result;
}

class FakeEngines : public Engines {
 public:
  std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) override {
    if (stop.stop_requested()) throw Cancelled();
    if (options.model == "nosuch") throw Error("There is no model in nosuch.");
    if (options.model == "alone" && options.engine == Engine::cpu)
      throw Error("There is not enough memory for the CPU.");
    if (options.model == "alone" && std::exchange(alone_opened_, true))
      throw DeviceError(Message("The GPU can't be opened again."), "cudaErrorLost");
    return std::make_unique<FakeTranscriber>(options);
  }

 private:
  bool alone_opened_ = false;
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

class FakeLab : public Lab {
 public:
  void verify_model(const VerifyOptions& options, const VerifyRows& row,
                    const std::stop_token& stop) override {
    fake_verify(options, row, stop);
  }
  std::uint64_t check_ops(const CheckOptions& options, const CheckRows& row,
                          const std::stop_token& stop) override {
    return fake_check(options, row, stop);
  }
  std::vector<std::string> op_names() override { return {"fails", "none", "rms_norm"}; }
  void bench_stages(const StagesOptions& options, const Setting& setting, const StageRows& row,
                    const std::stop_token& stop) override {
    fake_bench_stages(options, setting, row, stop);
  }
  void bench_ops(const OpsOptions& options, const Setting& setting, const OpRows& row,
                 const std::stop_token& stop) override {
    fake_bench_ops(options, setting, row, stop);
  }
  TraceResult bench_trace(const TraceOptions& options, const std::stop_token& stop) override {
    return fake_bench_trace(options, stop);
  }
  void save_profile(const ProfileSession& session, const std::filesystem::path& file,
                    ProfileFormat) override {
    if (file.parent_path() == "nosuch") throw Error("The folder nosuch does not exist.");
    std::ofstream(file) << session.setting.source;
  }
  std::vector<DeviceRow> devices() override {
    DeviceRow row;
    row.engine = "cpu";
    row.name = "A processor";
    row.usable = row.chosen = true;
    row.reason = Message("It is always there.");
    row.facts = {"2 cores", "AVX2"};
    return {row};
  }
  // A byte is a token.
  std::vector<int> tokenize(const std::string&, const std::string& text) override {
    return {text.begin(), text.end()};
  }
  std::string detokenize(const std::string&, const std::vector<int>& ids, bool skip_special) override {
    std::string text;
    for (const int id : ids) {
      if (id < 128) text += static_cast<char>(id);
      if (id >= 128 && !skip_special) text += "<special>";
    }
    return text;
  }
};

}  // namespace

Services fake_services() {
  static FakeEngines engines;
  static FakeCapture capture;
  static FakeLab lab;
  return {engines, capture, lab};
}

void StringConsole::write_out(std::string_view bytes) {
  if (closed) throw cli::OutputClosed();
  if (full) throw cli::CommandError("Standard output could not be written: the disk is full.");
  output += bytes;
}

}  // namespace tilescribe::test
