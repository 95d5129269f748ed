// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/options.h"
#include "inference/api/transcriber.h"

/// Texts written by a language model of the GPT-2 family.
namespace tilescribe {

struct GenerateOptions {
  EngineOptions engine;  // its model: a checkpoint's folder, a minGPT .pt, or "random:gpt-nano" and the like
  std::string prompt = {};       // what is continued
  std::vector<int> tokens = {};  // instead, where not empty: its token ids
  int max_new_tokens = 100;
  float temperature = 0.0f;  // 0: greedy
  int top_k = 50;            // candidates when temperature > 0; 0: all
  std::uint64_t seed = 0;    // of the sampler
  bool logits = false;       // returns those after the prompt, too
};

struct GeneratedText {
  EngineInfo engine;
  ModelInfo model;
  std::vector<int> prompt_ids;
  std::vector<int> ids;         // of the new tokens, without the one that ends a text
  std::string text;             // of the new tokens; without a vocabulary their ids, with spaces between them
  std::vector<float> logits;    // after the prompt, one for each token of the vocabulary, if they were wanted
  double first_token_s = 0.0;   // from the prompt to the first token
  double other_tokens_s = 0.0;  // all others together
  /// Of the tokens after the first; 0 if there is none.
  double tokens_per_s() const {
    return ids.size() > 1 && other_tokens_s > 0.0 ? static_cast<double>(ids.size() - 1) / other_tokens_s
                                                  : 0.0;
  }
};

/// Told what each new token adds to the text, as soon as it is known; never a part of a character.
using WrittenText = std::function<void(const std::string& text)>;

/// Opens the model and continues the prompt with it. Only the last tokens that the model's context holds are
/// looked at. Throws Error if the model or the prompt can't be used, Cancelled on a stop request.
GeneratedText generate_text(const GenerateOptions& options, const WrittenText& written,
                            const std::stop_token& stop = {});

}  // namespace tilescribe
