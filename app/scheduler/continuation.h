// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

/// What a transcription is about to do, as it is kept while it runs.
struct Beginning {
  UnfinishedText text;  // with the earlier run's text where it is continued
  Message anew;         // why that is not, a sentence; empty: it is, or there is none
};

/// Looks whether what options.from holds can be continued: by the model and arithmetic that wrote it, and of
/// the same file. A file that is not there is no other one: transcribing it will say so.
Beginning beginning_of(const std::filesystem::path& file, const TranscribeOptions& options,
                       const EngineInfo& engine, const ModelInfo& model);

}  // namespace tilescribe
