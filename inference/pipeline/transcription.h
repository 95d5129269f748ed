// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inference/api/transcriber.h"
#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/window_progress.h"
#include "inference/pipeline/windows_ahead.h"

namespace tilescribe {

/// One transcription: reads, encodes, generates, delivers segments in order. Its arguments outlive it.
class Transcription {
 public:
  /// `begin`: when the file was requested; time counts from then. `from`: an earlier run's text.
  Transcription(OpenedModel& opened, const TranscribeOptions& options, const TranscribeEvents& events,
                Transcript& transcript, double duration_s, WindowProgress::Clock::time_point begin,
                const TranscribedPart& from)
      : opened_(opened),
        backend_(*opened.engine.backend),
        options_(options),
        events_(events),
        transcript_(transcript),
        progress_(duration_s, begin, events.progress, from.end.seconds(), from.elapsed_s),
        mel_(backend_, opened.model.config.encoder.mel_bins),
        instruction_(opened.instruction(options.prompt, options.hotwords)),
        end_s_(from.end.seconds()) {
    transcript_.segments = from.segments;
    tell_observer(false);
  }
  ~Transcription() { tell_observer(true); }
  Transcription(const Transcription&) = delete;
  Transcription& operator=(const Transcription&) = delete;

  /// The longest audio for joint transcription: 21 windows, as in the reference.
  static constexpr double joint_limit_s = 630.0;

  /// Each window is its own request.
  void run_windows(WindowsAhead& windows);
  /// All windows in one prompt. Throws Error if they are too long.
  void run_joint(WindowsAhead& windows);
  double elapsed_s() const { return progress_.elapsed_s(); }

 private:
  /// A window being decoded, or finished and waiting for an earlier one.
  struct Decoding {
    ReadyWindow work;
    ModelText::Stream stream;
    std::size_t tokens = 0;
    std::optional<generate::Generated> finished;
  };

  void tell_observer(bool over);
  kernels::Tensor embed_audio(std::span<const ReadyWindow> group);
  generate::GeneratorLimits limits() const;
  generate::GenerateEvents generate_events();
  std::optional<ReadyWindow> next_window(WindowsAhead& windows);
  std::vector<ReadyWindow> next_group(WindowsAhead& windows, std::size_t most);
  void join(generate::Generator& generator, std::vector<ReadyWindow> group, std::size_t most);
  void give_finished();
  void give(const ReadyWindow& work, const generate::Generated& generated);
  generate::SamplingOptions sampling() const { return {options_.temperature, options_.top_k, options_.seed}; }

  OpenedModel& opened_;
  kernels::Backend& backend_;
  const TranscribeOptions& options_;
  const TranscribeEvents& events_;
  Transcript& transcript_;
  WindowProgress progress_;
  features::MelWindow mel_;
  std::map<std::size_t, Decoding> decoding_;  // by window number
  const std::string instruction_;             // empty: the model's own
  bool audio_ended_ = false;
  double end_s_;  // of the audio read so far
};

}  // namespace tilescribe
