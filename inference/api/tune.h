// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "inference/api/message.h"
#include "inference/api/options.h"

/// The search for the fastest variants and configurations on this machine. What it keeps has the same bits as
/// what it replaces, so no text changes.
namespace tilescribe {

struct TuneOptions {
  EngineOptions engine;             // and the model, whose problems are tuned
  std::string op;                   // only this one; empty: all
  int tokens = 5;                   // decode steps of the model's run
  bool again = false;               // search again for what this run tunes, even if it is known
  std::filesystem::path file = {};  // where it is kept; empty: in the user's data folder
};

/// A problem that the model runs.
struct TuneRow {
  std::string op, problem;
  std::string before, best;  // "highway", "wgmma/128x64": what runs untuned, and the fastest with its bits
  std::string state;         // nothing, waiting, kept or rejected
  double before_ms = 0.0, best_ms = 0.0;  // per launch; 0: not timed
  double stage_percent = 0.0;     // how much longer the stages took in which the op runs; below 0: shorter
  int candidates = 0;             // with what runs untuned
  int wrong = 0, other_bits = 0;  // that failed the check, or round differently, and so were not timed
  bool searched = false;          // now; else it was known from before
};

struct TuneSummary {
  std::string engine, model;
  std::filesystem::path file;
  int problems = 0, searched = 0, kept = 0;
  int left_out = 0;   // problems of which no case can be made
  Message set_aside;  // of a file that could not be used; else empty
  /// The model's whole run with what is kept compared with the run without it, in turn, in percent, and ±
  /// half of its 95 % confidence interval. Both 0 if nothing is kept.
  double whole_percent = 0.0, whole_interval_percent = 0.0;
};

/// Runs the model once to see which problems its ops have. For each, it checks all variants that take it in
/// all configurations, and times those with the same bits as what runs now. A winner is kept if the model's
/// results have the same bits with it, and the stages in which the op runs are not slower. What was measured
/// is on the disk after each problem, so an interrupted search continues where it was, and a second one
/// searches nothing. Throws Error, or Cancelled.
TuneSummary tune(const TuneOptions& options, const std::function<void(const TuneRow&)>& row,
                 const std::stop_token& stop = {});

}  // namespace tilescribe
