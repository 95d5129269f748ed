// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/transcription.h"

#include <algorithm>

#include "inference/pipeline/token_budget.h"
#include "inference/transcript/segmenter.h"
#include "kernels/backend/scope.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

std::int64_t budget_of(const TranscribeOptions& options, double seconds) {
  return options.max_new_tokens > 0 ? options.max_new_tokens : token_budget(seconds);
}

}  // namespace

void Transcription::tell_observer(bool over) {
  if (opened_.observer != nullptr)
    opened_.observer->transcribed(progress_.done_s(), progress_.elapsed_s(), over);
}

// Audio → log-mel → encoder → projector for several windows at once: [windows · 375, hidden], f32. The first
// rows of each window go into its prompt.
kernels::Tensor Transcription::embed_audio(std::span<const ReadyWindow> group) {
  const model::Model& model = opened_.model;
  const auto enter = [&](Stage stage) {
    for (const ReadyWindow& work : group) progress_.enter(stage, work.window.index, work.window.seconds());
  };
  for (const ReadyWindow& work : group) {
    if (opened_.observer == nullptr) break;
    const AudioWindow& window = work.window;
    opened_.observer->window_begins(window.index, window.start_s(), window.end_s(), window.samples);
  }
  enter(Stage::features);
  const auto windows = static_cast<std::int64_t>(group.size());
  constexpr std::int64_t rows = features::window_frames + 2;
  const kernels::Tensor features = backend_.activations({windows * rows, model.config.encoder.mel_bins});
  for (std::int64_t w = 0; w < windows; ++w) {
    mel_.log_mel(group[static_cast<std::size_t>(w)].window.samples, features.view().rows(w * rows, rows));
  }
  enter(Stage::encoder);
  const kernels::Tensor encoded = model.encoder(backend_, features, windows);
  enter(Stage::projector);
  // A single window needs only its own rows.
  const std::int64_t frames =
      windows == 1 ? group[0].audio_tokens * weights::merged_frames : encoded.view().shape[0];
  kernels::Tensor audio = model.projector(backend_, encoded.view().rows(0, frames));
  enter(Stage::prefill);
  return audio;
}

// How many windows are decoded together: as many as the engine prefers and its memory holds.
generate::GeneratorLimits Transcription::limits() const {
  const model::Model& model = opened_.model;
  const kernels::Batching batching = backend_.batching();
  const std::int64_t tokens = features::audio_tokens(features::window_samples);
  const auto prompt = static_cast<std::int64_t>(opened_.text.prompt(tokens, instruction_).ids.size());
  generate::GeneratorLimits limits;
  limits.slots = options_.batch > 0 ? options_.batch : batching.decode_rows;
  limits.capacity = std::min(prompt + budget_of(options_, 30.0), model.decoder.context);
  if (batching.recorded_steps) limits.slots = std::min(limits.slots, batching.decode_rows);
  auto available = static_cast<std::int64_t>(backend_.available_bytes());
  if (available == 0) return limits;
  // Memory for the encoder, the prefill and the steps while they run, and for the slots.
  const auto needed = [&](std::int64_t slots) {
    return std::min(batching.encoder_windows, slots) * model.encoder.window_bytes(features::window_frames) +
           std::min(batching.prefill_rows, slots * prompt) * model.decoder.prompt_row_bytes() +
           slots * (model.decoder.step_bytes() + model.decoder.slot_bytes(backend_, limits.capacity));
  };
  // A live session beside the file is one more window, and checks drafts.
  const std::int64_t live = needed(1) + batching.draft_rows * model.decoder.step_bytes();
  if (events_.between_ops && available > needed(1) + live) available -= live;
  while (limits.slots > 1 && needed(limits.slots) > available) limits.slots /= 2;
  if (needed(limits.slots) > available) {
    throw DeviceError("A window needs {1} MiB beside the model, but {2} MiB of the GPU's memory are left.",
                      needed(1) >> 20, available >> 20);
  }
  return limits;
}

void Transcription::give(const ReadyWindow& work, const generate::Generated& generated) {
  WindowText text;
  text.window = work.window.index;
  text.start_s = work.window.start_s();
  text.end_s = work.window.end_s();
  text.looped = generated.looped;
  text.voiced_s = work.voiced_s;
  std::vector<std::int32_t> ids;
  for (const generate::GeneratedToken& token : generated.tokens) {
    ids.push_back(token.id);
    text.tokens.push_back({token.id, opened_.text.bytes_of(token.id), token.probability});
  }
  text.text = opened_.text.decode(ids);
  for (Segment& segment : segments_of_window(text)) {
    if (events_.segment) events_.segment(segment);
    transcript_.segments.push_back(std::move(segment));
  }
  if (opened_.observer != nullptr) opened_.observer->window_ends(work.window.index);
  progress_.finish_window(work.window.index, work.window.seconds());
  tell_observer(false);
  if (events_.reached && options_.long_audio == LongAudio::windows)
    events_.reached({work.window.first_sample + work.window.count, work.window.index + 1});
}

// Windows finish in any order and are delivered in the audio's order.
void Transcription::give_finished() {
  while (!decoding_.empty() && decoding_.begin()->second.finished) {
    const Decoding& first = decoding_.begin()->second;
    give(first.work, *first.finished);
    decoding_.erase(decoding_.begin());
  }
}

generate::GenerateEvents Transcription::generate_events() {
  generate::GenerateEvents events;
  events.token = [this](std::size_t number, const generate::GeneratedToken& token) {
    Decoding& decoding = decoding_.at(number);
    const AudioWindow& window = decoding.work.window;
    decoding.stream.push(token.id);
    if (opened_.observer != nullptr) {
      opened_.observer->token(window.index, opened_.text.bytes_of(token.id));
      tell_observer(false);  // it may have been set in the middle of this file
    }
    progress_.decoded(window.index, window.seconds(), ++decoding.tokens);
    if (events_.partial && number == decoding_.begin()->first) {
      events_.partial({window.index, window.start_s(), window.end_s(), decoding.stream.text()});
    }
  };
  events.finished = [this](std::size_t number, const generate::Generated& generated) {
    decoding_.at(number).finished = generated;
    give_finished();
  };
  return events;
}

// Waits until a window is read and cut.
std::optional<ReadyWindow> Transcription::next_window(WindowsAhead& windows) {
  const kernels::Scope stage(backend_, {.stage = "audio"});
  return windows.next();
}

// The next windows that contain speech, at most `most`; fewer at the end of the audio.
std::vector<ReadyWindow> Transcription::next_group(WindowsAhead& windows, std::size_t most) {
  std::vector<ReadyWindow> group;
  while (group.size() < most && !audio_ended_) {
    std::optional<ReadyWindow> work = next_window(windows);
    if (!work) {
      audio_ended_ = true;
      break;
    }
    const AudioWindow& window = work->window;
    end_s_ = window.end_s();
    if (work->audio_tokens == 0 || work->voiced_s.empty()) {
      progress_.finish_window(window.index, window.seconds());
      tell_observer(false);
      continue;
    }
    group.push_back(std::move(*work));
  }
  return group;
}

// Encodes windows, `most` at a time, and adds them to those being decoded.
void Transcription::join(generate::Generator& generator, std::vector<ReadyWindow> group, std::size_t most) {
  std::vector<generate::Request> requests;
  for (std::size_t first = 0; first < group.size(); first += most) {
    const std::span<const ReadyWindow> part =
        std::span(group).subspan(first, std::min(most, group.size() - first));
    const kernels::Tensor audio = embed_audio(part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      generate::Request& request = requests.emplace_back();
      request.number = static_cast<std::size_t>(part[i].window.index);
      text::Prompt prompt = opened_.text.prompt(part[i].audio_tokens, instruction_);
      request.embedded_begin = prompt.audio_begin;
      request.prompt = std::move(prompt.ids);
      request.embedded =
          audio.rows(static_cast<std::int64_t>(i) * features::window_tokens, part[i].audio_tokens);
      request.max_new_tokens = budget_of(options_, part[i].window.seconds());
      request.guard_loops = !opened_.random_weights;
    }
  }
  for (ReadyWindow& work : group) {
    work.window.samples = {};  // now, while the device is busy: giving back memory takes time
    const auto number = static_cast<std::size_t>(work.window.index);
    decoding_.emplace(number, Decoding{std::move(work), ModelText::Stream(opened_.text), 0, {}});
  }
  generator.join(requests);
}

void Transcription::run_windows(WindowsAhead& windows) {
  const generate::GeneratorLimits most = limits();
  const kernels::Batching batching = backend_.batching();
  const auto slots = static_cast<std::size_t>(most.slots);
  const std::size_t group = std::min(static_cast<std::size_t>(batching.encoder_windows), slots);
  // The first window runs alone, so its text appears soon. Then batches grow until the engine is full. From
  // then on new windows join as soon as there are free slots for a run of the encoder.
  generate::Generator generator(backend_, opened_.model.decoder, opened_.model.config.stop_ids, sampling(),
                                most, generate_events());
  for (std::size_t size = 1; generator.active() > 0 || !audio_ended_;) {
    const auto free = static_cast<std::size_t>(generator.free_slots());
    if (!audio_ended_ && (generator.active() == 0 || (size == slots && free >= group))) {
      join(generator, next_group(windows, std::min(free, size)), group);
      size = std::min(slots, std::max(size * 2, group));
    }
    generator.advance();
  }
  transcript_.duration_s = end_s_;
  progress_.finish(end_s_);
}

void Transcription::run_joint(WindowsAhead& ahead) {
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
  while (const std::optional<ReadyWindow> part = next_window(ahead)) {
    ++windows;
    if (part->window.end_s() > joint_limit_s) throw too_long();
    const std::int64_t count = part->audio_tokens;
    whole.voiced_s.insert(whole.voiced_s.end(), part->voiced_s.begin(), part->voiced_s.end());
    whole.window.count += part->window.count;
    if (count == 0) continue;
    const kernels::Tensor audio = embed_audio({&*part, 1});
    rows.resize(rows.size() + static_cast<std::size_t>(count * width));
    backend_.download(rows.data() + whole.audio_tokens * width, audio.view().rows(0, count));
    whole.audio_tokens += count;
  }
  const double seconds = whole.window.seconds();
  if (whole.audio_tokens > 0) {
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
                                  {1, std::min(prompt + request.max_new_tokens, context)}, generate_events());
    decoding_.emplace(0, Decoding{std::move(whole), ModelText::Stream(opened_.text), 0, {}});
    std::vector<generate::Request> requests;
    requests.push_back(std::move(request));
    generator.join(requests);
    while (generator.active() > 0) generator.advance();
  }
  if (opened_.observer != nullptr) {
    for (int i = 0; i < windows; ++i) opened_.observer->window_ends(i);
  }
  transcript_.duration_s = seconds;
  progress_.finish(seconds);
}

}  // namespace tilescribe
