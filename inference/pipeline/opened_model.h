// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "inference/align/letter_head.h"
#include "inference/api/bench.h"
#include "inference/api/transcriber.h"
#include "inference/model/model.h"
#include "inference/pipeline/engine.h"
#include "inference/pipeline/model_text.h"
#include "inference/pipeline/transcription_observer.h"
#include "inference/search/word_ngram.h"

namespace tilescribe {

/// Side files of a checkpoint, for a search of its texts.
struct SearchFiles {
  search::WordNgram words;    // which words follow one another
  align::LetterHead letters;  // which letters are heard
};

/// A checkpoint (or random weights) on an engine, ready to run, for transcription and verification.
struct OpenedModel {
  OpenedEngine engine;
  model::Model model;
  ModelText text;
  ModelInfo info;
  bool random_weights = false;                 // for measurements: only the token budget ends a run
  std::optional<BenchCeilings> ceilings = {};  // of the device, once measured
  std::optional<SearchFiles> search = {};      // once a search has wanted them
  TranscriptionObserver* observer = nullptr;   // is told about the work; may be null

  /// What is asked of the model; empty: its own default. The demo model was trained on that alone, so it gets
  /// nothing else.
  std::string instruction(const std::string& own, const std::vector<std::string>& hotwords) const {
    return info.is_demo ? std::string() : text.instruction(own, hotwords);
  }
};

/// Reads the side files when they are wanted for the first time; null: the checkpoint has none. Throws Error
/// if they are damaged or do not fit.
const SearchFiles* search_files(OpenedModel& opened);

/// Throws Error, or Cancelled on a stop request.
OpenedModel open_model(const EngineOptions& options, const std::stop_token& stop);

}  // namespace tilescribe
