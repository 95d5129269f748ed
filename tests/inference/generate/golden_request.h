// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "inference/generate/generator.h"
#include "inference/weights/safetensors.h"
#include "kernels/backend/cpu/cpu_backend.h"

namespace tilescribe::test {

using Ids = std::vector<std::int32_t>;

inline Ids ids_of(const generate::Generated& generated) {
  Ids ids;
  for (const generate::GeneratedToken& token : generated.tokens) ids.push_back(token.id);
  return ids;
}

/// The tiny model with golden files.
inline const std::string golden_folder = TILESCRIBE_TEST_DATA "/golden/tiny-a";

inline Ids golden_ids(const weights::SafetensorsFile& file, const std::string& tensor) {
  Ids ids;
  for (const std::int64_t id : file.integers(tensor)) ids.push_back(static_cast<std::int32_t>(id));
  return ids;
}

/// The prompt of a golden file with its audio, on `backend`, for up to 1000 tokens.
inline generate::Request golden_request(kernels::Backend& backend, const std::string& name,
                                        std::int32_t audio_token, const std::string& folder = golden_folder) {
  const weights::SafetensorsFile file(folder + "/golden-" + name + ".safetensors");
  generate::Request request;
  request.prompt = golden_ids(file, "input_ids");
  request.embedded_begin = std::ranges::find(request.prompt, audio_token) - request.prompt.begin();
  const std::vector<float> rows = file.floats("audio_embeds");
  const auto& shape = file.entry("audio_embeds").shape;
  request.embedded = backend.tensor(
      kernels::DType::f32, {static_cast<std::int64_t>(shape.at(0)), static_cast<std::int64_t>(shape.at(1))});
  backend.upload(request.embedded, rows.data());
  request.max_new_tokens = 1000;
  return request;
}

/// The CPU in float32 on one thread, given work as a GPU is: recorded steps, ahead of what the host has read.
class AheadBackend final : public kernels::CpuBackend {
 public:
  AheadBackend()
      : CpuBackend({.compute = kernels::CpuOptions::Compute::f32, .threads = 1, .background = false}) {}
  kernels::Batching batching() const override {
    return {.prefill_rows = 64,
            .encoder_windows = 1,
            .decode_rows = 8,
            .draft_rows = 16,
            .steps_ahead = 4,
            .recorded_steps = true};
  }
};

}  // namespace tilescribe::test
