// SPDX-License-Identifier: Apache-2.0
// Any bytes as a model's config.json: refused with an Error, or all sizes are positive.
#include "inference/weights/gpt_config.h"
#include "inference/weights/model_config.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  const auto file = folder.write("config.json", fuzz::characters(data, size));
  try {
    const weights::ModelConfig config = weights::read_model_config(folder.path());
    fuzz::require(config.encoder.layers > 0 && config.decoder.layers > 0, "a model has no layers");
    fuzz::require(config.decoder.vocab > 0, "a model has no vocabulary");
  } catch (const Error&) {
  }
  try {
    static_cast<void>(weights::read_gpt_config(file));
  } catch (const Error&) {
  }
  return 0;
}
