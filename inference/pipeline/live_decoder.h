// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/align/attention_times.h"
#include "inference/align/letter_model.h"
#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/live/session.h"
#include "inference/pipeline/opened_model.h"
#include "kernels/core/memory.h"

namespace tilescribe {

/// Frames of the model's window that are encoded for so many samples (at most a window's): those with sound,
/// at least 2 s of silence, up to the next whole 2 s. The demo model hears the same words as in a window of
/// 30 s (docs/performance.md), and an utterance of 5 s takes a third of the time.
std::int64_t brief_frames(std::int64_t samples);

/// Decodes utterances of a live session on an opened model, which must outlive it. May run between the ops of
/// other work on the same backend. On the CPU the demo model gets brief windows. Other models get what they
/// were trained on: 30 s, with silence behind the sound.
class LiveDecoder final : public live::UtteranceDecoder {
 public:
  /// `prompt`: instruction; empty: the checkpoint's own. Decoding throws Cancelled when `stop` requests it.
  LiveDecoder(OpenedModel& opened, std::string prompt, std::stop_token stop);

  live::Hypothesis decode(std::span<const float> samples, std::span<const Token> fixed,
                          std::span<const Token> expected) override;
  std::vector<TimedWord> word_times(std::span<const Token> tokens) override;
  std::string text(std::span<const Token> tokens) const override;
  std::vector<Token> tokens(const std::string& text) const override;

 private:
  generate::Generator& generator();
  kernels::Tensor embed(std::int64_t audio_tokens);
  std::int64_t mel_frames() const;
  void generate(const generate::Request& request);
  void open_letters();
  std::vector<TimedWord> times_by_letters(const std::string& text);
  std::vector<TimedWord> times_by_attention(std::span<const Token> tokens);

  kernels::GivesMemoryBack afterwards_;
  OpenedModel& opened_;
  std::string prompt_;
  std::stop_token stop_;
  features::MelWindow mel_;
  std::unique_ptr<generate::Generator> generator_;  // keeps its cache and recorded steps between decodes
  generate::Generated generated_;
  std::vector<float> samples_;  // of the last decode
  generate::Request heard_;     // its prompt and sound, without text
  // When words are heard: by their letters, where the model's folder has an aligner; else by what the model
  // attends to.
  std::optional<align::LetterModel> letters_;
  bool letters_sought_ = false;
  align::AttentionTimes attention_;
  bool wants_attention_ = false;  // to the text that is being read
};

/// A live session on an opened model, which must outlive it.
std::unique_ptr<LiveSession> live_session(OpenedModel& opened,
                                          std::shared_ptr<const GrowingRecording> recording,
                                          const LiveOptions& options, const LiveEvents& events,
                                          const LiveCheckpoint& from, std::stop_token stop);

}  // namespace tilescribe
