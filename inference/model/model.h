// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "inference/layers/sequence_model.h"
#include "inference/model/encoder.h"
#include "inference/model/model_types.h"

namespace tilescribe::model {

/// GLM-ASR's language model, a Llama with grouped-query attention.
layers::SequenceModel load_decoder(const weights::DecoderConfig& config, const ModelTypes& types,
                                   layers::WeightLoader& loader);

/// A GLM-ASR model with its weights prepared on a backend. Immutable.
struct Model {
  weights::ModelConfig config;
  Encoder encoder;
  Projector projector;
  layers::SequenceModel decoder;
  std::int64_t weight_bytes = 0;  // as stored by the backend
};

/// Prepares all weights. Throws Error, or Cancelled on a stop request.
Model load_model(kernels::Backend& backend, const weights::ModelConfig& config,
                 const weights::WeightSource& source, const std::stop_token& stop,
                 const ModelTypes& types = {});

}  // namespace tilescribe::model
