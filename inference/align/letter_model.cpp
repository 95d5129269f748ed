// SPDX-License-Identifier: Apache-2.0
#include "inference/align/letter_model.h"

#include "inference/layers/weight_loader.h"

namespace tilescribe::align {
namespace {

weights::EncoderConfig cut_after(weights::EncoderConfig config, std::int64_t layers) {
  config.layers = layers;
  return config;
}

}  // namespace

LetterModel::LetterModel(kernels::Backend& backend, const weights::EncoderConfig& config,
                         const weights::WeightSource& source, const std::filesystem::path& side_file,
                         const std::stop_token& stop)
    : backend_(backend), mel_(backend, config.mel_bins), head_(backend, config, side_file) {
  layers::WeightLoader loader(backend, source, stop);
  encoder_.emplace(cut_after(config, head_.layer()), loader);
}

void LetterModel::listen(std::span<const float> window, double start_s, LetterScores& scores,
                         std::int64_t mel_frames) {
  const kernels::Tensor encoded = encoder_->blocks(backend_, mel_.log_mel(window, mel_frames));
  head_.listen(backend_, encoded, window.size(), start_s, scores);
}

}  // namespace tilescribe::align
