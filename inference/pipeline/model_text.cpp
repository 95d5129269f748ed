// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/model_text.h"

#include <iterator>
#include <sstream>

#include "inference/api/word_rules.h"
#include "kernels/core/error.h"

namespace tilescribe {

ModelText::ModelText(std::optional<text::Tokenizer> tokenizer, std::string default_instruction,
                     int audio_token_id)
    : tokenizer_(std::move(tokenizer)),
      default_instruction_(std::move(default_instruction)),
      audio_token_id_(audio_token_id) {}

text::Prompt ModelText::prompt(std::int64_t audio_tokens, const std::string& instruction) const {
  if (tokenizer_) {
    return text::transcription_prompt(*tokenizer_, audio_token_id_, static_cast<int>(audio_tokens),
                                      instruction.empty() ? default_instruction_ : instruction);
  }
  if (!instruction.empty())
    throw Error("Random weights have no tokenizer, so they take no instruction of your own.");
  // GLM-ASR-Nano-2512's default prompt: <|user|>⏎<|begin_of_audio|> … <|end_of_audio|><|user|>⏎ instruction
  // <|assistant|>⏎
  text::Prompt prompt{
      .ids = {59253, 10, 59261}, .audio_begin = 3, .audio_count = static_cast<int>(audio_tokens)};
  prompt.ids.insert(prompt.ids.end(), static_cast<std::size_t>(audio_tokens), audio_token_id_);
  for (const std::int32_t id : {59262, 59253, 10, 14215, 1700, 8091, 643, 14812, 1636, 2815, 59254, 10})
    prompt.ids.push_back(id);
  return prompt;
}

std::string ModelText::instruction(const std::string& own, const std::vector<std::string>& hotwords) const {
  return hotwords.empty() ? own : with_hotwords(own.empty() ? default_instruction_ : own, hotwords);
}

std::string ModelText::bytes_of(std::int32_t id) const {
  return tokenizer_ ? tokenizer_->bytes_of(id) : " " + std::to_string(id);
}

std::vector<std::int32_t> ModelText::encode(const std::string& text) const {
  if (tokenizer_) return tokenizer_->encode_plain(text);
  std::istringstream numbers(text);
  return {std::istream_iterator<std::int32_t>(numbers), {}};
}

std::string ModelText::decode(std::span<const std::int32_t> ids) const {
  if (tokenizer_) return tokenizer_->decode(ids);
  std::string numbers;
  for (const std::int32_t id : ids) numbers += bytes_of(id);
  return numbers;
}

ModelText::Stream::Stream(const ModelText& owner) : owner_(&owner) {
  if (owner.tokenizer_) decoder_.emplace(*owner.tokenizer_);
}

void ModelText::Stream::push(std::int32_t id) {
  text_ += decoder_ ? decoder_->push(id) : owner_->bytes_of(id);
}

}  // namespace tilescribe
