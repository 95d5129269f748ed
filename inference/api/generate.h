// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "inference/api/options.h"
#include "inference/api/profile.h"
#include "inference/api/transcriber.h"

/// Texts written by a language model of the GPT-2 family.
namespace tilescribe {

struct GenerateOptions {
  EngineOptions engine;  // its model: a checkpoint's folder, a minGPT .pt, or "random:gpt-nano" and the like
  std::vector<std::string> prompts = {};      // what is continued, each as if it were alone
  std::vector<std::vector<int>> tokens = {};  // instead, where not empty: the token ids of each
  int max_new_tokens = 100;                   // of each
  float temperature = 0.0f;                   // 0: greedy
  int top_k = 50;                             // candidates when temperature > 0; 0: all
  std::uint64_t seed = 0;                     // of the sampler
  bool logits = false;                        // returns those after the prompts, too
};

/// What a model wrote behind one prompt.
struct ContinuedText {
  std::vector<int> prompt_ids;
  std::vector<int> ids;       // of the new tokens, without the one that ends a text
  std::string text;           // of the new tokens; without a vocabulary their ids, with spaces between them
  std::vector<float> logits;  // after the prompt, one for each token of the vocabulary, if they were wanted
};

struct GeneratedTexts {
  EngineInfo engine;
  ModelInfo model;
  std::vector<ContinuedText> texts;  // in the order of the prompts
  double first_token_s = 0.0;        // from the prompts to the first token
  double other_tokens_s = 0.0;       // all others together
  /// Of the tokens of all texts behind the first step, which gives a token to each; 0 if there is none.
  double tokens_per_s() const;
};

/// Told while texts are written, on the thread of generate_texts(). Each may be empty.
struct WriteEvents {
  /// What each new token adds to the text of a prompt, as soon as it is known; never a part of a character.
  std::function<void(std::size_t prompt, const std::string& text)> written = {};
  /// The model is open, and writing begins.
  std::function<void(const EngineInfo& engine, const ModelInfo& model)> opened = {};
  /// What the kernels have cost so far, with a token at most 20 times a second, and at the end. Without it,
  /// nothing is measured.
  std::function<void(const ProfileFrame& frame)> measured = {};
};

/// The names that "random:" takes for models with random weights: "gpt-nano" and the like.
std::vector<std::string> random_gpt_names();

/// Whole numbers from 0 with commas and spaces between them: "1, 2,3"; nothing for any other text.
std::optional<std::vector<int>> read_token_ids(std::string_view text);

/// Opens the model and continues the prompts with it, together. Each text is the one that its prompt would
/// have alone. Only the last tokens that the model's context holds are looked at. Throws Error if the model
/// or a prompt can't be used, Cancelled on a stop request.
GeneratedTexts generate_texts(const GenerateOptions& options, const WriteEvents& events,
                              const std::stop_token& stop = {});

}  // namespace tilescribe
