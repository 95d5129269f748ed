// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inference/text/prompt.h"
#include "inference/text/stream_decoder.h"
#include "inference/text/tokenizer.h"

namespace tilescribe {

/// Turns a model's ids into text, and an instruction into a prompt. A checkpoint has a tokenizer. Random
/// weights have none: they use the published model's default prompt, and ids are written as numbers.
class ModelText {
 public:
  ModelText(std::optional<text::Tokenizer> tokenizer, std::string default_instruction, int audio_token_id);

  const std::string& default_instruction() const { return default_instruction_; }

  /// Prompt ids with `audio_tokens` placeholders. An empty instruction means the default one.
  text::Prompt prompt(std::int64_t audio_tokens, const std::string& instruction) const;

  /// What is asked of the model: its own default or the user's instruction, with the user's hotwords behind
  /// it. Empty: the default alone.
  std::string instruction(const std::string& own, const std::vector<std::string>& hotwords) const;

  std::string bytes_of(std::int32_t id) const;
  /// The ids of plain text; with random weights, the text is ids written as numbers.
  std::vector<std::int32_t> encode(const std::string& text) const;
  std::string decode(std::span<const std::int32_t> ids) const;

  /// Collects complete characters as ids arrive; see text::StreamDecoder.
  class Stream {
   public:
    explicit Stream(const ModelText& owner);
    void push(std::int32_t id);
    const std::string& text() const { return text_; }

   private:
    const ModelText* owner_;
    std::optional<text::StreamDecoder> decoder_;
    std::string text_;
  };

 private:
  std::optional<text::Tokenizer> tokenizer_;
  std::string default_instruction_;
  int audio_token_id_;
};

}  // namespace tilescribe
