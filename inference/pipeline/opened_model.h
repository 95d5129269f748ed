// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "inference/api/bench.h"
#include "inference/api/transcriber.h"
#include "inference/model/model.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/model_text.h"
#include "inference/pipeline/transcription_observer.h"

namespace tilescribe {

/// A checkpoint (or random weights) on an engine, ready to run: what transcription and verification share.
struct OpenedModel {
  OpenedEngine engine;
  model::Model model;
  ModelText text;
  ModelInfo info;
  bool random_weights = false;                 // to measure with: nothing but the token budget ends a run
  std::optional<BenchCeilings> ceilings = {};  // of the device, once they were measured
  TranscriptionObserver* observer = nullptr;   // is told what is done, where there is one
};

/// Throws Error, or Cancelled when a stop is requested.
OpenedModel open_model(const EngineOptions& options, const std::stop_token& stop);

}  // namespace tilescribe
