// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "inference/api/ablation.h"
#include "inference/api/lab.h"
#include "inference/audio/pcm_reader.h"
#include "inference/features/mel_window.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/window_cutter.h"
#include "inference/weights/safetensors.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

using kernels::DType;
using kernels::Tensor;

constexpr std::int64_t kept_frame = 25;  // golden files hold every 25th frame of long tensors

// Limits for comparisons with the golden file.
struct Tolerances {
  double features;         // largest error over the golden tensor's largest absolute value
  double relative;         // the same for the stages that depend on weights
  double margin;           // a smaller difference between best and second logit is a near tie
  double counted;          // least share of steps that must count
  bool like_transformers;  // stages that transformers also computed in bf16 are measured against its error
};

// Appends every step-th row, each of `width` values, to `out`.
void append_rows(std::vector<float>& out, const std::vector<float>& values, std::int64_t width,
                 std::int64_t step) {
  const std::int64_t rows = static_cast<std::int64_t>(values.size()) / width;
  for (std::int64_t r = 0; r < rows; r += step) {
    out.insert(out.end(), values.begin() + r * width, values.begin() + (r + 1) * width);
  }
}

VerifyRow compare(const std::string& stage, const std::vector<float>& found, const std::vector<float>& golden,
                  double tolerance) {
  VerifyRow row{stage, 0.0, tolerance, false, {}};
  if (found.size() != golden.size()) {
    row.error = INFINITY;
    row.message = Message("{1} values, but the golden file has {2}", found.size(), golden.size());
    return row;
  }
  row.error = largest_difference(found, golden);
  row.passed = row.error <= tolerance;
  row.message = std::isfinite(row.error) ? Message("{1} values", golden.size())
                                         : Message("{1} values, not all finite", golden.size());
  return row;
}

std::string scientific(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2e", value);
  return text.data();
}

// If the golden file has a stage in transformers' bf16, too, a bf16 engine may be twice as far from float32.
VerifyRow compare_stage(const std::string& stage, const std::vector<float>& found,
                        const weights::SafetensorsFile& golden, const Tolerances& allowed) {
  const std::vector<float> exact = golden.floats(stage);
  const std::string half = stage + "_bf16";
  if (!allowed.like_transformers || !golden.has(half)) return compare(stage, found, exact, allowed.relative);
  const std::vector<float> rounded = golden.floats(half);
  if (rounded.size() != exact.size()) {
    throw Error("The golden file {1} must hold as many values of {2} as of {3}.", golden.path().string(),
                half, stage);
  }
  const double theirs = largest_difference(rounded, exact);
  VerifyRow row = compare(stage, found, exact, 2.0 * theirs);
  row.message = Message("{1}, error {2} here, {3} of transformers in bf16", row.message,
                        scientific(row.error), scientific(theirs));
  return row;
}

// The limits for an engine's arithmetic.
Tolerances tolerances(const OpenedEngine& engine) {
  const bool bf16 = engine.backend->activation_dtype() != DType::f32;
  const bool exact = !bf16 && engine.info.compute != "tf32";
  if (engine.info.weights == "int8") return {exact ? 1e-4 : 1e-2, 3e-2, 0.2, 0.85, false};
  if (engine.info.weights == "fp8" || engine.info.float8_cache) return {1e-2, 1e-1, 0.2, 0.85, false};
  if (exact) return {1e-4, 1e-4, 1e-2, 0.95, false};
  // Full-size random weights have near ties at every other step, and bf16 decides some of them differently.
  return {1e-2, 1e-2, 0.2, 0.85, bf16};
}

// Automatic compute means the exact arithmetic if there is a choice.
EngineOptions verified_engine(EngineOptions options) {
  if (options.compute != Compute::automatic) return options;
  if (options.engine == Engine::automatic) {
    const std::vector<DeviceRow> rows = devices();
    if (std::ranges::any_of(rows, [](const DeviceRow& row) { return row.chosen && row.gpu >= 0; }))
      return options;
    options.engine = Engine::cpu;
  }
  if (options.engine != Engine::cuda) options.compute = Compute::f32;
  return options;
}

// The golden file has features as [mels, frames]; here they are [frames, mels] with a margin row at each end.
std::vector<float> golden_features(const weights::SafetensorsFile& golden, std::int64_t mels) {
  const std::string name = golden.has("input_features") ? "input_features" : "input_features_every_25";
  const std::vector<float> stored = golden.floats(name);
  const std::int64_t step = name == "input_features" ? kept_frame : 1;
  const std::int64_t columns =
      name == "input_features" ? features::window_frames : features::window_frames / kept_frame;
  const std::int64_t windows = static_cast<std::int64_t>(stored.size()) / (mels * columns);
  std::vector<float> rows;
  for (std::int64_t w = 0; w < windows; ++w) {
    for (std::int64_t t = 0; t < columns; t += step) {
      for (std::int64_t m = 0; m < mels; ++m)
        rows.push_back(stored[static_cast<std::size_t>((w * mels + m) * columns + t)]);
    }
  }
  return rows;
}

VerifyRow compare_prompt(const std::vector<std::int32_t>& prompt, const std::vector<std::int64_t>& golden) {
  VerifyRow row{"prompt_ids", 0.0, 0.0, false, {}};
  std::size_t different = std::max(prompt.size(), golden.size()) - std::min(prompt.size(), golden.size());
  for (std::size_t i = 0; i < std::min(prompt.size(), golden.size()); ++i)
    different += prompt[i] != golden[i] ? 1 : 0;
  row.error = static_cast<double>(different) / static_cast<double>(std::max<std::size_t>(golden.size(), 1));
  row.passed = different == 0;
  row.message = Message("{1} ids, {2} differ", prompt.size(), different);
  return row;
}

std::int32_t best_id(const std::vector<float>& logits) {
  return static_cast<std::int32_t>(std::ranges::max_element(logits) - logits.begin());
}

// Runs the decoder along the golden ids, so each step counts whatever earlier ones chose.
VerifyRow compare_steps(OpenedModel& opened, const layers::KvCache& cache, std::int32_t position,
                        std::vector<float> logits, const weights::SafetensorsFile& golden,
                        const Tolerances& allowed) {
  kernels::Backend& backend = *opened.engine.backend;
  const std::vector<std::int64_t> ids = golden.integers("generated");
  const std::vector<float> margins = golden.floats("generated_margins");
  if (ids.empty() || margins.size() != ids.size()) {
    throw Error("The golden file {1} must hold as many generated_margins as generated ids.",
                golden.path().string());
  }
  // A step counts if its margin is decisive or if the choice equals the golden one. The rest are near ties
  // that were decided differently.
  const Tensor id = backend.tensor(DType::i32, {1}), slot = backend.tensor(DType::i32, {1}),
               at = backend.tensor(DType::i32, {1});
  backend.fill_zero(slot);
  std::size_t decided = 0, wrong = 0, near_ties_lost = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool decides = static_cast<double>(margins[i]) > allowed.margin;
    const bool equal = best_id(logits) == ids[i];
    decided += decides ? 1 : 0;
    wrong += decides && !equal ? 1 : 0;
    near_ties_lost += !decides && !equal ? 1 : 0;
    if (i + 1 == ids.size()) break;
    const auto next = static_cast<std::int32_t>(ids[i]);
    backend.upload(id, &next);
    backend.upload(at, &position);
    ++position;
    logits =
        backend.floats(opened.model.decoder.step(backend, cache, id, {slot, at, cache.capacity()}).view());
  }
  const auto steps = static_cast<double>(ids.size());
  VerifyRow row{"generated_ids", static_cast<double>(wrong) / steps, 0.0, false, {}};
  row.passed = wrong == 0 && steps - static_cast<double>(near_ties_lost) >= allowed.counted * steps;
  row.message = Message("{1} of {2} steps count, {3} differ, {4} near ties", ids.size() - near_ties_lost,
                        ids.size(), wrong, ids.size() - decided);
  return row;
}

}  // namespace

void verify_model(const VerifyOptions& options, const std::function<void(const VerifyRow&)>& row,
                  const std::stop_token& stop) {
  const weights::SafetensorsFile golden(options.golden);
  for (const char* name :
       {"encoder", "audio_embeds", "input_ids", "prefill_logits", "generated", "generated_margins"}) {
    if (!golden.has(name)) {
      throw Error("A golden file holds a tensor named {1}, but {2} has none.", name, options.golden.string());
    }
  }
  const std::unique_ptr<audio::PcmReader> reader = audio::open_audio(options.audio, -1, stop);
  OpenedModel opened = open_model(verified_engine(options.engine), stop);
  kernels::Backend& backend = *opened.engine.backend;
  const model::Model& model = opened.model;
  const Tolerances allowed = tolerances(opened.engine);

  std::vector<float> features, encoder, embeds;
  WindowCutter cutter(*reader, {.exact = true}, stop);
  features::MelWindow mel(backend, model.config.encoder.mel_bins, model.encoder.activation(backend));
  while (const std::optional<AudioWindow> window = cutter.next()) {
    const Tensor log_mel = mel.log_mel(window->samples);
    append_rows(features, backend.floats(log_mel.view().rows(1, features::window_frames)),
                model.config.encoder.mel_bins, kept_frame);
    const Tensor encoded = model.encoder(backend, log_mel);
    append_rows(encoder, backend.floats(encoded.view()), model.config.encoder.hidden, kept_frame);
    const std::int64_t tokens = features::audio_tokens(window->count);
    if (tokens == 0) continue;
    const Tensor rows = model.projector(backend, encoded.view().rows(0, tokens * weights::merged_frames));
    append_rows(embeds, backend.floats(rows.view()), model.decoder.width(), 1);
  }
  row(compare("features", features, golden_features(golden, model.config.encoder.mel_bins),
              allowed.features));
  row(compare_stage("encoder", encoder, golden, allowed));
  row(compare_stage("audio_embeds", embeds, golden, allowed));

  const std::int64_t tokens = static_cast<std::int64_t>(embeds.size()) / model.decoder.width();
  const text::Prompt prompt = opened.text.prompt(tokens, {});
  row(compare_prompt(prompt.ids, golden.integers("input_ids")));

  const Tensor audio = backend.tensor(DType::f32, {tokens, model.decoder.width()});
  backend.upload(audio, embeds.data());
  const auto steps = static_cast<std::int64_t>(golden.entry("generated").shape.at(0));
  const layers::KvCache cache =
      model.decoder.make_cache(backend, 1, static_cast<std::int64_t>(prompt.ids.size()) + steps);
  const layers::Prompt prompts[] = {{0, prompt.ids, prompt.audio_begin, audio}};
  std::vector<float> logits = backend.floats(model.decoder.prefill(backend, cache, prompts).view());
  row(compare_stage("prefill_logits", logits, golden, allowed));
  row(compare_steps(opened, cache, static_cast<std::int32_t>(prompt.ids.size()), std::move(logits), golden,
                    allowed));
}

}  // namespace tilescribe
