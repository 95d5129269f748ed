// SPDX-License-Identifier: Apache-2.0
#include "inference/api/model_folder.h"
#include "inference/api/models.h"
#include "inference/download/download.h"

namespace tilescribe {

// Source: the model card and the file list of zai-org/GLM-ASR-Nano-2512 @ 61ba4e0b. The weights are
// 4,515,686,400 bytes of data behind a header of about 100 kB; the tokenizer is the only other file of
// megabytes.
const PublishedModel& full_model() {
  static const PublishedModel model{.name = "GLM-ASR-Nano-2512",
                                    .repository = "zai-org/GLM-ASR-Nano-2512",
                                    .revision = "61ba4e0b3309b6656edea3e93e419f7bd5c61957",
                                    .licence = "MIT",
                                    .parameters = 2'257'843'200,
                                    .bytes = 4'522'700'000,
                                    .files = {{.name = "config.json"},
                                              {.name = "generation_config.json", .optional = true},
                                              {.name = "processor_config.json", .optional = true},
                                              {.name = "chat_template.jinja", .optional = true},
                                              {.name = "tokenizer_config.json", .optional = true},
                                              {.name = "tokenizer.json"},
                                              {.name = "model.safetensors", .weights = true}}};
  return model;
}

std::filesystem::path download_model(const PublishedModel& model, const DownloadOptions& options,
                                     const std::function<void(const DownloadProgress&)>& progress,
                                     const std::stop_token& stop) {
  const auto check = [](const std::filesystem::path& folder) { check_model(folder.string()); };
  return download::download(model, options, check, progress, stop);
}

}  // namespace tilescribe
