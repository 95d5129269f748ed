// SPDX-License-Identifier: Apache-2.0
// The options of generate.
#include <utility>

#include "app/cli/options.h"

namespace tilescribe::cli {
namespace {

GenerateCommand generate_command(const GenerateCommand& command) {
  if (command.options.engine.model.empty())
    throw WrongUsage("generate expects --model with a GPT-2 checkpoint or random:NAME; found none.");
  const bool text = !command.options.prompts.empty(), tokens = !command.options.tokens.empty();
  if (!text && !tokens) throw WrongUsage("generate expects --prompt TEXT or --tokens N,N,…; found neither.");
  if (text && tokens) throw WrongUsage("generate expects --prompt TEXT or --tokens N,N,…; found both.");
  return command;
}

}  // namespace

void add_generate(Parser& parser) {
  constexpr int most_tokens = 1'000'000;
  const auto [options, command] = parser.add<GenerateCommand>(parser.program(), "generate", generate_command);
  GenerateOptions& how = command.options;
  add_text(
      options, "--model",
      {"DIR|FILE.pt|random:NAME",
       "A checkpoint's folder, or a model.pt of minGPT; or random weights in one of these shapes: gpt-nano, "
       "gpt-micro, gpt-mini, gpt2, gpt2-medium, gpt2-large, gpt2-xl, gpt-tile-small, gpt-tile-medium, "
       "gpt-tile-large."},
      how.engine.model);
  add_texts(options, "--prompt",
            {"TEXT", "The text that is continued. Several are continued together, each as if it were alone."},
            [&prompts = how.prompts](std::string value) { prompts.push_back(std::move(value)); });
  add_texts(options, "--tokens",
            {"N,N,…", "Token ids that are continued, for a model without a vocabulary; likewise."},
            [&tokens = how.tokens](const std::string& value) {
              const auto ids = read_token_ids(value);
              if (!ids)
                throw WrongUsage("--tokens expects whole numbers from 0 with commas between them; found {1}.",
                                 in_quotes(value));
              tokens.push_back(*ids);
            });
  add_number(options, "--max-new-tokens", {"N", "Write at most this many tokens to each. Default: 100."}, 1,
             most_tokens, how.max_new_tokens);
  add_sampling(options, how.temperature, how.top_k, how.seed);
  add_text(options, "--json",
           {"FILE|-", "Write text, ids and times as JSON too; -: to standard output, instead of the text."},
           command.json);
  add_text(options, "--logits",
           {"FILE",
            "Write the logits behind the prompt: a float32 for each token of the vocabulary, little-endian."},
           [&into = command](const std::string& value) {
             into.logits = value;
             into.options.logits = !value.empty();
           });
  add_arithmetic(options, how.engine,
                 "Arithmetic. Default: auto, which is bf16 on cuda, tf32 on cuda-baseline, and on the CPU "
                 "bf16 where it has AVX512-BF16, else f32.");
  add_tuned(options, how.engine);
  add_gpu(options, how.engine);
  add_threads(options, how.engine.threads);
}

}  // namespace tilescribe::cli
