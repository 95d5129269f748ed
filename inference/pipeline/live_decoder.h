// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/live/session.h"
#include "inference/pipeline/opened_model.h"

namespace tilescribe {

/// Decodes utterances of a live session on an opened model, which must outlive it. May run between the ops of
/// other work on the same backend.
class LiveDecoder final : public live::UtteranceDecoder {
 public:
  /// `prompt`: instruction; empty: the checkpoint's own. Decoding throws Cancelled when `stop` requests it.
  LiveDecoder(OpenedModel& opened, std::string prompt, std::stop_token stop);

  live::Hypothesis decode(std::span<const float> samples, std::span<const Token> fixed,
                          std::span<const Token> expected) override;
  std::string text(std::span<const Token> tokens) const override;
  std::vector<Token> tokens(const std::string& text) const override;

 private:
  generate::Generator& generator();
  kernels::Tensor embed(std::span<const float> samples, std::int64_t audio_tokens);

  OpenedModel& opened_;
  std::string prompt_;
  std::stop_token stop_;
  features::MelWindow mel_;
  std::unique_ptr<generate::Generator> generator_;  // keeps its cache and recorded steps between decodes
  generate::Generated generated_;
};

}  // namespace tilescribe
