// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "inference/api/transcribed_part.h"

namespace tilescribe {

/// Which backend runs the model. `automatic` takes the best that this machine has and the model fits on.
enum class Engine { automatic, cpu, cuda_baseline, cuda };

/// Arithmetic of an engine. `automatic`: on the CPU bf16 where it has AVX512-BF16, else f32; tf32 on
/// cuda-baseline, which also takes f32; bf16 on cuda, always.
enum class Compute { automatic, f32, tf32, bf16 };

/// Whose matrix products run the linear layers of cuda-baseline: its own kernels, or NVIDIA's cuBLAS.
enum class LinearLibrary { own, cublas };

/// A failure of the device on request, so that what happens then can be tested.
enum class InjectedFault {
  none,
  launch,  // one kernel does not start
  memory,  // one allocation is refused
  lost,    // nothing works from then on
  // Wrong kernels, which only a GPU's checking tools notice: a positive control for them.
  overrun,  // one writes behind its memory
  race,     // two threads of one write to the same place
};

/// How audio of more than one 30 s window is read.
enum class LongAudio {
  windows,  // every window is a request of its own, cut at the quietest place near 30 s
  joint,    // all windows in one prompt, as transformers does; at most 630 s
};

struct EngineOptions {
  std::string model =
      {};  // checkpoint folder; empty: the bundled demo model; "random:nano": seeded random weights
  Engine engine = Engine::automatic;
  Compute compute = Compute::automatic;
  int gpu = 0;                      // which NVIDIA GPU, as the driver counts them
  std::int64_t gpu_memory_mib = 0;  // most of its memory that may be taken; 0: what is free
  bool generic_kernels = false;     // only GPU kernels that run on every GPU from sm_80 on, to test them
  LinearLibrary linear_library = LinearLibrary::own;  // cublas: cuda-baseline only, which must be named
  int threads = 0;                                    // CPU threads, at most one a core; 0: all cores
  InjectedFault inject_fault = InjectedFault::none;   // when the 40th op begins
  double slow_down = 1.0;        // test hook of the CPU engine: every op takes so many times as long
  std::string slow_op = {};      // the op that alone does, by its registered name; empty: all
  bool separate_memory = false;  // every GPU tensor an allocation of its own, so that tools see its bounds
  bool background = false;       // run inference threads at lower priority, so that a window stays smooth
};

/// The same model on the CPU, for when a GPU fails.
inline EngineOptions on_cpu(EngineOptions options) {
  options.engine = Engine::cpu;
  if (options.compute == Compute::tf32) options.compute = Compute::automatic;
  options.linear_library = LinearLibrary::own;
  options.inject_fault = InjectedFault::none;
  return options;
}

struct TranscribeOptions {
  LongAudio long_audio = LongAudio::windows;
  std::string prompt;        // instruction; empty: the checkpoint's own default
  int max_new_tokens = 0;    // a window (windows) or the whole file (joint); 0: grows with the audio
  int audio_stream = -1;     // index of the audio stream in a container; -1: the best one
  float temperature = 0.0f;  // 0: greedy
  int top_k = 50;            // candidates when temperature > 0; 0: all
  std::uint64_t seed = 0;    // of the sampler
  int batch = 0;             // windows decoded together; 0: chosen from threads and memory
  /// What an earlier run transcribed of the same file, with the same options, model and arithmetic, which the
  /// caller has to see to: the text continues where it ends. Joint transcription begins anew.
  TranscribedPart from = {};
};

}  // namespace tilescribe
