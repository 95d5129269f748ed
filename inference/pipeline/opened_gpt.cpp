// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/opened_gpt.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "inference/api/generate.h"
#include "inference/pipeline/opening.h"
#include "inference/weights/gpt_checkpoint.h"
#include "inference/weights/random_weights.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr std::string_view random_prefix = "random:";

/// A model, read except for its weights.
struct GptSource {
  weights::GptConfig config;
  std::unique_ptr<weights::WeightSource> weights;
  std::optional<text::Tokenizer> tokenizer;
  std::filesystem::path path;  // empty for random weights
};

GptSource random_source(std::string_view name) {
  GptSource source;
  source.config = weights::named_gpt_config(name);
  source.weights = std::make_unique<weights::RandomWeights>(expected_tensors(source.config), 1);
  return source;
}

GptSource checkpoint_source(const std::filesystem::path& path) {
  std::unique_ptr<weights::GptCheckpoint> checkpoint = weights::GptCheckpoint::open(path);
  GptSource source;
  source.config = checkpoint->config();
  source.path = path;
  std::error_code unknown;
  source.tokenizer =
      text::Tokenizer::in_folder(std::filesystem::is_directory(path, unknown) ? path : path.parent_path());
  if (source.tokenizer && source.tokenizer->vocabulary_size() > source.config.vocab)
    throw Error("The tokenizer in {1} has {2} tokens, more than the model's vocabulary of {3}.",
                source.tokenizer->source(), source.tokenizer->vocabulary_size(), source.config.vocab);
  source.weights = std::move(checkpoint);
  return source;
}

OpenedGpt open_gpt_on(const EngineOptions& options, const std::stop_token& stop) {
  GptSource source = options.model.starts_with(random_prefix)
                         ? random_source(std::string_view(options.model).substr(random_prefix.size()))
                         : checkpoint_source(options.model);
  // A tied head is stored as the embedding's table, and again as a matrix.
  const std::int64_t parameters = source.weights->parameters(),
                     twice = source.config.tied ? source.config.vocab * source.config.width : 0;
  OpenedEngine engine = open_engine_for(parameters + twice, options, stop);
  model::Gpt model = model::load_gpt(*engine.backend, source.config, *source.weights, stop);
  model.decoder.float8_cache = engine.types.float8_cache;
  ModelInfo info;
  info.name = source.path.empty() ? source.config.name + ", random weights" : source.config.name;
  info.path = source.path;
  info.parameters = parameters;
  info.memory_bytes = model.weight_bytes;
  return {std::move(engine), std::move(model), std::move(source.tokenizer), std::move(info)};
}

}  // namespace

std::vector<std::string> random_gpt_names() {
  const std::vector<std::string_view> names = weights::gpt_names();
  return {names.begin(), names.end()};
}

OpenedGpt open_gpt(const EngineOptions& options, const std::stop_token& stop) {
  return open_or_on_cpu(options, [&](const EngineOptions& on) { return open_gpt_on(on, stop); });
}

}  // namespace tilescribe
