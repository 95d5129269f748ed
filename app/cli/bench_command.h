// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "inference/api/bench.h"
#include "inference/api/trace.h"

namespace tilescribe::cli {

/// bench transcribe: what the file is expected to say is a text, or the name of a file that holds it.
struct BenchTranscribe {
  EngineOptions engine;
  TranscriptionBench bench;
  std::string expect;
};

/// Where a benchmark's table goes besides standard output, which has it as text: a file each, "-" (one of
/// them) for standard output instead, empty for nowhere.
struct BenchOutputs {
  std::string json, csv, markdown;
};

struct BenchCommand {
  std::variant<StagesOptions, OpsOptions, TraceOptions, BenchTranscribe> what;
  BenchOutputs outputs;
};

}  // namespace tilescribe::cli
