// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/live_decoder.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/token_budget.h"
#include "inference/pipeline/window_memory.h"

namespace tilescribe {
namespace {

// Replaces the backend's stop token while it lives.
class OtherStop {
 public:
  OtherStop(kernels::Backend& backend, std::stop_token stop)
      : backend_(backend), before_(backend.stop_token()) {
    backend_.set_stop_token(std::move(stop));
  }
  ~OtherStop() { backend_.set_stop_token(before_); }
  OtherStop(const OtherStop&) = delete;
  OtherStop& operator=(const OtherStop&) = delete;

 private:
  kernels::Backend& backend_;
  std::stop_token before_;
};

}  // namespace

std::int64_t brief_frames(std::int64_t samples) {
  constexpr std::int64_t step_samples = 2 * audio::sample_rate, step_frames = 200, silence = step_samples;
  return std::min((samples + silence + step_samples - 1) / step_samples * step_frames,
                  features::window_frames);
}

LiveDecoder::LiveDecoder(OpenedModel& opened, std::string prompt, std::stop_token stop)
    : opened_(opened),
      prompt_(std::move(prompt)),
      stop_(std::move(stop)),
      mel_(*opened.engine.backend, opened.model.config.encoder.mel_bins,
           opened.model.encoder.activation(*opened.engine.backend)) {}

generate::Generator& LiveDecoder::generator() {
  if (!generator_) {
    const model::Model& model = opened_.model;
    generate::GeneratorLimits limits;
    limits.capacity = window_capacity(opened_, prompt_);
    generate::GenerateEvents events;
    events.token = [this](std::size_t, const generate::GeneratedToken& token) {
      if (opened_.observer == nullptr) return;
      opened_.observer->token(ProfileToken::no_window, opened_.text.bytes_of(token.id));
    };
    events.finished = [this](std::size_t, const generate::Generated& generated) { generated_ = generated; };
    events.drafted = [this](std::int64_t checked, std::int64_t accepted) {
      if (opened_.observer != nullptr) opened_.observer->drafted(checked, accepted);
    };
    generator_ =
        std::make_unique<generate::Generator>(*opened_.engine.backend, model.decoder, model.config.stop_ids,
                                              generate::SamplingOptions{}, limits, std::move(events));
  }
  return *generator_;
}

kernels::Tensor LiveDecoder::embed(std::span<const float> samples, std::int64_t audio_tokens) {
  kernels::Backend& backend = *opened_.engine.backend;
  const bool brief = opened_.info.is_demo && backend.name() == "cpu";
  const std::int64_t frames =
      brief ? brief_frames(static_cast<std::int64_t>(samples.size())) : features::window_frames;
  const kernels::Tensor encoded = opened_.model.encoder(backend, mel_.log_mel(samples, frames), 1);
  return opened_.model.projector(backend, encoded.view().rows(0, audio_tokens * weights::merged_frames));
}

live::Hypothesis LiveDecoder::decode(std::span<const float> samples, std::span<const Token> fixed,
                                     std::span<const Token> expected) {
  const OtherStop own(*opened_.engine.backend, stop_);
  live::Hypothesis heard{{fixed.begin(), fixed.end()}, false};
  const std::int64_t audio_tokens = features::audio_tokens(static_cast<std::int64_t>(samples.size()));
  if (audio_tokens == 0) return heard;
  generate::Request request;
  text::Prompt prompt = opened_.text.prompt(audio_tokens, prompt_);
  request.embedded_begin = prompt.audio_begin;
  request.prompt = std::move(prompt.ids);
  for (const Token& token : fixed) request.prompt.push_back(token.id);
  for (const Token& token : expected) request.draft.push_back(token.id);
  request.embedded = embed(samples, audio_tokens);
  request.max_new_tokens = token_budget(static_cast<double>(samples.size()) / audio::sample_rate) -
                           static_cast<std::int64_t>(fixed.size());
  request.guard_loops = !opened_.random_weights;
  if (request.max_new_tokens <= 0) return heard;
  generated_ = {};
  try {
    generator().join({&request, 1});
    while (generator().active() > 0) generator().advance();
  } catch (...) {
    generator_.reset();  // it stopped in the middle of a sequence
    throw;
  }
  for (const generate::GeneratedToken& token : generated_.tokens) {
    heard.tokens.push_back({token.id, opened_.text.bytes_of(token.id), token.probability});
  }
  heard.looped = generated_.looped;
  return heard;
}

std::string LiveDecoder::text(std::span<const Token> tokens) const {
  std::vector<std::int32_t> ids;
  for (const Token& token : tokens) ids.push_back(token.id);
  return opened_.text.decode(ids);
}

std::vector<Token> LiveDecoder::tokens(const std::string& text) const {
  std::vector<Token> tokens;
  for (const std::int32_t id : opened_.text.encode(text)) {
    tokens.push_back({id, opened_.text.bytes_of(id), 1.0f});
  }
  return tokens;
}

std::unique_ptr<LiveSession> live_session(OpenedModel& opened,
                                          std::shared_ptr<const GrowingRecording> recording,
                                          const LiveOptions& options, const LiveEvents& events,
                                          const LiveCheckpoint& from, std::stop_token stop) {
  const auto seconds = [begin = std::chrono::steady_clock::now()] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  return std::make_unique<live::Session>(
      std::move(recording), options, events, from,
      std::make_unique<LiveDecoder>(opened, opened.instruction(options.prompt, options.hotwords),
                                    std::move(stop)),
      opened.info.name, opened.engine.info.summary(), seconds);
}

}  // namespace tilescribe
