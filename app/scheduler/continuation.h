// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/transcriber.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

/// What a transcription is about to do, as it is saved while it runs.
struct Beginning {
  UnfinishedText text;  // includes the earlier run's text if it is continued
  Message anew;         // why it is not continued: a sentence; empty: it is, or there is none
};

/// Checks whether the text in options.from can be continued: the same model and arithmetic must continue it,
/// and the file must not have changed. A missing file counts as unchanged; transcribing it will report that.
Beginning beginning_of(const std::filesystem::path& file, const TranscribeOptions& options,
                       const EngineInfo& engine, const ModelInfo& model);

}  // namespace tilescribe
