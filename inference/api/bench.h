// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/options.h"

/// Measurement as plain values: the stages of a model, the ops, and whole transcriptions.
namespace tilescribe {

class Transcriber;

/// What the device reaches on the simplest work there is, measured in the same call; nothing where it is not
/// known.
struct BenchCeilings {
  std::optional<double> read_gb_s;  // reading memory, 10⁹ bytes a second
  std::optional<double> copy_gb_s;  // copying within it, read and written together
  std::optional<double> f32_tflop_s, tf32_tflop_s, bf16_tflop_s, fp8_tflop_s;  // large matrix products
};

/// What was measured on what.
struct BenchSetting {
  std::string engine;   // "CPU, bf16, 2 threads"
  std::string compute;  // "bf16", "tf32" or "f32": whose ceiling the rates are held against
  std::string model;    // empty where none was opened
  BenchCeilings ceilings;
};

/// Repeated measurements in milliseconds.
struct BenchTime {
  double ms = 0.0;  // the median
  double least_ms = 0.0, most_ms = 0.0;
};

/// What was achieved in that time, counted from the ops' contracts; nothing where that is 0 or unknown.
struct BenchRates {
  std::optional<double> tflop_s, gb_s;
  std::optional<double> compute_percent, memory_percent;  // of the device's ceilings: products, reading
};

/// A stage of the model on so many windows of 30 s at once.
struct StageRow {
  std::string stage;
  int windows = 1;
  BenchTime time;                 // of all windows; of decode_step: of one step
  std::optional<double> percent;  // of the whole; a decode step counts as often as there are tokens
  BenchRates rates;
  std::optional<double> times_real_time;  // by the same count
};

struct StagesOptions {
  EngineOptions engine;
  std::vector<int> windows;  // batches; empty: 1, and what the engine encodes and decodes at once
  int tokens = 100;          // decode steps a window
  int runs = 5;              // timed, behind one that is not
};

/// Times features, encoder, projector, prefill (to the first token), a decode step and the whole for each
/// batch of windows; of one window also the first token and a clip of 3.5 s. The token budget ends a window,
/// nothing else. Throws Error, or Cancelled.
void bench_stages(const StagesOptions& options, const std::function<void(const BenchSetting&)>& setting,
                  const std::function<void(const StageRow&)>& row, const std::stop_token& stop = {});

/// A variant of an op on one of GLM-ASR-Nano's shapes.
struct OpRow {
  std::string op, variant, problem;
  bool chosen = false;  // what the engine runs by itself
  BenchTime time;       // of a launch
  BenchRates rates;
  std::optional<double> error;  // the largest difference over the largest value
  std::string against;          // what the error is a difference to: "reference" or another variant
  std::string complaint;        // what is wrong, where something is
};

struct OpsOptions {
  EngineOptions engine;  // the model is not looked at
  std::string op;        // empty: all
  std::string shape;     // words of the problem's description, e.g. "rows=1500 width=1280"; empty: all
  int runs = 10;
  std::uint64_t seed = 1;
};

/// Times every variant of the ops on the engine, side by side, with its error. Arguments rotate beyond the
/// caches. Throws Error where no op or shape is so named, or Cancelled.
void bench_ops(const OpsOptions& options, const std::function<void(const BenchSetting&)>& setting,
               const std::function<void(const OpRow&)>& row, const std::stop_token& stop = {});

struct TranscriptionBench {
  std::filesystem::path audio;
  TranscribeOptions options;
  std::string expected;           // text
  std::optional<double> max_wer;  // word error rate that passes; nothing: the very text, but for white space
  int warmup = 1, runs = 5;
};

struct TranscriptionResult {
  double mean_s = 0.0, deviation_s = 0.0;  // wall time of a run, and the standard deviation of the runs
  double least_s = 0.0, most_s = 0.0;
  double audio_s = 0.0;
  std::size_t tokens = 0;  // of a run
  double word_error_rate = 0.0;
  bool passed = false;  // every run did
  std::string text;     // of the run with the most word errors
  std::string message;  // why it failed, where it did

  double ms_a_token() const { return tokens == 0 ? 0.0 : 1000.0 * mean_s / static_cast<double>(tokens); }
  double times_real_time() const { return mean_s > 0.0 ? audio_s / mean_s : 0.0; }
};

/// Transcribes a file several times. Throws what the transcriber throws, and Cancelled.
TranscriptionResult bench_transcription(Transcriber& transcriber, const TranscriptionBench& bench,
                                        const std::stop_token& stop = {});

}  // namespace tilescribe
