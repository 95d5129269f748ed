// SPDX-License-Identifier: Apache-2.0
// The options of models and of the commands below it.
#include "app/cli/options.h"
#include "inference/api/models.h"

namespace tilescribe::cli {
namespace {

void take_mirror(std::string& mirror, const std::string& value) {
  try {
    mirror = checked_address(value);
  } catch (...) {
    throw WrongUsage("--mirror: {1}", describe_failure(std::current_exception()).message);
  }
}

AddModelCommand add_command(const AddModelCommand& command) {
  if (command.folder.empty()) throw WrongUsage("models add expects a model's folder; found none.");
  return command;
}

RemoveModelCommand remove_command(const RemoveModelCommand& command) {
  if (command.name.empty()) throw WrongUsage("models remove expects a model's name or folder; found none.");
  return command;
}

}  // namespace

void add_models(Parser& parser) {
  const auto [models, list] = parser.add<ModelsCommand>(parser.program(), "models");
  static_cast<void>(list);
  const auto [getting, get] = parser.add<GetModelCommand>(models, "models get");
  add_text(
      getting, "--mirror",
      {"URL", "Address of a mirror of Hugging Face, e.g. https://hf-mirror.com. Default: huggingface.co."},
      [&mirror = get.mirror](const std::string& value) { take_mirror(mirror, value); });
  add_text(getting, "--into",
           {"DIR", "Folder in which the model's folder is made. Default: ~/.local/share/tilescribe/models."},
           [&into = get.into](const std::string& value) { into = value; });
  const auto [adding, add] = parser.add<AddModelCommand>(models, "models add", add_command);
  add_text(adding, "FOLDER", {"", "The folder with config.json, tokenizer.json and model.safetensors."},
           [&folder = add.folder](const std::string& value) { folder = value; });
  const auto [removing, remove] = parser.add<RemoveModelCommand>(models, "models remove", remove_command);
  add_text(removing, "NAME", {"", "The model's name or folder, as the list shows it."}, remove.name);
  removing.add_flag("--yes", remove.agreed, "Do it without a question.");
}

}  // namespace tilescribe::cli
