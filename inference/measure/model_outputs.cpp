// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "inference/api/ablation.h"
#include "inference/api/engine_names.h"
#include "inference/audio/pcm_reader.h"
#include "inference/features/mel_window.h"
#include "inference/pipeline/opened_model.h"
#include "inference/pipeline/window_cutter.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"
#include "kernels/profile/hooks.h"

namespace tilescribe {
namespace {

using kernels::DType;
using kernels::Tensor;

constexpr std::size_t most_steps = 16;

/// The composite ops that ran in one piece.
class FusedOps final : public kernels::OpHook {
 public:
  explicit FusedOps(const kernels::Backend& backend) {
    for (const kernels::OpEntry* op : backend.registry().ops()) {
      const auto variants = op->variants(backend.name());
      if (std::ranges::find(variants, kernels::composition_name, &kernels::VariantLabel::name) !=
          variants.end())
        composite_.emplace(op->name());
    }
  }
  void op_begins(const kernels::OpLabel& label) override {
    if (label.variant != kernels::composition_name && composite_.contains(label.op)) ran_.emplace(label.op);
  }
  std::vector<std::string> names() const { return {ran_.begin(), ran_.end()}; }

 private:
  std::set<std::string, std::less<>> composite_, ran_;
};

int best_of(const std::vector<float>& logits) {
  return static_cast<int>(std::ranges::max_element(logits) - logits.begin());
}

// The logits at the prompt's end and behind each further token: those of `along`, else the likeliest ones.
void read_text(OpenedModel& opened, const Tensor& audio, const std::vector<int>& along, ModelOutputs& out) {
  kernels::Backend& backend = *opened.engine.backend;
  const layers::SequenceModel& decoder = opened.model.decoder;
  const text::Prompt prompt = opened.text.prompt(audio.view().shape[0], opened.instruction({}, {}));
  const std::size_t steps = along.empty() ? most_steps : along.size();
  const layers::KvCache cache =
      decoder.make_cache(backend, 1, static_cast<std::int64_t>(prompt.ids.size() + steps));
  const layers::Prompt prompts[] = {{0, prompt.ids, prompt.audio_begin, audio}};
  std::vector<float> logits = backend.floats(decoder.prefill(backend, cache, prompts).view());
  out.logits = logits;
  const Tensor id = backend.tensor(DType::i32, {1}), slot = backend.tensor(DType::i32, {1}),
               at = backend.tensor(DType::i32, {1});
  backend.fill_zero(slot);
  auto position = static_cast<std::int32_t>(prompt.ids.size());
  const std::vector<int>& ends = opened.model.config.stop_ids;
  for (std::size_t i = 0; i < steps; ++i, ++position) {
    const std::int32_t next = along.empty() ? best_of(logits) : along[i];
    if (along.empty() && std::ranges::find(ends, next) != ends.end()) return;
    out.tokens.push_back(next);
    backend.upload(id, &next);
    backend.upload(at, &position);
    logits = backend.floats(decoder.step(backend, cache, id, {slot, at, cache.capacity()}).view());
    out.logits.insert(out.logits.end(), logits.begin(), logits.end());
  }
}

}  // namespace

ModelOutputs model_outputs(const EngineOptions& engine, const std::filesystem::path& audio,
                           const std::vector<int>& along, const std::stop_token& stop) {
  const std::unique_ptr<audio::PcmReader> reader = audio::open_audio(audio, -1, stop);
  OpenedModel opened = open_model(engine, stop);
  kernels::Backend& backend = *opened.engine.backend;
  const model::Model& model = opened.model;
  FusedOps fused(backend);
  const kernels::Hooked hooked(backend.hooks(), fused);
  ModelOutputs out;
  out.engine = value_of(engine_names, backend.name()).value_or(Engine::automatic);
  out.compute = value_of(compute_names, opened.engine.info.compute).value_or(Compute::automatic);

  WindowCutter cutter(*reader, {.exact = true}, stop);
  const std::optional<AudioWindow> window = cutter.next();
  const std::int64_t tokens = window ? features::audio_tokens(window->count) : 0;
  if (tokens == 0) throw Error("Expected a recording with sound in it, but {1} has none.", audio.string());
  features::MelWindow mel(backend, model.config.encoder.mel_bins, model.encoder.activation(backend));
  const Tensor encoded = model.encoder(backend, mel.log_mel(window->samples));
  const kernels::TensorView heard = encoded.view().rows(0, tokens * weights::merged_frames);
  out.encoder = backend.floats(heard);
  const Tensor rows = model.projector(backend, heard);
  out.projector = backend.floats(rows.view());
  read_text(opened, rows, along, out);
  out.fused = fused.names();
  return out;
}

bool cpu_has_bf16() {
  return kernels::cpu_facts().bf16;
}

double largest_difference(const std::vector<float>& found, const std::vector<float>& exact) {
  double largest = 0.0, difference = 0.0;
  bool finite = found.size() == exact.size();
  for (std::size_t i = 0; finite && i < exact.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(exact[i])));
    difference = std::max(difference, std::abs(static_cast<double>(found[i]) - exact[i]));
    finite = std::isfinite(found[i]);
  }
  return finite ? difference / std::max(largest, 1e-30) : std::numeric_limits<double>::infinity();
}

}  // namespace tilescribe
