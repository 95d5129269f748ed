// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/transcriber.h"
#include "inference/audio/quiet_cut.h"
#include "inference/export/segmenter.h"
#include "inference/features/mel_window.h"
#include "inference/generate/generator.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/read_ahead.h"
#include "inference/pipeline/window_cutter.h"
#include "inference/pipeline/window_progress.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr double joint_limit_s = 630.0;  // 21 windows, what the reference takes
constexpr std::size_t largest_batch =
    8;  // windows decoded together: each step reads the weights once for all

// A window on its way from audio to text.
struct Work {
  AudioWindow window;
  std::vector<std::pair<double, double>> voiced_s;
  generate::Request request;
};

std::vector<std::pair<double, double>> voice(const AudioWindow& window) {
  std::vector<std::pair<double, double>> spans;
  for (const audio::Span& span : audio::voiced_spans(window.samples, audio::sample_rate)) {
    spans.emplace_back(window.start_s() + static_cast<double>(span.begin) / audio::sample_rate,
                       window.start_s() + static_cast<double>(span.end) / audio::sample_rate);
  }
  return spans;
}

// Fast speech needs about 8 tokens a second; the rest is room for names and numbers.
std::int64_t token_budget(const TranscribeOptions& options, double seconds) {
  if (options.max_new_tokens > 0) return options.max_new_tokens;
  return 32 + static_cast<std::int64_t>(std::ceil(15.0 * seconds));
}

// One transcription: reads, encodes, generates, and gives out segments in order of time.
class Transcription {
 public:
  Transcription(OpenedModel& opened, const TranscribeOptions& options, const TranscribeEvents& events,
                Transcript& transcript, double duration_s)
      : opened_(opened),
        backend_(*opened.engine.backend),
        options_(options),
        events_(events),
        transcript_(transcript),
        progress_(duration_s, events.progress) {}

  void run_windows(WindowCutter& cutter);
  void run_joint(WindowCutter& cutter);
  double elapsed_s() const { return progress_.elapsed_s(); }

 private:
  kernels::Tensor embed_audio(const AudioWindow& window, std::int64_t tokens);
  void run_batch(std::vector<Work>& batch);
  void give(const Work& work, const generate::Generated& generated);
  generate::SamplingOptions sampling() const { return {options_.temperature, options_.top_k, options_.seed}; }

  OpenedModel& opened_;
  kernels::Backend& backend_;
  const TranscribeOptions& options_;
  const TranscribeEvents& events_;
  Transcript& transcript_;
  WindowProgress progress_;
};

// Audio → log-mel → encoder → projector: the rows that stand in the prompt for this window.
kernels::Tensor Transcription::embed_audio(const AudioWindow& window, std::int64_t tokens) {
  const model::Model& model = opened_.model;
  progress_.enter(Stage::features, window.index, window.seconds());
  features::MelWindow mel(backend_, model.config.encoder.mel_bins);
  mel.append(window.samples);
  const kernels::Tensor features = mel.log_mel();
  progress_.enter(Stage::encoder, window.index, window.seconds());
  const kernels::Tensor encoded = model.encoder(backend_, features);
  progress_.enter(Stage::projector, window.index, window.seconds());
  kernels::Tensor rows = model.projector(backend_, encoded, tokens);
  progress_.enter(Stage::prefill, window.index, window.seconds());
  return rows;
}

void Transcription::give(const Work& work, const generate::Generated& generated) {
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
  progress_.finish_window(work.window.index, work.window.seconds());
}

void Transcription::run_batch(std::vector<Work>& batch) {
  std::vector<generate::Request> requests;
  requests.reserve(batch.size());
  for (Work& work : batch) requests.push_back(std::move(work.request));
  std::vector<std::optional<generate::Generated>> finished(batch.size());
  std::vector<ModelText::Stream> streams(batch.size(), ModelText::Stream(opened_.text));
  std::vector<std::size_t> counts(batch.size(), 0);
  std::size_t next = 0;  // the earliest window that has not been given out

  generate::GenerateEvents events;
  events.token = [&](std::size_t i, const generate::GeneratedToken& token) {
    const AudioWindow& window = batch[i].window;
    streams[i].push(token.id);
    progress_.decoded(window.index, window.seconds(), ++counts[i]);
    if (i == next && events_.partial) {
      events_.partial({window.index, window.start_s(), window.end_s(), streams[i].text()});
    }
  };
  events.finished = [&](std::size_t i, const generate::Generated& generated) {
    finished[i] = generated;
    for (; next < batch.size() && finished[next]; ++next) give(batch[next], *finished[next]);
  };
  generate::generate(backend_, opened_.model, requests, opened_.model.config.stop_ids, sampling(), events);
}

void Transcription::run_windows(WindowCutter& cutter) {
  // The first window goes alone, so that its text comes soon; then batches grow.
  const std::size_t most = options_.batch > 0 ? static_cast<std::size_t>(options_.batch) : largest_batch;
  std::size_t size = 1;
  double end_s = 0.0;
  for (bool more = true; more;) {
    std::vector<Work> batch;
    while (batch.size() < size) {
      std::optional<AudioWindow> window = cutter.next();
      more = window.has_value();
      if (!more) break;
      end_s = window->end_s();
      const std::int64_t tokens = features::audio_tokens(static_cast<std::int64_t>(window->samples.size()));
      std::vector<std::pair<double, double>> voiced = voice(*window);
      if (tokens == 0 || voiced.empty()) {  // too short to hold a word, or nobody speaks
        progress_.finish_window(window->index, window->seconds());
        continue;
      }
      Work work{std::move(*window), std::move(voiced), {}};
      work.request.prompt = opened_.text.prompt(tokens, options_.prompt);
      work.request.audio = embed_audio(work.window, tokens);
      work.request.max_new_tokens = token_budget(options_, work.window.seconds());
      work.request.guard_loops = !opened_.random_weights;
      batch.push_back(std::move(work));
    }
    if (!batch.empty()) run_batch(batch);
    size = std::min(most, size * 2);
  }
  transcript_.duration_s = end_s;
  progress_.finish(end_s);
}

void Transcription::run_joint(WindowCutter& cutter) {
  // All windows' audio rows behind each other, in one prompt.
  const auto too_long = [] {
    return Error(
        "Joint transcription takes at most 630 s of audio; use --long windows (the default) for longer "
        "files.");
  };
  std::vector<kernels::Tensor> parts;
  Work whole;
  std::int64_t tokens = 0;
  while (std::optional<AudioWindow> window = cutter.next()) {
    if (window->end_s() > joint_limit_s) throw too_long();
    const std::int64_t count = features::audio_tokens(static_cast<std::int64_t>(window->samples.size()));
    const std::vector<std::pair<double, double>> voiced = voice(*window);
    whole.voiced_s.insert(whole.voiced_s.end(), voiced.begin(), voiced.end());
    if (count > 0) parts.push_back(embed_audio(*window, count));
    tokens += count;
    whole.window.samples.resize(whole.window.samples.size() + window->samples.size());
  }
  const double seconds = whole.window.seconds();
  if (tokens > 0) {
    const std::int64_t width = opened_.model.config.decoder.hidden;
    whole.request.audio = backend_.tensor(kernels::DType::f32, {tokens, width});
    std::vector<float> rows;
    for (const kernels::Tensor& part : parts) {
      const std::size_t old = rows.size();
      rows.resize(old + static_cast<std::size_t>(part.view().elements()));
      backend_.download(rows.data() + old, part);
    }
    backend_.upload(whole.request.audio, rows.data());
    whole.request.prompt = opened_.text.prompt(tokens, options_.prompt);
    whole.request.max_new_tokens =
        options_.max_new_tokens > 0 ? options_.max_new_tokens : opened_.model.config.decoder.max_positions;
    std::vector<Work> batch;
    batch.push_back(std::move(whole));
    run_batch(batch);
  }
  transcript_.duration_s = seconds;
  progress_.finish(seconds);
}

class LocalTranscriber final : public Transcriber {
 public:
  explicit LocalTranscriber(OpenedModel opened) : opened_(std::move(opened)) {}

  const EngineInfo& engine() const override { return opened_.engine.info; }
  const ModelInfo& model() const override { return opened_.info; }

  Transcript transcribe(const std::filesystem::path& file, const TranscribeOptions& options,
                        const TranscribeEvents& events, std::stop_token stop) override {
    ReadAhead reader(audio::open_audio(file, options.audio_stream));
    Transcript transcript;
    transcript.source = file.filename().string();
    transcript.model = opened_.info.name;
    transcript.engine = opened_.engine.info.summary();
    opened_.engine.backend->set_stop_token(stop);
    const bool joint = options.long_audio == LongAudio::joint;
    if (joint && reader.duration_s() > joint_limit_s + 1.0) {
      throw Error("Joint transcription takes at most 630 s of audio, and " + file.string() + " has " +
                  std::to_string(static_cast<int>(reader.duration_s())) +
                  " s; use --long windows (the default) for longer files.");
    }
    WindowCutter cutter(reader, joint, std::move(stop));
    Transcription transcription(opened_, options, events, transcript, reader.duration_s());
    try {
      if (joint) {
        transcription.run_joint(cutter);
      } else {
        transcription.run_windows(cutter);
      }
    } catch (const Cancelled&) {
      transcript.cancelled = true;
      transcript.duration_s = transcript.segments.empty() ? 0.0 : transcript.segments.back().end_s;
    }
    transcript.elapsed_s = transcription.elapsed_s();
    return transcript;
  }

 private:
  OpenedModel opened_;
};

}  // namespace

std::unique_ptr<Transcriber> open_transcriber(const EngineOptions& options, std::stop_token stop) {
  return std::make_unique<LocalTranscriber>(open_model(options, stop));
}

}  // namespace tilescribe
