// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/live_decoder.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "inference/audio/pcm_reader.h"
#include "inference/pipeline/token_budget.h"
#include "inference/pipeline/window_memory.h"
#include "inference/weights/checkpoint.h"
#include "kernels/core/error.h"

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

double seconds_of(std::span<const float> samples) {
  return static_cast<double>(samples.size()) / audio::sample_rate;
}

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
           opened.model.encoder.activation(*opened.engine.backend)),
      attention_(opened.model.decoder.stack.layers(), opened.model.decoder.stack.heads.count) {}

// Where nobody asks for times, it takes no memory. An aligner that can't be used is as good as none.
void LiveDecoder::open_letters() {
  if (std::exchange(letters_sought_, true)) return;
  const std::filesystem::path& folder = opened_.info.path;
  const std::filesystem::path side_file = folder / align::LetterHead::file_name;
  if (folder.empty() || !std::filesystem::is_regular_file(side_file)) return;
  try {
    const std::unique_ptr<weights::Checkpoint> checkpoint = weights::Checkpoint::open(folder);
    letters_.emplace(*opened_.engine.backend, checkpoint->config().encoder, *checkpoint, side_file, stop_);
  } catch (const Error&) {
  }
}

generate::Generator& LiveDecoder::generator() {
  if (!generator_) {
    check_live_prompt(opened_, prompt_);
    const model::Model& model = opened_.model;
    generate::GeneratorLimits limits;
    limits.capacity = window_capacity(opened_, prompt_);
    generate::GenerateEvents events;
    events.token = [this](std::size_t, const generate::GeneratedToken& token) {
      if (opened_.observer == nullptr) return;
      opened_.observer->token(ProfileToken::no_window, opened_.text.bytes_of(token.id));
    };
    events.heads = [this] {
      return wants_attention_ ? attention_.wanted() : std::vector<layers::HeadPlace>();
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

// Of the model's window, for the sound of the last decode.
std::int64_t LiveDecoder::mel_frames() const {
  const bool brief = opened_.info.is_demo && opened_.engine.backend->name() == "cpu";
  return brief ? brief_frames(std::ssize(samples_)) : features::window_frames;
}

kernels::Tensor LiveDecoder::embed(std::int64_t audio_tokens) {
  kernels::Backend& backend = *opened_.engine.backend;
  const kernels::Tensor encoded = opened_.model.encoder(backend, mel_.log_mel(samples_, mel_frames()), 1);
  return opened_.model.projector(backend, encoded.view().rows(0, audio_tokens * weights::merged_frames));
}

void LiveDecoder::generate(const generate::Request& request) {
  generated_ = {};
  try {
    generator().join({&request, 1});
    while (generator().active() > 0) generator().advance();
  } catch (...) {
    generator_.reset();  // it stopped in the middle of a sequence
    throw;
  }
}

live::Hypothesis LiveDecoder::decode(std::span<const float> samples, std::span<const Token> fixed,
                                     std::span<const Token> expected) {
  const OtherStop own(*opened_.engine.backend, stop_);
  live::Hypothesis heard{{fixed.begin(), fixed.end()}, false};
  samples_.assign(samples.begin(), samples.end());
  heard_ = {};
  const std::int64_t audio_tokens = features::audio_tokens(std::ssize(samples));
  if (audio_tokens == 0) return heard;
  text::Prompt prompt = opened_.text.prompt(audio_tokens, prompt_);
  heard_.embedded_begin = prompt.audio_begin;
  heard_.prompt = std::move(prompt.ids);
  heard_.embedded = embed(audio_tokens);
  heard_.guard_loops = !opened_.random_weights;
  generate::Request request = heard_;
  for (const Token& token : fixed) request.prompt.push_back(token.id);
  for (const Token& token : expected) request.draft.push_back(token.id);
  request.max_new_tokens = token_budget(seconds_of(samples)) - std::ssize(fixed);
  if (request.max_new_tokens <= 0) return heard;
  wants_attention_ = false;
  generate(request);
  for (const generate::GeneratedToken& token : generated_.tokens) {
    heard.tokens.push_back({token.id, opened_.text.bytes_of(token.id), token.probability});
  }
  heard.looped = generated_.looped;
  return heard;
}

std::vector<TimedWord> LiveDecoder::word_times(std::span<const Token> tokens) {
  if (tokens.empty() || heard_.prompt.empty()) return {};
  const OtherStop own(*opened_.engine.backend, stop_);
  std::vector<TimedWord> words = times_by_letters(text(tokens));
  return words.empty() ? times_by_attention(tokens) : words;
}

std::vector<TimedWord> LiveDecoder::times_by_letters(const std::string& text) {
  open_letters();
  if (!letters_) return {};
  align::LetterScores scores;
  letters_->listen(samples_, 0.0, scores, mel_frames());
  std::vector<TimedWord> words = align::times_of_words(text, scores, letters_->late(), stop_);
  for (TimedWord& word : words) {
    word.start_s = std::clamp(word.start_s, 0.0, seconds_of(samples_));
    word.end_s = std::clamp(word.end_s, word.start_s, seconds_of(samples_));
  }
  return words;
}

// The whole text is read behind the sound, as a text that was said before; none is added.
std::vector<TimedWord> LiveDecoder::times_by_attention(std::span<const Token> tokens) {
  generate::Request request = heard_;
  for (const Token& token : tokens) request.prompt.push_back(token.id);
  if (std::ssize(request.prompt) >= window_capacity(opened_, prompt_)) return {};
  request.said = std::ssize(tokens);
  request.max_new_tokens = 0;
  wants_attention_ = true;
  generate(request);
  WindowText window;
  window.end_s = seconds_of(samples_);
  window.tokens.assign(tokens.begin(), tokens.end());
  window.text = text(tokens);
  attention_.add_words(window, generated_.heads, generated_.attention.values());
  return std::move(window.words);
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
