// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/message.h"
#include "inference/api/options.h"

namespace tilescribe {

/// One variant of an op, compared with the op's reference on one problem.
struct CheckRow {
  std::string op;
  std::string variant;  // "cpu f32/highway": engine, arithmetic (with weights: "f32 int8"), name, and a
                        // configuration that is not preferred
  std::string problem;  // e.g. "rows=17 width=384 f32"
  double error = 0.0;   // largest absolute error over the largest reference value
  double tolerance = 0.0;
  bool passed = false;
  Message message;  // why it failed, if the size of the error is not the reason
};

struct CheckOptions {
  std::string op;          // empty: all ops
  std::string variant;     // its name; empty: all
  std::uint64_t seed = 0;  // 0: a fresh one; printed so that a failure can be repeated
  /// Whose variants to check. automatic: those of every engine that runs here, in each of its arithmetics
  /// unless `compute` names one, and on the CPU and the engine cuda also with weights in int8. The model is
  /// ignored.
  EngineOptions engine;
};

/// Compares every variant of every op that this machine supports, in each of its configurations, with the
/// op's reference. The shapes include tails and sizes of 1; outputs are poisoned first. Calls `row` as
/// results arrive. Returns the seed used. Throws Error for an unknown op.
std::uint64_t check_ops(const CheckOptions& options, const std::function<void(const CheckRow&)>& row,
                        const std::stop_token& stop = {});

/// A variant of an op.
struct VariantRow {
  std::string op;
  std::string variant;  // "cpu/highway": engine and name
  Message why;          // what it is good for, and on which hardware; a sentence
};

/// The variants that check_ops would check, those of an op and engine in order of preference. Throws Error.
std::vector<VariantRow> list_variants(const CheckOptions& options);

/// The names of all ops in the registry.
std::vector<std::string> op_names();

/// A device and an engine that can run on it.
struct DeviceRow {
  std::string engine;  // as in --engine
  Message name;        // e.g. the CPU's model name
  int gpu = -1;        // as in --gpu; -1: none
  bool usable = false;
  bool chosen = false;             // what `auto` chooses
  Message reason;                  // why it was chosen, or why it can't be used; a sentence
  std::vector<std::string> facts;  // cores, memory, instruction sets, libraries found
};
std::vector<DeviceRow> devices();

/// One stage of the model compared with a golden file.
struct VerifyRow {
  std::string stage;   // features, encoder, audio_embeds, prompt_ids, prefill_logits, generated_ids
  double error = 0.0;  // over the golden tensor's largest absolute value; ids: share that differs
  double tolerance = 0.0;
  bool passed = false;
  Message message;  // e.g. "162 of 167 steps count, all equal"
};

struct VerifyOptions {
  EngineOptions engine;          // automatic compute: f32 on cpu and cuda-baseline, bf16 on cuda
  std::filesystem::path golden;  // safetensors written by make_golden.py
  std::filesystem::path audio;   // the WAV it was computed from
};

/// Runs the model in joint mode and compares every stage with the golden file. Throws Error if a file can't
/// be used. If the golden file says how far transformers' own bf16 is from float32, a bf16 engine may be
/// twice as far at that stage.
void verify_model(const VerifyOptions& options, const std::function<void(const VerifyRow&)>& row,
                  const std::stop_token& stop = {});

/// Token ids of a text, and back, with the tokenizer of a checkpoint folder (empty: the demo model's).
std::vector<int> tokenize(const std::string& model, const std::string& text);
std::string detokenize(const std::string& model, const std::vector<int>& ids, bool skip_special);

}  // namespace tilescribe
