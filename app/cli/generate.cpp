// SPDX-License-Identifier: Apache-2.0
// generate: a text that a GPT-2 continues.
#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output_files.h"

namespace tilescribe::cli {
namespace {

std::string json_of(const GeneratedText& text, const GenerateOptions& options) {
  nlohmann::ordered_json json;
  json["model"] = text.model.name;
  json["parameters"] = text.model.parameters;
  json["engine"] = text.engine.summary();
  json["prompt_ids"] = text.prompt_ids;
  json["ids"] = text.ids;
  json["text"] = text.text;
  json["temperature"] = options.temperature;
  json["top_k"] = options.top_k;
  json["seed"] = options.seed;
  json["first_token_s"] = text.first_token_s;
  json["tokens_per_s"] = text.tokens_per_s();
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace

int execute(const GenerateCommand& command, const Context& context) {
  check_writable(command.json);
  check_writable(command.logits);
  const bool writes = command.json != "-";
  const auto written = [&](const std::string& piece) {
    if (writes) context.console.out(piece);
  };
  const GeneratedText text =
      context.services.lab.generate_text(command.options, written, context.console.interrupts());
  if (writes) context.console.out("\n");
  say(context, Message("{1} on {2}: the first token took {3} s, then {4} tokens a second.", text.model.name,
                       text.engine.description(), Real{text.first_token_s, 3}, Real{text.tokens_per_s(), 1}));
  if (context.verbose) say(context, text.engine.reason);
  if (!command.logits.empty())
    write_file(command.logits,
               {reinterpret_cast<const char*>(text.logits.data()), text.logits.size() * sizeof(float)});
  const std::string json = json_of(text, command.options);
  if (!writes) context.console.out(json);
  if (writes && !command.json.empty()) write_file(command.json, json);
  return exit_done;
}

}  // namespace tilescribe::cli
