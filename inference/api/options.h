// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tilescribe {

/// Which backend runs the model. `automatic` takes the best that this machine has.
enum class Engine { automatic, cpu };

/// Arithmetic of the CPU engine. `automatic` is bf16 where the CPU has AVX512-BF16, else f32.
enum class Compute { automatic, f32, bf16 };

/// How audio of more than one 30 s window is read.
enum class LongAudio {
  windows,  // every window is a request of its own, cut at the quietest place near 30 s
  joint,    // all windows in one prompt, as transformers does; at most 630 s
};

struct EngineOptions {
  std::string
      model;  // checkpoint folder; empty: the bundled demo model; "random:nano": seeded random weights
  Engine engine = Engine::automatic;
  Compute compute = Compute::automatic;
  int threads = 0;          // CPU threads; 0: all cores
  bool background = false;  // run inference threads at lower priority, so that a window stays smooth
};

struct TranscribeOptions {
  LongAudio long_audio = LongAudio::windows;
  std::string prompt;        // instruction; empty: the checkpoint's own default
  int max_new_tokens = 0;    // a window (windows) or the whole file (joint); 0: grows with the audio
  int audio_stream = -1;     // index of the audio stream in a container; -1: the best one
  float temperature = 0.0f;  // 0: greedy
  int top_k = 50;            // candidates when temperature > 0; 0: all
  std::uint64_t seed = 0;    // of the sampler
  int batch = 0;             // windows decoded together; 0: chosen from threads and memory
};

}  // namespace tilescribe
