// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "inference/api/model_folder.h"
#include "inference/pipeline/open_on.h"
#include "inference/pipeline/opening.h"
#include "inference/text/prompt.h"
#include "inference/weights/checkpoint.h"
#include "inference/weights/config_section.h"
#include "inference/weights/json_file.h"
#include "inference/weights/mapped_file.h"
#include "inference/weights/random_weights.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view random_nano = "random:nano";

// What a model's file says of its limits. The sentence of the demo model's is translated.
Message limits_of(const std::string& text) {
  const Message demo(
      "The demo model knows English only, instructions have no effect on it, and on strangers' voices about "
      "one word in eight comes out wrong, live one in six.");
  return english(demo) == text ? demo : Message::verbatim(text);
}

// Reads a model folder's optional description: tilescribe.json with "name" and "limits".
void read_description(const fs::path& directory, ModelInfo& info) {
  constexpr std::size_t max_bytes = 1 << 16;
  const fs::path file = directory / "tilescribe.json";
  if (weights::is_absent(file)) return;
  const nlohmann::json json = weights::read_json_object(file, max_bytes);
  const weights::ConfigSection description(json, file.string());
  info.name = description.optional_text("name").value_or(info.name);
  if (const auto limits = description.optional_text("limits")) info.limits = limits_of(*limits);
}

OpenedModel open_random(const EngineOptions& options, const std::stop_token& stop) {
  const weights::ModelConfig config = weights::nano_config();
  const weights::RandomWeights source(config, 1);
  OpenedEngine engine = open_engine_for(source.parameters(), options, stop);
  model::Model model = model::load_model(*engine.backend, config, source, stop, engine.types);
  model.config.stop_ids.clear();
  ModelInfo info;
  info.name = "GLM-ASR-Nano-2512's shape, random weights";
  info.parameters = source.parameters();
  info.memory_bytes = model.weight_bytes;
  info.limits =
      Message("Random weights write random tokens, shown as numbers: this model only measures speed.");
  return {std::move(engine), std::move(model), ModelText({}, {}, config.audio_token_id), std::move(info),
          true};
}

/// A checkpoint folder, read except for its weights.
struct ModelFolder {
  std::unique_ptr<weights::Checkpoint> checkpoint;
  text::Tokenizer tokenizer;
  std::string instruction;
  ModelInfo info;
};

ModelFolder open_folder(const std::string& model) {
  if (model.starts_with("random:")) {
    throw Error("The only model with random weights is random:nano, not {1}.", model);
  }
  const fs::path directory = model.empty() ? demo_model_directory() : fs::path(model);
  if (!fs::is_directory(directory)) {
    if (fs::exists(directory))
      throw Error(
          "A model is a folder with config.json, tokenizer.json and model.safetensors, but {1} is not a "
          "folder.",
          directory.string());
    throw Error(
        "A model is a folder with config.json, tokenizer.json and model.safetensors, but {1} does not exist.",
        directory.string());
  }
  // Small files first: a missing tokenizer is reported before gigabytes are read.
  std::unique_ptr<weights::Checkpoint> checkpoint = weights::Checkpoint::open(directory);
  text::Tokenizer tokenizer = text::Tokenizer::load(directory / "tokenizer.json");
  std::string instruction = text::default_instruction(directory);
  static_cast<void>(
      text::transcription_prompt(tokenizer, checkpoint->config().audio_token_id, 1, instruction));
  if (tokenizer.vocabulary_size() > checkpoint->config().decoder.vocab) {
    throw Error("The tokenizer in {1} has {2} tokens, more than the model's vocabulary of {3}.",
                directory.string(), tokenizer.vocabulary_size(), checkpoint->config().decoder.vocab);
  }
  ModelInfo info;
  info.name = checkpoint->config().name;
  info.path = directory;
  info.parameters = checkpoint->parameters();
  info.default_prompt = instruction;
  info.is_demo = model.empty();
  read_description(directory, info);
  return {std::move(checkpoint), std::move(tokenizer), std::move(instruction), std::move(info)};
}

OpenedModel load_folder(ModelFolder folder, OpenedEngine engine, const std::stop_token& stop) {
  auto& [checkpoint, tokenizer, instruction, info] = folder;
  model::Model model =
      model::load_model(*engine.backend, checkpoint->config(), *checkpoint, stop, engine.types);

  // Markers that end a turn stop generation, even if no config lists them.
  std::vector<int>& stops = model.config.stop_ids;
  for (const char* marker : {"<|endoftext|>", "<|user|>", "<|observation|>"}) {
    if (const std::optional<int> id = tokenizer.id_of(marker);
        id && std::ranges::find(stops, *id) == stops.end()) {
      stops.push_back(*id);
    }
  }

  info.memory_bytes = model.weight_bytes;
  ModelText text(std::move(tokenizer), std::move(instruction), checkpoint->config().audio_token_id);
  return {std::move(engine), std::move(model), std::move(text), std::move(info), false};
}

OpenedModel open_on(const EngineOptions& options, const std::stop_token& stop) {
  if (options.model == random_nano) return open_random(options, stop);
  ModelFolder folder = open_folder(options.model);
  OpenedEngine engine = open_engine_for(folder.checkpoint->parameters(), options, stop);
  return load_folder(std::move(folder), std::move(engine), stop);
}

}  // namespace

const SearchFiles* search_files(OpenedModel& opened) {
  if (opened.search || opened.info.path.empty()) return opened.search ? &*opened.search : nullptr;
  const fs::path words = opened.info.path / search::WordNgram::file_name,
                 letters = opened.info.path / align::LetterHead::file_name;
  if (weights::is_absent(words) || weights::is_absent(letters)) return nullptr;
  return &opened.search.emplace(
      SearchFiles{search::WordNgram(words),
                  align::LetterHead(*opened.engine.backend, opened.model.config.encoder, letters)});
}

ModelInfo model_info(const std::string& model) {
  return open_folder(model).info;
}

void check_model(const std::string& model) {
  if (model != random_nano) static_cast<void>(open_folder(model));
}

OpenedModel open_model(const EngineOptions& options, const std::stop_token& stop) {
  return open_or_on_cpu(options, [&](const EngineOptions& on) { return open_on(on, stop); });
}

OpenedModel open_model_on(OpenedEngine engine, const EngineOptions& options, const std::stop_token& stop) {
  ModelFolder folder = open_folder(options.model);
  prepare_for(*engine.backend, folder.checkpoint->parameters(), options, stop);
  return load_folder(std::move(folder), std::move(engine), stop);
}

}  // namespace tilescribe
