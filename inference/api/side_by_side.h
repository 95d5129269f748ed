// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/ablation.h"
#include "inference/api/message.h"
#include "inference/api/options.h"

/// One recording, heard by several engines: what each writes, and how long its stages take.
namespace tilescribe {

struct SideBySide {
  std::filesystem::path audio;
  std::vector<EngineOptions> engines;  // they hear it in this order
  std::string python = {};  // hears it last, with Hugging Face transformers and the first engine's model: a
                            // program's file, or its name in PATH; empty: nobody does
  std::string reference = {};  // what is said; empty: the first text that comes
};

/// What came of one of them.
struct SideBySideRow {
  struct Stage {
    std::string name;  // "encoder"
    double ms = 0.0;   // in which the device worked on it
  };
  std::string engine = {};   // as in --engine, or "transformers"
  Message description = {};  // as it opened: "CPU, bf16, 2 threads"
  std::string text = {};
  double audio_s = 0.0, seconds = 0.0;         // of sound, and what the transcription took
  std::vector<Stage> stages = {};              // in the order of the work
  std::optional<double> word_error_rate = {};  // against the reference; empty for the text that is it
  std::optional<double> times_as_fast = {};    // as the first that succeeded; empty for that one
  Message complaint = {};                      // why there is nothing; empty: there is

  double times_real_time() const { return seconds > 0.0 ? audio_s / seconds : 0.0; }
};

/// Each opens its model, transcribes the recording once without being timed, and once more while it is
/// measured, and makes room for the next one. A failure is the complaint of its row. `tools.begins` tells of
/// round 0 and 1 of 1. Throws Cancelled.
void hear_side_by_side(const SideBySide& wanted, const AblationTools& tools,
                       const std::function<void(const SideBySideRow&)>& row,
                       const std::stop_token& stop = {});

}  // namespace tilescribe
