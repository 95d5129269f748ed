// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/scheduler/engines.h"
#include "inference/api/lab.h"
#include "inference/api/transcriber.h"

namespace tilescribe::test {

/// What the fake does with one file.
struct FakeScript {
  double audio_s = 60.0;
  int segments = 10;
  std::chrono::microseconds step{200};  // time between two events: partial text, progress or segment
  int hold_after = -1;                  // segments after which it waits until it is cancelled; -1: never
  int fail_after = -1;                  // segments after which it fails; -1: never
  int failures = 1 << 30;               // how many times it fails before it works
  bool device = false;                  // it is the device that fails, not the file
  int looped = -1;                      // index of a segment marked as looped
  /// Called between ops with the segment that is worked on, and the stop that the job hears.
  std::function<void(int, const std::stop_token&)> op = {};
  std::vector<Segment> says = {};  // in place of the usual sentences
  double elapsed_s = -1.0;         // what the transcript says that it took; -1: what it did
  double remaining_s = -1.0;       // what every progress says; -1: what it looks like
};

/// What the fake does with a live session: it hears a word in every 0.3 s of the recording, whatever it
/// holds. The last two words are provisional; a sentence is an utterance.
struct FakeLiveScript {
  double fail_at_s = -1.0;  // place in the recording at which it fails; -1: never
  bool device = false;      // it is the device that fails, and only where it is a GPU
  double run_s = 0.01;      // as the status says
  bool too_slow = false;
  std::chrono::milliseconds work{0};                      // what a word takes
  std::function<void(const std::stop_token&)> word = {};  // called for each; may hold the session up
  std::vector<std::string> sentences = {};  // what is said, in turn; empty: as fake_sentence() says
};

/// What the fake's profiles do. Their frames are empty.
struct FakeProfileScript {
  bool measures = false;                                 // there is something to measure
  std::function<void(int)> frame = {};                   // called for each, with its number from 0; may throw
  std::function<void()> finishing = {};                  // called when one ends; may hold the worker up
  std::function<ProfileSession(bool gpu)> session = {};  // what was measured, on a GPU or not; none: nothing
};

/// Engines whose models do as scripts say. The models share the scripts with the test, and may outlive this.
/// Thread-safe.
class FakeWorld : public Engines {
 public:
  FakeWorld();

  /// The first channel of a file alone is "a.wav#1".
  void script(const std::string& file_name, const FakeScript& script);
  void script_all(const FakeScript& script);  // for names without one of their own
  void script_by(std::function<FakeScript(const std::string& file_name)> scripts);  // the same
  void script_live(const FakeLiveScript& script);
  /// Live sessions of the test's own.
  using Live = std::function<std::unique_ptr<LiveSession>(
      std::shared_ptr<const GrowingRecording>, const LiveEvents&, const LiveCheckpoint&, const EngineInfo&)>;
  void live_by(Live live);
  void script_profile(const FakeProfileScript& script);
  /// Called with its options when a model is freed; may hold the worker up.
  void on_freeing(std::function<void(const EngineOptions&)> freeing);
  /// Called with its options when a model is to be opened; may hold the worker up, or throw.
  void on_opening(std::function<void(const EngineOptions&, const std::stop_token&)> opening);
  /// What a model that was opened says of itself, where that is not the usual.
  void describe_by(std::function<void(const EngineOptions&, EngineInfo&, ModelInfo&)> describe);
  /// Which GPU the engines are on that are not asked to be the CPU; -1 (at first): they are all on the CPU.
  void set_gpu(int gpu);
  /// Opening fails with this sentence until it is empty again.
  void fail_opening(const std::string& sentence);

  /// Opening this model fails with this sentence; `shows`: and its folder shows that before it is opened.
  void spoil_model(const std::string& model, const std::string& sentence, bool shows);

  std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) override;
  /// What looks into a folder before it is opened.
  void check(const std::string& model) const;

  /// The options of the last transcription of a file, if there was one.
  std::optional<TranscribeOptions> asked(const std::string& file_name) const;
  /// The window at which it began; -1: there was none.
  int first_window(const std::string& file_name) const {
    const auto options = asked(file_name);
    return options ? options->from.end.window : -1;
  }

  /// Number of engines opened so far, and the options of the last one.
  int opened() const;
  EngineOptions last_options() const;
  /// The options of all of them, in order.
  std::vector<EngineOptions> all_options() const;

  struct State;

 private:
  std::shared_ptr<State> state_;
};

/// Engines that open models by a function of the test's.
class EnginesBy : public Engines {
 public:
  using Open = std::function<std::unique_ptr<Transcriber>(const EngineOptions&, const std::stop_token&)>;
  explicit EnginesBy(Open open) : open_(std::move(open)) {}
  std::unique_ptr<Transcriber> open(const EngineOptions& options, std::stop_token stop) override {
    return open_(options, stop);
  }

 private:
  Open open_;
};

/// A CPU, and an NVIDIA driver that is too old.
std::vector<DeviceRow> fake_devices();

/// The sentence that the fake speaks, at its place in the recording.
std::string fake_sentence(int index);

}  // namespace tilescribe::test
