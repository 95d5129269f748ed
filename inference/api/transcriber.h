// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "inference/api/capture.h"
#include "inference/api/live.h"
#include "inference/api/message.h"
#include "inference/api/options.h"
#include "inference/api/profile.h"
#include "inference/api/progress.h"
#include "inference/api/transcript.h"

namespace tilescribe {

struct EngineInfo {
  std::string name;     // "CPU"; "2 × NVIDIA H200, cuda"; of a server, what is asked: "host:8000/v1/…"
  std::string compute;  // "bf16", "tf32", "f32", or "remote" where a server computes
  std::string weights = {};   // "bf16" or "int8" if the matrices are stored so on request; otherwise empty
  bool float8_cache = false;  // keys and values are kept in E4M3
  int threads = 0;            // of the CPU engine; 0 on a GPU
  int gpu = -1;               // which one, the first of several; -1: none
  Message reason;             // why this one was chosen, a sentence
  std::string server = {};    // to which sound is sent, with its port; empty: it stays on this machine
  Message left_out = {};      // devices that were asked for and can't be used, and why, in sentences
  Message tuned = {};         // choices of `tune` that were set aside, and why, in a sentence; else empty
  std::string arithmetic()
      const;  // what decides a text besides the model: "bf16"; "bf16×int8"; "bf16+fp8" with such a cache
  Message description() const;  // "CPU, bf16, 2 threads"
  std::string summary() const;  // the same in English
};

struct ModelInfo {
  std::string name;            // folder name or the model card's name
  std::filesystem::path path;  // empty for random weights
  std::int64_t parameters = 0;
  std::int64_t memory_bytes = 0;  // weights as held by the engine
  std::string default_prompt;     // the default instruction
  Message limits;                 // what this model can't do, for people; empty: nothing known
  bool is_demo = false;
};

/// Called on the thread that runs transcribe(). Each may be empty.
struct TranscribeEvents {
  std::function<void(const Progress&)> progress;
  std::function<void(const Segment&)> segment;      // newly finished segments, in order of time
  std::function<void(const PartialText&)> partial;  // replaces the last partial text
  std::function<void()> between_ops;  // may advance a LiveSession of the same model, which so goes first
  /// All segments up to here have been reported, so another run can continue from here. Not in joint mode.
  std::function<void(const WindowBoundary&)> reached = {};
  /// One of several devices is lost; the others go on with its windows. A sentence.
  std::function<void(const Message&)> notice = {};
};

/// An opened model on an engine. Not thread-safe: one thread owns it.
class Transcriber {
 public:
  virtual ~Transcriber() = default;
  virtual const EngineInfo& engine() const = 0;
  virtual const ModelInfo& model() const = 0;

  /// Transcribes one audio or video file. A stop request ends it within 200 ms; the transcript then holds
  /// what was finished and has `cancelled` set. The transcript begins with the contents of options.from,
  /// which the events do not report again. Throws tilescribe's Error (see describe_failure) if the file can't
  /// be read.
  virtual Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                                const TranscribeEvents& events, std::stop_token stop) = 0;

  /// Transcribes a recording as it grows, from its beginning or from another session's checkpoint. The
  /// session must not outlive the transcriber. A stop request makes advance() throw Cancelled.
  virtual std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording> recording,
                                            const LiveOptions& options, const LiveEvents& events,
                                            const LiveCheckpoint& from, std::stop_token stop) = 0;

  /// Measures everything done from now on; only one at a time. May also be called during a transcription,
  /// between its ops. Throws Error if the device can't be measured. Returns null if there is nothing to
  /// measure.
  virtual std::unique_ptr<Profiler> profile(const ProfileOptions& options) {
    static_cast<void>(options);
    return nullptr;
  }
};

/// An opened model on one device, for several threads. The windows of all files that they transcribe share
/// its batches, and live sessions go on between its ops. Thread-safe.
class SharedModel {
 public:
  SharedModel() = default;
  virtual ~SharedModel() {
    if (gone_) gone_();
  }
  SharedModel(const SharedModel&) = delete;
  SharedModel& operator=(const SharedModel&) = delete;
  /// A transcriber for one thread; it keeps the model open. It has no joint transcription and no profile, and
  /// does not call `between_ops`.
  virtual std::unique_ptr<Transcriber> transcriber() = 0;
  /// False once its device has failed. Then each transcription fails.
  virtual bool works() const = 0;
  /// `gone` is called, on any thread, once the model and its memory are.
  void when_gone(std::function<void()> gone) { gone_ = std::move(gone); }

 private:
  std::function<void()> gone_;
};

/// Opens a model: reads the checkpoint and prepares its weights on the engine. Throws Error, or Cancelled on
/// a stop request.
std::unique_ptr<Transcriber> open_transcriber(const EngineOptions& options, const std::stop_token& stop = {});

/// The same for several threads. `sessions`: live ones at a time, for which it keeps memory. Throws Error
/// also where several devices are asked for, or a server, or where the memory does not suffice for so many
/// sessions.
std::shared_ptr<SharedModel> open_shared_model(const EngineOptions& options, const std::stop_token& stop = {},
                                               int sessions = 0);

/// The folder of the bundled demo model: in $TILESCRIBE_RESOURCES, beside the program, or installed. Throws
/// Error.
std::filesystem::path demo_model_directory();

/// The bundled sample recording that the first start transcribes. Throws Error.
std::filesystem::path sample_recording();

/// Fonts beside the program for a system that has none, as the bundle brings them; elsewhere there are none.
std::vector<std::filesystem::path> bundled_fonts();

}  // namespace tilescribe
