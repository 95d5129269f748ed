// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "inference/api/bench.h"

namespace tilescribe {

/// This many prompts, each of this many tokens, read at once: the logits behind each.
struct PromptCell {
  int prompts = 1;
  int length = 1;
  BenchTime time;
  double tokens_per_s = 0.0;  // of all prompts
};

struct PromptsOptions {
  EngineOptions engine;           // its model: as for GenerateOptions
  std::vector<int> prompts = {};  // empty: powers of two to 32
  std::vector<int> lengths = {};  // empty: powers of two from 8 to the model's context, at most 1024
  int runs = 20;                  // timed, after two that are not
};

/// Times how long a language model takes to read prompts of random tokens, every length in every batch.
/// Throws Error, or Cancelled.
void bench_prompts(const PromptsOptions& options, const std::function<void(const BenchSetting&)>& setting,
                   const std::function<void(const PromptCell&)>& cell, const std::stop_token& stop = {});

}  // namespace tilescribe
