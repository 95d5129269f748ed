// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/window_decoder.h"

#include <algorithm>
#include <utility>

#include "inference/pipeline/token_budget.h"
#include "inference/pipeline/window_memory.h"
#include "kernels/backend/scope.h"
#include "kernels/core/error.h"

namespace tilescribe {

WindowDecoder::WindowDecoder(OpenedModel& opened, const TranscribeOptions& options, const Setting& setting)
    : opened_(opened),
      backend_(*opened.engine.backend),
      options_(options),
      setting_(setting),
      instruction_(opened.instruction(options.prompt, options.hotwords)) {
  const layers::Stack& stack = opened.model.decoder.stack;
  if (options.word_times) times_.emplace(stack.layers(), stack.heads.count);
}

// Audio → log-mel → encoder → projector for several windows at once: [windows · 375, hidden], f32. The first
// rows of each window go into its prompt.
kernels::Tensor WindowDecoder::embed_audio(std::span<const ReadyWindow> group, WindowEvents& events) {
  const model::Model& model = opened_.model;
  const auto enter = [&](Stage stage) {
    for (const ReadyWindow& work : group) events.entered(stage, work.window);
  };
  for (const ReadyWindow& work : group) {
    if (opened_.observer == nullptr) break;
    const AudioWindow& window = work.window;
    opened_.observer->window_begins(window.index, window.start_s(), window.end_s(), window.samples);
  }
  enter(Stage::features);
  if (!mel_) mel_.emplace(backend_, model.config.encoder.mel_bins);
  const auto windows = static_cast<std::int64_t>(group.size());
  constexpr std::int64_t rows = features::window_frames + 2;
  const kernels::Tensor features =
      backend_.tensor(model.encoder.activation(backend_), {windows * rows, model.config.encoder.mel_bins});
  for (std::int64_t w = 0; w < windows; ++w) {
    mel_->log_mel(group[static_cast<std::size_t>(w)].window.samples, features.view().rows(w * rows, rows));
  }
  enter(Stage::encoder);
  const kernels::Tensor encoded =
      model.encoder(backend_, features, windows, search_ ? &search_->tap() : nullptr);
  enter(Stage::projector);
  // A single window needs only its own rows.
  const std::int64_t frames =
      windows == 1 ? group[0].audio_tokens * weights::merged_frames : encoded.view().shape[0];
  kernels::Tensor audio = model.projector(backend_, encoded.view().rows(0, frames));
  enter(Stage::prefill);
  return audio;
}

// How many windows are decoded together: as many as the engine prefers and its memory holds.
generate::GeneratorLimits WindowDecoder::limits() const {
  const kernels::Batching batching = backend_.batching();
  std::int64_t slots = options_.batch > 0 ? options_.batch : batching.decode_rows;
  if (batching.recorded_steps) slots = std::min(slots, batching.decode_rows);
  return slots_for(1, slots);
}

// As many slots as the memory holds. Throws with figures if they are fewer than `least`: Error if that is
// because of the prompt, DeviceError if the model's own would not fit either.
generate::GeneratorLimits WindowDecoder::slots_for(std::int64_t least, std::int64_t most) const {
  generate::GeneratorLimits limits{
      .slots = most, .capacity = window_capacity(opened_, instruction_, options_.max_new_tokens)};
  auto available = static_cast<std::int64_t>(backend_.available_bytes());
  if (available == 0) return limits;
  if (times_) available -= generate::attention_bytes;
  const WindowMemory memory = window_memory(opened_, instruction_, limits.capacity);
  const WindowMemory live = live_memory(opened_);
  if (!instruction_.empty()) {
    const WindowMemory usual =
        window_memory(opened_, {}, window_capacity(opened_, {}, options_.max_new_tokens));
    if (!prompt_fits(memory, usual, live, available, least, setting_.lives))
      throw prompt_error(memory.prompt_rows, opened_.model.decoder.context,
                         memory.files(least) + live.lives(setting_.lives), available);
  }
  limits.slots = slots_that_fit(memory, live, available, most, setting_.lives);
  if (limits.slots < least) {
    throw DeviceError("A window needs {1} MiB beside the model, but {2} MiB of the GPU's memory are left.",
                      memory.files(least) >> 20, available >> 20);
  }
  return limits;
}

generate::GenerateEvents WindowDecoder::generate_events(WindowEvents& events, const Finished& finished) {
  generate::GenerateEvents heard;
  heard.token = [this, &events](std::size_t number, const generate::GeneratedToken& token) {
    Decoding& decoding = decoding_.at(number);
    const AudioWindow& window = decoding.work.window;
    decoding.stream.push(token.id);
    if (opened_.observer != nullptr) opened_.observer->token(window.index, opened_.text.bytes_of(token.id));
    events.decoded(window, ++decoding.tokens, decoding.stream.text());
  };
  if (times_) heard.heads = [this] { return times_->wanted(); };
  heard.finished = [this, &events, finished](std::size_t number, generate::Generated generated) {
    complete(number, std::move(generated), events, finished);
  };
  return heard;
}

void WindowDecoder::complete(std::size_t number, generate::Generated generated, WindowEvents& events,
                             const Finished& finished) {
  WindowText text = text_of(decoding_.at(number).work);
  text.looped = generated.looped;
  std::vector<std::int32_t> ids;
  for (const generate::GeneratedToken& token : generated.tokens) {
    ids.push_back(token.id);
    text.tokens.push_back({token.id, opened_.text.bytes_of(token.id), token.probability});
  }
  text.text = opened_.text.decode(ids);
  if (times_) {
    times_->add({number, std::move(text), std::move(generated.heads), std::move(generated.attention)});
  } else {
    give(number, std::move(text), events, finished);
  }
}

void WindowDecoder::give(std::size_t number, WindowText text, WindowEvents& events,
                         const Finished& finished) {
  const auto decoding = decoding_.find(number);
  events.finished(decoding->second.work.window, std::move(text));
  decoding_.erase(decoding);
  finished();
}

void WindowDecoder::give_timed(bool all, WindowEvents& events, const Finished& finished) {
  if (!times_) return;
  for (WordTiming::Window& window : times_->take(all))
    give(window.number, std::move(window.text), events, finished);
}

void WindowDecoder::begin_decoding(ReadyWindow work) {
  const auto number = static_cast<std::size_t>(work.window.index);
  decoding_.emplace(number, Decoding{std::move(work), ModelText::Stream(opened_.text), 0});
}

// What is asked about a window. `audio` [audio tokens, width], f32: its rows.
generate::Request WindowDecoder::request_for(const ReadyWindow& work, const kernels::Tensor& audio) const {
  generate::Request request;
  request.number = static_cast<std::size_t>(work.window.index);
  request.seed = static_cast<std::uint64_t>(work.in_file);
  text::Prompt prompt = opened_.text.prompt(work.audio_tokens, instruction_);
  request.embedded_begin = prompt.audio_begin;
  request.prompt = std::move(prompt.ids);
  request.embedded = audio;
  request.max_new_tokens = token_budget(work.window.seconds(), options_.max_new_tokens);
  request.guard_loops = !opened_.random_weights;
  return request;
}

// Encodes the windows that join, `most` at a time, and adds them to those being decoded.
void WindowDecoder::join(generate::Generator& generator, std::size_t most, bool keeps_samples,
                         WindowEvents& events) {
  std::vector<generate::Request> requests;
  for (std::size_t first = 0; first < joining_.size(); first += most) {
    const std::span<const ReadyWindow> part =
        std::span(joining_).subspan(first, std::min(most, joining_.size() - first));
    const kernels::Tensor audio = embed_audio(part, events);
    for (std::size_t i = 0; i < part.size(); ++i) {
      requests.push_back(request_for(
          part[i], audio.rows(static_cast<std::int64_t>(i) * features::window_tokens, part[i].audio_tokens)));
    }
  }
  for (ReadyWindow& work : joining_) {
    // Now, while the device is busy: giving back memory takes time.
    if (!keeps_samples) work.window.samples = {};
    begin_decoding(std::move(work));
  }
  joining_.clear();
  generator.join(requests);
}

void WindowDecoder::run(WindowSupply& supply, WindowEvents& events, const std::function<void()>& meanwhile,
                        const std::stop_token& stop) {
  backend_.set_stop_token(stop);
  if (options_.word_ngram && options_.temperature <= 0.0f && search_files(opened_) != nullptr)
    return run_search(supply, events, meanwhile, stop);
  const generate::GeneratorLimits most = limits();
  const kernels::Batching batching = backend_.batching();
  const auto slots = static_cast<std::size_t>(most.slots);
  const std::size_t group = std::min(static_cast<std::size_t>(batching.encoder_windows), slots);
  const Finished finished = [&supply] { supply.finished(); };
  generate::Generator generator(backend_, opened_.model.decoder, opened_.model.config.stop_ids, sampling(),
                                most, generate_events(events, finished));
  // The first window runs alone, so its text appears soon. Then batches grow until the engine is full. From
  // then on new windows join as soon as there are free slots for a run of the encoder.
  std::size_t size = setting_.first ? 1 : group;
  if (setting_.several_files) size = slots;
  // Other clients' windows seldom end together, so rows would stand idle until an encoder's run is full.
  const std::size_t joining = setting_.several_files ? std::max(group / 4, std::size_t{1}) : group;
  for (;;) {
    const auto free = static_cast<std::size_t>(generator.free_slots());
    const bool idle = generator.active() == 0;
    give_timed(false, events, finished);
    if (idle || (size == slots && free >= joining)) {
      {
        const kernels::Scope stage(backend_, {.stage = "audio"});
        // A supply that is waited for counts the windows that were not given, so they come first.
        const bool waits = idle && !(times_ && times_->has_any());
        joining_ = supply.take({std::min(free, size), joining, waits}, events, meanwhile, stop);
        if (idle && joining_.empty()) {
          if (waits) return;
          give_timed(true, events, finished);
          continue;
        }
      }
      if (!joining_.empty()) {
        join(generator, group, supply.keeps_samples(), events);
        size = std::min(slots, std::max(size * 2, group));
      }
    }
    generator.advance();
    if (meanwhile) meanwhile();
  }
}

// One window after another: its hypotheses are decoded together.
void WindowDecoder::run_search(WindowSupply& supply, WindowEvents& events,
                               const std::function<void()>& meanwhile, const std::stop_token& stop) {
  const std::int64_t beam = opened_.search->words.weights().beam;
  search_.emplace(opened_, slots_for(beam, beam).capacity);
  const Finished finished = [&supply] { supply.finished(); };
  for (;;) {
    give_timed(false, events, finished);
    // A supply that is waited for counts the windows that were not given, so they come first.
    const bool waits = !(times_ && times_->has_any());
    {
      const kernels::Scope stage(backend_, {.stage = "audio"});
      joining_ = supply.take({1, 1, waits}, events, meanwhile, stop);
    }
    if (!joining_.empty()) {
      search(supply.keeps_samples(), events, meanwhile, finished);
    } else if (waits) {
      return;
    } else {
      give_timed(true, events, finished);
    }
  }
}

// Finds the text of the window that joins.
void WindowDecoder::search(bool keeps_samples, WindowEvents& events, const std::function<void()>& meanwhile,
                           const Finished& finished) {
  const kernels::Tensor audio = embed_audio(joining_, events);
  const generate::Request request = request_for(joining_[0], audio.rows(0, joining_[0].audio_tokens));
  const std::size_t samples = joining_[0].window.samples.size();
  if (!keeps_samples) joining_[0].window.samples = {};
  begin_decoding(std::move(joining_[0]));
  joining_.clear();
  const AudioWindow& window = decoding_.at(request.number).work.window;
  generate::Generated found =
      search_->find(request, samples, times_ ? times_->wanted() : std::vector<layers::HeadPlace>(),
                    [&](const search::Hypothesis& text) {
                      events.decoded(window, text.tokens().size(), opened_.text.decode(text.ids()));
                      if (meanwhile) meanwhile();
                    });
  if (opened_.observer != nullptr) {
    for (const generate::GeneratedToken& token : found.tokens)
      opened_.observer->token(window.index, opened_.text.bytes_of(token.id));
  }
  complete(request.number, std::move(found), events, finished);
}

std::vector<ReadyWindow> WindowDecoder::take_unfinished() {
  std::vector<ReadyWindow> windows = std::exchange(joining_, {});
  for (auto& [number, decoding] : decoding_) windows.push_back(std::move(decoding.work));
  decoding_.clear();
  return windows;
}

void WindowDecoder::run_joint(WindowsAhead& ahead, WindowEvents& events, const std::stop_token& stop) {
  if (times_) throw Error("Word times need windows of their own: use --long windows (the default).");
  backend_.set_stop_token(stop);
  // The audio rows of all windows, one after another, in one prompt.
  const auto too_long = [] {
    return Error(
        "Joint transcription takes at most 630 s of audio; use --long windows (the default) for longer "
        "files.");
  };
  const std::int64_t width = opened_.model.decoder.width();
  std::vector<float> rows;
  ReadyWindow whole;
  int windows = 0;
  const auto next = [&] {
    const kernels::Scope stage(backend_, {.stage = "audio"});
    return ahead.next();
  };
  while (const std::optional<ReadyWindow> part = next()) {
    ++windows;
    if (part->window.end_s() > joint_limit_s) throw too_long();
    const std::int64_t count = part->audio_tokens;
    whole.voiced_s.insert(whole.voiced_s.end(), part->voiced_s.begin(), part->voiced_s.end());
    whole.window.count += part->window.count;
    if (count == 0) continue;
    const kernels::Tensor audio = embed_audio({&*part, 1}, events);
    rows.resize(rows.size() + static_cast<std::size_t>(count * width));
    backend_.download(rows.data() + whole.audio_tokens * width, audio.view().rows(0, count));
    whole.audio_tokens += count;
  }
  if (whole.audio_tokens == 0) {
    events.silent(whole.window);
  } else {
    generate::Request request;
    request.embedded = backend_.tensor(kernels::DType::f32, {whole.audio_tokens, width});
    backend_.upload(request.embedded, rows.data());
    text::Prompt words = opened_.text.prompt(whole.audio_tokens, instruction_);
    request.embedded_begin = words.audio_begin;
    request.prompt = std::move(words.ids);
    const std::int64_t context = opened_.model.decoder.context;
    request.max_new_tokens = options_.max_new_tokens > 0 ? options_.max_new_tokens : context;
    request.guard_loops = !opened_.random_weights;
    const auto prompt = static_cast<std::int64_t>(request.prompt.size());
    generate::Generator generator(backend_, opened_.model.decoder, opened_.model.config.stop_ids, sampling(),
                                  {1, std::min(prompt + request.max_new_tokens, context)},
                                  generate_events(events, [] {}));
    begin_decoding(std::move(whole));
    std::vector<generate::Request> requests;
    requests.push_back(std::move(request));
    generator.join(requests);
    while (generator.active() > 0) generator.advance();
  }
  if (opened_.observer != nullptr) {
    for (int i = 0; i < windows; ++i) opened_.observer->window_ends(i);
  }
}

}  // namespace tilescribe
