// SPDX-License-Identifier: Apache-2.0
#include "inference/model/model.h"

namespace tilescribe::model {

Model load_model(kernels::Backend& backend, const weights::ModelConfig& config,
                 const weights::WeightSource& source, const std::stop_token& stop) {
  layers::WeightLoader loader(backend, source, stop);
  Encoder encoder(config.encoder, loader);
  Projector projector(loader);
  layers::SequenceModel decoder = load_decoder(config.decoder, loader);
  backend.synchronize();  // errors of pending uploads are reported here
  return {config, std::move(encoder), std::move(projector), std::move(decoder), loader.prepared_bytes()};
}

}  // namespace tilescribe::model
