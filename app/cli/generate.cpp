// SPDX-License-Identifier: Apache-2.0
// generate: texts that a GPT-2 continues.
#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output_files.h"

namespace tilescribe::cli {
namespace {

void add(nlohmann::ordered_json& json, const ContinuedText& text) {
  json["prompt_ids"] = text.prompt_ids;
  json["ids"] = text.ids;
  json["text"] = text.text;
}

// A single text stands beside the model; several are a list.
std::string json_of(const GeneratedTexts& written, const GenerateOptions& options) {
  nlohmann::ordered_json json;
  json["model"] = written.model.name;
  json["parameters"] = written.model.parameters;
  json["engine"] = written.engine.summary();
  if (written.texts.size() == 1) {
    add(json, written.texts[0]);
  } else {
    for (const ContinuedText& text : written.texts) add(json["texts"].emplace_back(), text);
  }
  json["temperature"] = options.temperature;
  json["top_k"] = options.top_k;
  json["seed"] = options.seed;
  json["first_token_s"] = written.first_token_s;
  json["tokens_per_s"] = written.tokens_per_s();
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace

int execute(const GenerateCommand& command, const Context& context) {
  check_writable(command.json);
  check_writable(command.logits);
  const bool writes = command.json != "-";
  const bool several = command.options.prompts.size() + command.options.tokens.size() > 1;
  WriteEvents events;
  events.written = [&](std::size_t, const std::string& piece) {
    if (writes && !several) context.console.out(piece);
  };
  const GeneratedTexts written =
      context.services.lab.generate_texts(command.options, events, context.console.interrupts());
  std::string logits;
  for (const ContinuedText& text : written.texts) {
    // Several are written at the same time, so each is shown when all are there.
    if (writes) context.console.out((several ? text.text : std::string()) + '\n');
    logits.append(reinterpret_cast<const char*>(text.logits.data()), text.logits.size() * sizeof(float));
  }
  say(context,
      Message("{1} on {2}: the first token took {3} s, then {4} tokens a second.", written.model.name,
              written.engine.description(), Real{written.first_token_s, 3}, Real{written.tokens_per_s(), 1}));
  if (context.verbose) say(context, written.engine.reason);
  if (!command.logits.empty()) write_file(command.logits, logits);
  const std::string json = json_of(written, command.options);
  if (!writes) context.console.out(json);
  if (writes && !command.json.empty()) write_file(command.json, json);
  return exit_done;
}

}  // namespace tilescribe::cli
