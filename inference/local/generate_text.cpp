// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <optional>

#include "inference/api/generate.h"
#include "inference/generate/continuation.h"
#include "inference/pipeline/opened_gpt.h"
#include "inference/text/stream_decoder.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::vector<int> prompt_ids(const OpenedGpt& opened, const GenerateOptions& options) {
  if (!options.tokens.empty()) return options.tokens;
  if (!opened.tokenizer)
    throw Error(
        "Expected a prompt of token ids, because {1} has no vocabulary (tokenizer.json, or vocab.json with "
        "merges.txt); found a text.",
        opened.info.name);
  return opened.tokenizer->encode(options.prompt);
}

}  // namespace

GeneratedText generate_text(const GenerateOptions& options, const WrittenText& written,
                            const std::stop_token& stop) {
  OpenedGpt opened = open_gpt(options.engine, stop);
  GeneratedText result;
  result.engine = opened.engine.info;
  result.model = opened.info;
  result.prompt_ids = prompt_ids(opened, options);

  std::optional<text::StreamDecoder> decoder;
  if (opened.tokenizer) decoder.emplace(*opened.tokenizer);
  const auto tell = [&](const std::string& piece) {
    result.text += piece;
    if (written && !piece.empty()) written(piece);
  };
  generate::Continuation continuation;
  continuation.prompt.assign(result.prompt_ids.begin(), result.prompt_ids.end());
  continuation.max_new_tokens = options.max_new_tokens;
  continuation.sampling = {options.temperature, options.top_k, options.seed};
  kernels::Backend& backend = *opened.engine.backend;
  if (options.logits)
    result.logits = generate::logits_behind(backend, opened.model.decoder, continuation.prompt);

  const Clock::time_point begin = Clock::now();
  Clock::time_point first = begin, last = begin;
  const auto token = [&](const generate::GeneratedToken& one) {
    last = Clock::now();
    if (result.ids.empty()) first = last;
    result.ids.push_back(one.id);
    const char* const space = result.ids.size() > 1 ? " " : "";
    tell(decoder ? decoder->push(one.id) : std::string(space).append(std::to_string(one.id)));
  };
  generate::continue_prompt(backend, opened.model.decoder, continuation, opened.model.config.stop_ids, token);
  if (decoder) tell(decoder->finish());
  result.first_token_s = seconds(begin, first);
  result.other_tokens_s = seconds(first, last);
  return result;
}

}  // namespace tilescribe
