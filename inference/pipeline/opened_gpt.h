// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "inference/api/bench.h"
#include "inference/api/options.h"
#include "inference/api/transcriber.h"
#include "inference/model/gpt.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/transcription_observer.h"
#include "inference/text/tokenizer.h"

namespace tilescribe {

/// A model of the GPT-2 family on an engine, ready to write.
struct OpenedGpt {
  OpenedEngine engine;
  model::Gpt model;
  std::optional<text::Tokenizer> tokenizer;  // nothing: the checkpoint has no vocabulary
  ModelInfo info;
  std::optional<BenchCeilings> ceilings = {};  // of the device, once measured
  TranscriptionObserver* observer = nullptr;   // is told about the work; may be null
};

/// Opens options.model: a checkpoint (see GptCheckpoint::open), or "random:NAME" with seeded random weights.
/// Throws Error, or Cancelled on a stop request.
OpenedGpt open_gpt(const EngineOptions& options, const std::stop_token& stop);

}  // namespace tilescribe
