// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/transcribed_part.h"
#include "inference/api/word_rules.h"

namespace tilescribe {

/// Which backend runs the model. `automatic`: the best one on this machine that the model fits on. `remote`:
/// a server that the user names, to which the sound is sent.
enum class Engine { automatic, cpu, cuda_baseline, cuda, remote };

/// Arithmetic of an engine. `automatic`: on the CPU bf16 if it has AVX512-BF16, else f32; tf32 on
/// cuda-baseline, which also supports f32; always bf16 on cuda.
enum class Compute { automatic, f32, tf32, bf16 };

/// How matrices are stored. `automatic`: as they are in the model's files, or in the engine's arithmetic.
enum class Weights {
  automatic,
  bf16,  // also those that are f32 in the files
  int8,  // whole numbers up to 127 and one scale per output: the engines cpu and cuda
  fp8,   // floats of eight bits (E4M3) and one scale per output: the engine cuda, which rounds many rows so,
         // too
};

/// How a decoder keeps keys and values. `automatic`: in the engine's arithmetic.
enum class KvCacheType {
  automatic,
  fp8,  // floats of eight bits (E4M3), at most ±448: the engine cuda
};

/// Whether each matrix has a scale for each of its outputs.
constexpr bool in_eight_bits(Weights weights) {
  return weights == Weights::int8 || weights == Weights::fp8;
}

/// The groups of a model's layers, in the order in which sound goes through them. The text's output matrix is
/// a group of its own.
enum class LayerGroup : std::uint8_t { encoder, projector, text, head };

/// A group's types, if not those of the whole.
struct GroupOptions {
  Compute compute = Compute::automatic;
  Weights weights = Weights::automatic;
  bool operator==(const GroupOptions&) const = default;
};

/// Whose matrix products run the linear layers of cuda-baseline: its own kernels, or NVIDIA's cuBLAS.
enum class LinearLibrary { own, cublas };

/// A device failure on request, to test what happens then. Of several GPUs the last one fails.
enum class InjectedFault {
  none,
  launch,  // one kernel does not start
  memory,  // one allocation is refused
  lost,    // nothing works from then on
  // Wrong kernels that only a GPU's checking tools notice: a positive control for those tools.
  overrun,  // one writes beyond its memory
  race,     // two of its threads write to the same place
};

/// How audio of more than one 30 s window is read.
enum class LongAudio {
  windows,  // every window is a request of its own; cut at the quietest place near 30 s
  joint,    // all windows in one prompt, as transformers does; at most 630 s
};

/// Who speaks.
enum class Speakers {
  none,      // nobody is told apart
  channels,  // each channel of the audio is a speaker's; where it has several streams, each of them is
};

/// The server of the engine `remote`, and how patient we are with it.
struct RemoteOptions {
  std::string address = {};   // as checked_server_address takes it
  std::string key = {};       // sent as "Authorization: Bearer KEY"; empty: not sent
  std::string model = {};     // its name there; empty: the first that the server lists
  int windows = 4;            // that are with the server at once
  int attempts = 5;           // for each request
  double first_wait_s = 1.0;  // before the second attempt, about; each further wait is twice as long
  double answer_s = 300.0;    // an answer may take this long
  double most_s = 900.0;      // no attempt begins later than this after the first
  bool operator==(const RemoteOptions&) const = default;
};

struct EngineOptions {
  std::string model =
      {};  // checkpoint folder; empty: the bundled demo model; "random:nano": seeded random weights
  Engine engine = Engine::automatic;
  Compute compute = Compute::automatic;
  Weights weights = Weights::automatic;
  KvCacheType kv_cache = KvCacheType::automatic;
  int gpu = 0;                      // which NVIDIA GPU, as the driver counts them
  std::vector<int> gpus = {};       // several instead, which share the windows of a file; empty: `gpu` alone
  bool all_gpus = false;            // as many of them as can be used
  std::int64_t gpu_memory_mib = 0;  // at most this much of its memory is used; 0: all that is free
  bool generic_kernels = false;     // only kernels that run on every GPU from sm_80 on, to test them
  LinearLibrary linear_library = LinearLibrary::own;  // cublas: only cuda-baseline, which must be named
  int threads = 0;                                    // CPU threads, at most one per core; 0: all cores
  InjectedFault inject_fault = InjectedFault::none;   // when the 40th op begins
  double slow_down = 1.0;        // test hook of the CPU engine: every op takes this many times as long
  std::string slow_op = {};      // only this op is slowed down, by its registered name; empty: all
  bool separate_memory = false;  // one allocation per GPU tensor, so that tools see its bounds
  bool background = false;       // run inference threads at lower priority, so that a window stays smooth
  /// Variants that run ops, by their registered names. Where one does not take a problem, the work fails.
  /// “VARIANT/CONFIGURATION” runs the problems for which the variant has it; if none did, the work fails.
  std::map<std::string, std::string> variants = {};
  bool fusion = true;  // false: ops run as their default compositions, where these take the problem
  std::map<std::string, bool> fusions = {};  // the same for single ops, by their registered names
  std::array<GroupOptions, 4> groups = {};   // by LayerGroup
  bool tuned = true;                         // what `tune` kept for this machine is used; it changes no bits
  RemoteOptions remote = {};                 // only of the engine remote
  bool operator==(const EngineOptions&) const = default;
};

/// The same model on the CPU, for when a GPU fails.
inline EngineOptions on_cpu(EngineOptions options) {
  options.engine = Engine::cpu;
  if (options.compute == Compute::tf32) options.compute = Compute::automatic;
  if (options.weights == Weights::fp8) options.weights = Weights::int8;
  for (GroupOptions& group : options.groups) {
    if (group.compute == Compute::tf32) group.compute = Compute::automatic;
    if (group.weights == Weights::fp8) group.weights = Weights::int8;
  }
  options.kv_cache = KvCacheType::automatic;
  options.linear_library = LinearLibrary::own;
  options.gpus.clear();
  options.all_gpus = false;
  options.inject_fault = InjectedFault::none;
  return options;
}

struct TranscribeOptions {
  LongAudio long_audio = LongAudio::windows;
  std::string prompt;                      // instruction; empty: the checkpoint's own default
  std::vector<std::string> hotwords = {};  // go into the prompt after the instruction
  WordRules words = {};    // for whoever runs the job: the transcriber itself gives what the model wrote
  int max_new_tokens = 0;  // per window (windows) or for the whole file (joint); 0: grows with the audio
  int audio_stream = -1;   // index of the audio stream in a container; -1: the best one
  int audio_channel = -1;  // only this channel of it, from 0; -1: the mean of all
  /// Stretches that are heard as silence: begin and end in seconds, in order, without overlap.
  std::vector<std::pair<double, double>> silenced_s = {};
  double turn_pause_s = 0.0;  // a pause of this length ends a window, and is passed over; 0: none does
  /// For whoever runs the job, as transcribe_file does: the transcriber itself hears one voice as another.
  Speakers speakers = Speakers::none;
  std::vector<std::string> speaker_names = {};  // in the order of channels; those without are "Speaker 2"
  float temperature = 0.0f;                     // 0: greedy
  int top_k = 50;                               // candidates when temperature > 0; 0: all
  std::uint64_t seed = 0;                       // of the sampler
  int batch = 0;                                // windows decoded together; 0: chosen from threads and memory
  /// A beam search chooses the text, with the letters that are heard and which words follow one another. Only
  /// where the model's folder has a file of these, greedy, and in windows; elsewhere it changes nothing.
  bool word_ngram = false;
  bool word_times = false;  // of every word, by what the model listens to while it says it; windows only
  /// What an earlier run transcribed of the same file; the new text continues where it ends. The caller must
  /// ensure that options, model and arithmetic are the same. Joint transcription starts from the beginning.
  TranscribedPart from = {};
};

}  // namespace tilescribe
