// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "inference/layers/sequence_model.h"
#include "inference/weights/gpt_config.h"

namespace tilescribe::model {

/// A decoder of the GPT-2 family with its weights prepared on a backend. Immutable.
struct Gpt {
  weights::GptConfig config;
  layers::SequenceModel decoder;
  std::int64_t weight_bytes = 0;  // as stored by the backend
};

/// Prepares all weights; `source` has the tensors of expected_tensors(config). Throws Error, or Cancelled on
/// a stop request.
Gpt load_gpt(kernels::Backend& backend, const weights::GptConfig& config, const weights::WeightSource& source,
             const std::stop_token& stop);

}  // namespace tilescribe::model
