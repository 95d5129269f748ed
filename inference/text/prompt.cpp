// SPDX-License-Identifier: Apache-2.0
#include "inference/text/prompt.h"

#include <algorithm>
#include <cstddef>
#include <system_error>

#include "inference/text/json_access.h"
#include "inference/text/utf8.h"
#include "kernels/core/error.h"

namespace tilescribe::text {
namespace {

int marker(const Tokenizer& tokenizer, const std::string& content) {
  const auto id = tokenizer.id_of(content);
  if (!id) {
    throw Error("Expected the token {1}, which the prompt needs, among the added tokens in {2}, found none.",
                content, tokenizer.source());
  }
  return *id;
}

void append(std::vector<int>& ids, const std::vector<int>& more) {
  ids.insert(ids.end(), more.begin(), more.end());
}

}  // namespace

Prompt transcription_prompt(const Tokenizer& tokenizer, int audio_token_id, int audio_tokens,
                            std::string_view instruction) {
  const int user = marker(tokenizer, "<|user|>");
  const int begin_of_audio = marker(tokenizer, "<|begin_of_audio|>");
  const int audio = marker(tokenizer, "<|pad|>");
  const int end_of_audio = marker(tokenizer, "<|end_of_audio|>");
  const int assistant = marker(tokenizer, "<|assistant|>");
  if (audio != audio_token_id) {
    throw Error("Expected the token <|pad|> in {1} to have the checkpoint's audio_token_id {2}, found {3}.",
                tokenizer.source(), audio_token_id, audio);
  }
  if (audio_tokens < 0) {
    throw Error("Expected 0 or more audio tokens for a prompt, found {1}.", audio_tokens);
  }
  const std::string clean = replace_invalid_utf8(instruction);
  const std::string_view words = trim_whitespace(clean);
  if (words.empty()) {
    throw Error("Expected an instruction of at least one word for the model, found {1}.",
                in_quotes(instruction));
  }

  Prompt prompt;
  prompt.ids = {user};
  append(prompt.ids, tokenizer.encode_plain("\n"));
  prompt.ids.push_back(begin_of_audio);
  prompt.audio_begin = static_cast<int>(prompt.ids.size());
  prompt.audio_count = audio_tokens;
  prompt.ids.insert(prompt.ids.end(), static_cast<std::size_t>(audio_tokens), audio);
  prompt.ids.push_back(end_of_audio);
  prompt.ids.push_back(user);
  // Newline and instruction are one piece of text between markers, so they are split as in transformers.
  append(prompt.ids, tokenizer.encode_plain(std::string("\n").append(words)));
  prompt.ids.push_back(assistant);
  append(prompt.ids, tokenizer.encode_plain("\n"));
  // A vocabulary may map words to the placeholder's id.
  if (const std::ptrdiff_t places = std::ranges::count(prompt.ids, audio); places != audio_tokens) {
    throw Error(
        "Expected {1} times the token <|pad|> in a prompt for {1} audio tokens, found {2}: the instruction "
        "{3} holds it too.",
        audio_tokens, places, in_quotes(instruction));
  }
  return prompt;
}

std::string default_instruction(const std::filesystem::path& checkpoint_directory) {
  const auto path = checkpoint_directory / "processor_config.json";
  std::error_code unreadable;  // read_file says why
  if (std::filesystem::status(path, unreadable).type() == std::filesystem::file_type::not_found)
    return published_instruction;
  const std::string where = path.string();
  const nlohmann::json json = parse_json(read_file(path, processor_config_bytes), where);
  const JsonPlace field = JsonPlace(json, "", where).member("default_transcription_prompt");
  if (field.is_null()) return published_instruction;
  if (field.string().size() > default_instruction_bytes) {
    field.refuse(Message("a string of at most {1} bytes", default_instruction_bytes),
                 Message("one of {1} bytes", field.string().size()));
  }
  return field.string();
}

}  // namespace tilescribe::text
