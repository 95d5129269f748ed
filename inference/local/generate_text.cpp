// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "inference/api/generate.h"
#include "inference/api/segment_edit.h"
#include "inference/generate/continuation.h"
#include "inference/measure/local_profiler.h"
#include "inference/pipeline/opened_gpt.h"
#include "inference/text/stream_decoder.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::vector<std::vector<int>> prompt_ids(const OpenedGpt& opened, const GenerateOptions& options) {
  if (!options.tokens.empty()) return options.tokens;
  if (!opened.tokenizer)
    throw Error(
        "Expected a prompt of token ids, because {1} has no vocabulary (tokenizer.json, or vocab.json with "
        "merges.txt); found a text.",
        opened.info.name);
  std::vector<std::vector<int>> ids;
  ids.reserve(options.prompts.size());
  for (const std::string& prompt : options.prompts) ids.push_back(opened.tokenizer->encode(prompt));
  return ids;
}

/// Texts that grow token by token.
class GrowingTexts {
 public:
  GrowingTexts(const OpenedGpt& opened, std::vector<ContinuedText>& texts, const WriteEvents& events)
      : texts_(texts), events_(events) {
    if (!opened.tokenizer) return;
    for (std::size_t i = 0; i < texts.size(); ++i) decoders_.emplace_back(*opened.tokenizer);
  }

  void push(std::size_t prompt, int id) {
    std::vector<int>& ids = texts_[prompt].ids;
    ids.push_back(id);
    if (!decoders_.empty()) return tell(prompt, decoders_[prompt].push(id));
    tell(prompt, std::string(ids.size() > 1 ? " " : "").append(std::to_string(id)));
  }
  void finish() {
    for (std::size_t prompt = 0; prompt < decoders_.size(); ++prompt)
      tell(prompt, decoders_[prompt].finish());
  }

 private:
  void tell(std::size_t prompt, const std::string& piece) {
    texts_[prompt].text += piece;
    if (events_.written && !piece.empty()) events_.written(prompt, piece);
  }

  std::vector<ContinuedText>& texts_;
  const WriteEvents& events_;
  std::vector<text::StreamDecoder> decoders_;  // one a prompt; none without a vocabulary
};

/// What the kernels cost while texts are written, if anybody wants to know.
class WritingCosts {
 public:
  WritingCosts(OpenedGpt& opened, const WriteEvents& events) : events_(events) {
    constexpr std::size_t most_records = 10'000;  // sums have all of them
    if (events.measured) profiler_.emplace(Profiled(opened), ProfileOptions{.most_records = most_records});
  }

  void token(std::size_t prompt) {
    if (!profiler_) return;
    profiler_->token(static_cast<int>(prompt), {});
    if (Clock::now() < next_) return;
    tell();
    next_ = Clock::now() + frame_interval;
  }
  void tell() {
    if (profiler_) events_.measured(profiler_->frame());
  }

 private:
  static constexpr std::chrono::milliseconds frame_interval{50};

  const WriteEvents& events_;
  std::optional<LocalProfiler> profiler_;
  Clock::time_point next_;
};

}  // namespace

std::optional<std::vector<int>> read_token_ids(std::string_view text) {
  std::vector<int> ids;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string number = trimmed(std::string(text.substr(begin, end - begin)));
    int id = 0;
    const auto [after, error] = std::from_chars(number.data(), number.data() + number.size(), id);
    if (error != std::errc() || after != number.data() + number.size() || id < 0) return std::nullopt;
    ids.push_back(id);
    begin = end + 1;
  }
  return ids;
}

double GeneratedTexts::tokens_per_s() const {
  std::size_t behind_first = 0;
  for (const ContinuedText& text : texts) behind_first += text.ids.empty() ? 0 : text.ids.size() - 1;
  return other_tokens_s > 0.0 ? static_cast<double>(behind_first) / other_tokens_s : 0.0;
}

GeneratedTexts generate_texts(const GenerateOptions& options, const WriteEvents& events,
                              const std::stop_token& stop) {
  OpenedGpt opened = open_gpt(options.engine, stop);
  GeneratedTexts result;
  result.engine = opened.engine.info;
  result.model = opened.info;
  generate::Continuation continuation;
  continuation.max_new_tokens = options.max_new_tokens;
  continuation.sampling = {options.temperature, options.top_k, options.seed};
  kernels::Backend& backend = *opened.engine.backend;
  const layers::SequenceModel& model = opened.model.decoder;
  for (std::vector<int>& ids : prompt_ids(opened, options)) {
    continuation.prompts.emplace_back(ids.begin(), ids.end());
    ContinuedText& text = result.texts.emplace_back();
    text.prompt_ids = std::move(ids);
    if (options.logits) text.logits = generate::logits_behind(backend, model, continuation.prompts.back());
  }

  if (events.opened) events.opened(result.engine, result.model);
  GrowingTexts texts(opened, result.texts, events);
  WritingCosts costs(opened, events);
  const Clock::time_point begin = Clock::now();
  std::optional<Clock::time_point> first;
  Clock::time_point last = begin;
  generate::continue_prompts(backend, model, continuation, opened.model.config.stop_ids,
                             [&](std::size_t prompt, const generate::GeneratedToken& token) {
                               last = Clock::now();
                               if (!first) first = last;
                               texts.push(prompt, token.id);
                               costs.token(prompt);
                             });
  texts.finish();
  costs.tell();
  result.first_token_s = seconds(begin, first.value_or(begin));
  result.other_tokens_s = seconds(first.value_or(begin), last);
  return result;
}

}  // namespace tilescribe
