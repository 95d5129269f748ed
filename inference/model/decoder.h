// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/layers/sequence_model.h"
#include "inference/weights/model_config.h"

namespace tilescribe::model {

/// GLM-ASR's language model, a Llama with grouped-query attention.
layers::SequenceModel load_decoder(const weights::DecoderConfig& config, layers::WeightLoader& loader);

}  // namespace tilescribe::model
