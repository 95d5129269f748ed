// SPDX-License-Identifier: Apache-2.0
// Any bytes as an aligner's file: refused with an Error, or it hears letters in a window.
#include <array>
#include <string>
#include <vector>

#include "inference/align/letter_head.h"
#include "inference/pipeline/engine.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  static const OpenedEngine engine = [] {
    EngineOptions options;
    options.engine = Engine::cpu;
    options.compute = Compute::f32;
    return open_engine(options, 0);
  }();
  weights::EncoderConfig tower;
  tower.hidden = 4;
  tower.layers = 2;
  constexpr std::int64_t frames = 10;
  constexpr std::size_t samples = 1600;
  kernels::Backend& backend = *engine.backend;
  try {
    const align::LetterHead head(backend, tower,
                                 folder.write("aligner.safetensors", fuzz::characters(data, size)));
    fuzz::require(head.layer() >= 1 && head.layer() <= tower.layers, "a layer that the tower does not have");
    const kernels::Tensor rows = backend.tensor(kernels::DType::f32, {frames, tower.hidden});
    const std::vector<float> values(static_cast<std::size_t>(frames * tower.hidden), 0.5F);
    backend.upload(rows.view(), values.data());
    align::LetterScores scores;
    head.listen(backend, rows, samples, 0.0, scores);
    fuzz::require(scores.log_probabilities.size() == scores.frames() * align::LetterScores::symbols,
                  "a frame has no letters");
  } catch (const Error&) {
  }
  return 0;
}
