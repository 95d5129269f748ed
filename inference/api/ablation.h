// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inference/api/message.h"
#include "inference/api/options.h"
#include "inference/api/steady_clock.h"

/// Which choice of an engine is worth how much: the same transcription with different switches, in turn.
namespace tilescribe {

class Transcriber;

/// A set of switches, and the options that follow from them.
struct AblationSet {
  std::string name;
  std::string switches;  // as in the file, with single spaces
  EngineOptions engine;
  TranscribeOptions options;
  std::string kernel_op = {};         // the op that a kernel of the user's own runs; empty: there is none
  std::filesystem::path kernel = {};  // its file
};

/// What a model gives for the beginning of a recording, at most one window: compared with another engine's.
struct ModelOutputs {
  Engine engine = Engine::automatic;  // which ran
  Compute compute = Compute::automatic;
  std::vector<float> encoder, projector;  // [frames, width], [tokens, width]
  std::vector<float> logits;              // [1 + tokens, vocabulary]: at the prompt's end, behind each token
  std::vector<int> tokens;                // that were read behind the prompt
  std::vector<std::string> fused;         // composite ops that ran in one piece
};

/// Opens a model and runs it. The tokens behind the prompt are those of `along`, or, if it has none, the up
/// to 16 likeliest ones. Throws Error, or Cancelled.
ModelOutputs model_outputs(const EngineOptions& engine, const std::filesystem::path& audio,
                           const std::vector<int>& along, const std::stop_token& stop);

/// The largest difference over the largest absolute value of `exact`; infinite where a value is not finite,
/// or their numbers differ.
double largest_difference(const std::vector<float>& found, const std::vector<float>& exact);

/// The engine whose choices are tried one by one.
struct EngineNow {
  Engine engine = Engine::cpu;
  Compute compute = Compute::f32;
  bool has_bf16 = false;  // whether the CPU computes in bf16
  std::vector<std::string> fused = {};
};

/// Whether the CPU engine computes in bf16 on this machine.
bool cpu_has_bf16();

/// Sets of switches, as a file of them: as it is; each group of layers in each other type, in arithmetic and
/// in storage; each fused op as its default composition.
std::string each_switch(const EngineNow& now);

/// The options of the same kind of device in float32, with weights as they are in the files.
EngineOptions in_float32(EngineOptions options, Engine engine);

/// Reads sets of switches, one per line:
///
///     # what a line is about
///     NAME: SWITCH=VALUE SWITCH=VALUE …
///
/// Every line begins from `engine` and `options`. The switches: engine, compute, weights, threads, fusion and
/// tuned (on or off), linear-library, variant-arch (sm_80 or any), model, batch; compute.GROUP and
/// weights.GROUP of a layer group; fusion.OP of a composite op; and the name of any op, whose value is a
/// variant's name, VARIANT/CONFIGURATION (as EngineOptions::variants, with - for a space) or, if it has a
/// dot, a file with a kernel of the user's own. Throws Error that names the line.
std::vector<AblationSet> read_ablation(std::string_view text, const EngineOptions& engine,
                                       const TranscribeOptions& options);

struct Ablation {
  std::vector<AblationSet> sets;  // the others are compared with the first
  std::filesystem::path audio;
  int rounds = 5;  // that are timed, after one that is not
  /// Sets beside the first are opened and timed one after another, each in turn with the first alone: memory
  /// for two models is enough.
  bool in_pairs = false;
  /// Whose outputs those of all sets are compared with; empty: none are.
  std::optional<EngineOptions> exact = {};
};

/// A set's results.
struct AblationRow {
  std::string name = {}, switches = {};
  std::string engine = {};  // as it opened: "CPU, bf16, 2 threads"
  double mean_s = 0.0;      // of a transcription
  double interval_s = 0.0;  // ±: half of the mean's 95 % confidence interval
  /// How much longer than the first set's run of the same round, in percent, and ± likewise. Empty for the
  /// first set.
  std::optional<double> difference_percent = {}, interval_percent = {};
  bool differs = false;                // 0 % is outside that interval
  std::optional<bool> same_text = {};  // as the first set's, in every round; empty for the first set
  double word_difference = 0.0;        // share of words that differ from the first set's, in the worst round
  std::string text = {};               // of the last round
  /// The largest differences from the exact outputs, relative to the largest of these; empty: not measured.
  std::optional<double> encoder_error = {}, projector_error = {}, logits_error = {};
  std::vector<double> seconds = {};  // of each round
  Message complaint = {};            // why there are no results; empty: there are
};

struct AblationResult {
  std::string model;
  double audio_s = 0.0;
  std::vector<AblationRow> rows;
};

/// What an ablation uses.
struct AblationTools {
  std::function<std::unique_ptr<Transcriber>(const EngineOptions&)> open;
  std::function<double()> now_s = steady_s;  // tests have clocks of their own
  std::function<void(int round, int rounds, const std::string& set)>
      begins;  // round 0 is not timed; may be empty
  /// As open_with_kernel(), for sets with a kernel; empty: none can run.
  std::function<std::unique_ptr<Transcriber>(const std::filesystem::path& kernel, const std::string& op,
                                             const EngineOptions&)>
      open_kernel = {};
  /// As model_outputs(); only with Ablation::exact, and not of sets with a kernel.
  std::function<ModelOutputs(const EngineOptions&, const std::filesystem::path&, const std::vector<int>&)>
      outputs = {};
};

/// Opens all sets' models, then transcribes the file with each set in turn: A B C, A B C, … So a slow drift
/// of the machine affects all sets alike, and a difference is that of neighbouring runs. The first round is
/// not timed. A set that fails has a complaint, and the others continue. Throws Error if the first set fails,
/// and Cancelled.
AblationResult ablate(const Ablation& ablation, const AblationTools& tools, const std::stop_token& stop = {});

}  // namespace tilescribe
