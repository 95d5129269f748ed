// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "inference/api/bench.h"
#include "inference/api/trace.h"

namespace tilescribe::cli {

/// bench transcribe: the expected text is a text, or the name of a file with the text.
struct BenchTranscribe {
  EngineOptions engine;
  TranscriptionBench bench;
  std::string expect;
};

/// Where a benchmark's table goes in addition to the text on standard output: one file each; "-" (at most one
/// of them): standard output instead of the text; empty: nowhere.
struct BenchOutputs {
  std::string json, csv, markdown;
};

struct BenchCommand {
  std::variant<StagesOptions, OpsOptions, TraceOptions, BenchTranscribe> what;
  BenchOutputs outputs;
};

}  // namespace tilescribe::cli
