// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "inference/api/message.h"
#include "inference/api/options.h"

/// Benchmark results as plain values: the stages of a model, the ops, and whole transcriptions.
namespace tilescribe {

class Transcriber;

/// What the device reaches on the simplest possible work, measured in the same call. Empty if unknown.
struct BenchCeilings {
  std::optional<double> read_gb_s;  // reading memory, 10⁹ bytes per second
  std::optional<double> copy_gb_s;  // copying within it, read and written together
  std::optional<double> f32_tflop_s, tf32_tflop_s, bf16_tflop_s, fp8_tflop_s;  // large matrix products
  /// Of products in an engine's arithmetic.
  std::optional<double> tflop_s(std::string_view compute) const {
    return compute == "bf16" ? bf16_tflop_s : compute == "tf32" ? tf32_tflop_s : f32_tflop_s;
  }
};

/// What was measured, and on what.
struct BenchSetting {
  std::string engine;   // "CPU, bf16, 2 threads"
  std::string compute;  // "bf16", "tf32" or "f32": the rates are compared with this arithmetic's ceiling
  std::string model;    // empty if no model was opened
  BenchCeilings ceilings;
};

/// Repeated measurements in milliseconds.
struct BenchTime {
  double ms = 0.0;  // the median
  double least_ms = 0.0, most_ms = 0.0;
};

/// What was achieved in that time, counted from the ops' contracts. Empty if that is 0 or unknown.
struct BenchRates {
  std::optional<double> tflop_s, gb_s;
  std::optional<double> compute_percent, memory_percent;  // of the device's ceilings: products, reading
};

/// A stage of the model on this many windows of 30 s at once.
struct StageRow {
  std::string stage;
  int windows = 1;
  BenchTime time;                 // of all windows; for decode_step: of one step
  std::optional<double> percent;  // of the whole; a decode step counts once per token
  BenchRates rates;
  std::optional<double> times_real_time;  // counted in the same way
};

struct StagesOptions {
  EngineOptions engine;
  std::vector<int> windows;  // batch sizes; empty: 1, and as many as the engine encodes and decodes at once
  int tokens = 100;          // decode steps per window
  int runs = 5;              // timed runs, after one that is not timed
};

/// Times features, encoder, projector, prefill (to the first token), a decode step and the whole, for each
/// batch of windows. For one window also the first token and a clip of 3.5 s. A window ends only when its
/// token budget is spent. Several GPUs share each batch, and only the whole is timed. Throws Error, or
/// Cancelled.
void bench_stages(const StagesOptions& options, const std::function<void(const BenchSetting&)>& setting,
                  const std::function<void(const StageRow&)>& row, const std::stop_token& stop = {});

/// The problems of a model's ops, to be timed; the model is needed no longer.
class ModelProblems;

/// A kernel that a variant launches on a GPU. What is unknown is 0.
struct OpKernel {
  std::string name;
  int threads = 0;                // of a block
  int registers = 0;              // of a thread
  std::int64_t shared_bytes = 0;  // of a block, with what the launch adds
  std::int64_t local_bytes = 0;   // of a thread: arrays, and registers that did not suffice
};

/// A variant of an op on one of GLM-ASR-Nano's shapes, or of an open model's.
struct OpRow {
  std::string op, problem;
  std::string variant;  // its name; "wgmma/128x64" in a configuration that is not the preferred one
  bool chosen = false;  // what the engine uses by default
  BenchTime time;       // of one launch
  BenchRates rates;
  std::int64_t operations = 0, bytes = 0;  // of one launch, by the op's contract
  std::optional<double> error;             // the largest difference over the largest value
  std::string against;            // what the result was compared with: "reference" or another variant
  Message complaint;              // what is wrong; empty: nothing
  std::vector<OpKernel> kernels;  // if they were asked for, ours, each once
};

/// What the engine uses by default for the row's problem; null if it is not among the rows, or was not
/// timed.
inline const OpRow* engines_choice(const std::vector<OpRow>& rows, const OpRow& row) {
  const auto chosen =
      std::ranges::find_if(rows, [&](const OpRow& one) { return one.chosen && one.problem == row.problem; });
  return chosen == rows.end() || chosen->time.ms <= 0.0 ? nullptr : &*chosen;
}

struct OpsOptions {
  EngineOptions engine;  // the model is ignored
  std::string op;        // empty: all
  std::string variant;   // its name; empty: all
  std::string shape;     // words of the problem's description, e.g. "rows=1500 width=1280"; empty: all
  int runs = 10;
  std::uint64_t seed = 1;
  bool configs = false;  // times every configuration of a variant, not only the preferred one
  bool kernels = false;  // also says which kernels a variant launches on a GPU
  std::shared_ptr<const ModelProblems> problems = {};  // of a model: timed, too, and first; may be null
};

/// Times every variant of the ops on the engine, side by side, with its error. The arguments rotate through
/// more memory than the caches hold. Throws Error if there is no such op or shape, or Cancelled.
void bench_ops(const OpsOptions& options, const std::function<void(const BenchSetting&)>& setting,
               const std::function<void(const OpRow&)>& row, const std::stop_token& stop = {});

/// A shape that bench_ops times, in words that OpsOptions::shape takes.
struct ShapeRow {
  std::string op, shape;
};

/// Those of all ops on an engine, by op. Throws Error.
std::vector<ShapeRow> list_shapes(const EngineOptions& engine);

/// The shapes that a model plans itself.
struct ModelShapes {
  std::string model;  // its name
  std::vector<ShapeRow> shapes;
  std::shared_ptr<const ModelProblems> problems;  // the same, for OpsOptions
};

/// Opens the model of the options and runs it once on a window of 30 s, as tune does, to see which problems
/// its ops have. By op, in words as those of list_shapes(). Throws Error, or Cancelled.
ModelShapes list_model_shapes(const EngineOptions& engine, const std::stop_token& stop = {});

struct TranscriptionBench {
  std::filesystem::path audio;
  TranscribeOptions options;
  std::string expected;           // text
  std::optional<double> max_wer;  // largest word error rate that passes; empty: equal but for white space
  int warmup = 1, runs = 5;
};

struct TranscriptionResult {
  double mean_s = 0.0, deviation_s = 0.0;  // wall time of a run, and the standard deviation of the runs
  double least_s = 0.0, most_s = 0.0;
  double audio_s = 0.0;
  std::size_t tokens = 0;  // in one run
  double word_error_rate = 0.0;
  bool passed = false;  // all runs passed
  std::string text;     // of the run with the most word errors
  Message message;      // why it failed; empty: it did not

  double ms_a_token() const { return tokens == 0 ? 0.0 : 1000.0 * mean_s / static_cast<double>(tokens); }
  double times_real_time() const { return mean_s > 0.0 ? audio_s / mean_s : 0.0; }
};

/// Transcribes a file several times. Throws what the transcriber throws, and Cancelled.
TranscriptionResult bench_transcription(Transcriber& transcriber, const TranscriptionBench& bench,
                                        const std::stop_token& stop = {});

}  // namespace tilescribe
