// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "inference/text/tokenizer.h"

namespace tilescribe::text {

/// What the decoder reads before it generates. The embeddings of ids[audio_begin … audio_begin + audio_count)
/// are replaced by the projector's output.
struct Prompt {
  std::vector<int> ids;
  int audio_begin = 0;
  int audio_count = 0;
};

/// The prompt of GLM-ASR's chat template for one audio and an instruction (⏎ is a newline):
///   <|user|>⏎<|begin_of_audio|><|pad|>×audio_tokens<|end_of_audio|><|user|>⏎INSTRUCTION<|assistant|>⏎
/// The instruction is trimmed and encoded as plain text. Unlike in transformers, "<|user|>" inside it stays
/// these eight characters, so no instruction can pose as another speaker. Throws Error if the tokenizer lacks
/// one of the markers, if its <|pad|> is not `audio_token_id` (config.json), if the instruction is blank (the
/// model then repeats itself or stops at once) or contains the placeholder itself, or if audio_tokens is
/// negative.
Prompt transcription_prompt(const Tokenizer& tokenizer, int audio_token_id, int audio_tokens,
                            std::string_view instruction);

/// The published model's instruction.
inline constexpr const char* published_instruction = "Please transcribe this audio into text";

/// The most bytes of a checkpoint's processor_config.json, and of the instruction in it, which is encoded
/// whenever the model is opened.
inline constexpr std::size_t processor_config_bytes = 1 << 20, default_instruction_bytes = 4096;

/// `default_transcription_prompt` of the checkpoint's processor_config.json. If there is no such file or
/// field: the published model's. Throws Error if the file is damaged, or one of them is too long.
std::string default_instruction(const std::filesystem::path& checkpoint_directory);

}  // namespace tilescribe::text
