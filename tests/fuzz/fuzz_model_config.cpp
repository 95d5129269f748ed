// SPDX-License-Identifier: Apache-2.0
// Any bytes as each of a model's configuration files: config.json of both families, generation_config.json
// and processor_config.json. Refused with an Error, or all sizes are positive and all ids are in the
// vocabulary.
#include <filesystem>

#include "inference/text/prompt.h"
#include "inference/weights/gpt_config.h"
#include "inference/weights/model_config.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;

void read_model(const std::filesystem::path& folder) {
  const weights::ModelConfig config = weights::read_model_config(folder);
  fuzz::require(config.encoder.layers > 0 && config.decoder.layers > 0, "a model has no layers");
  fuzz::require(config.decoder.vocab > 0, "a model has no vocabulary");
  for (const int id : config.stop_ids)
    fuzz::require(id >= 0 && id < config.decoder.vocab, "a token that ends a text is in no vocabulary");
}

// A folder whose config.json is right.
class WholeModel : public fuzz::InputFolder {
 public:
  WholeModel() {
    std::filesystem::copy_file(TILESCRIBE_TEST_DATA "/../fuzz/seeds/model_config/demo.json",
                               path() / "config.json");
  }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::InputFolder folder;
  static const WholeModel whole;
  const auto input = fuzz::characters(data, size);
  const auto file = folder.write("config.json", input);
  fuzz::refused_or([] { read_model(folder.path()); });
  fuzz::refused_or([&] { static_cast<void>(weights::read_gpt_config(file)); });
  whole.write("generation_config.json", input);
  fuzz::refused_or([] { read_model(whole.path()); });
  whole.write("processor_config.json", input);
  fuzz::refused_or([] { static_cast<void>(text::default_instruction(whole.path())); });
  return 0;
}
