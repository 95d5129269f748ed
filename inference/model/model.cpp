// SPDX-License-Identifier: Apache-2.0
#include "inference/model/model.h"

namespace tilescribe::model {

Model load_model(kernels::Backend& backend, const weights::ModelConfig& config,
                 const weights::WeightSource& source, const std::stop_token& stop, const ModelTypes& types) {
  layers::WeightLoader loader(backend, source, stop);
  Encoder encoder(config.encoder, loader, types.encoder, Projector::type_of(types.projector));
  Projector projector(loader, types.projector);
  layers::SequenceModel decoder = load_decoder(config.decoder, types, loader);
  loader.begin_group({});
  backend.synchronize();  // errors of pending uploads are reported here
  return {config, std::move(encoder), std::move(projector), std::move(decoder), loader.prepared_bytes()};
}

}  // namespace tilescribe::model
