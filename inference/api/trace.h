// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/message.h"
#include "inference/api/options.h"

/// Measurement inside a transcription as plain values: what each op costs, and what measuring costs.
namespace tilescribe {

/// All records of an op's variant in a stage, of one run.
struct TraceRow {
  std::string stage;         // features, encoder, projector, prefill, decode
  std::string op, variant;   // empty: outside all ops, such as a copy
  std::string part_of;       // the op that the model ran, if this op is a part of it
  std::int64_t records = 0;  // kernels and copies, or calls where ops are measured as a whole
  double ms = 0.0;           // what they add to the time in which anything ran
  double percent = 0.0;      // of all rows' `ms`
  double lasted_ms = 0.0;  // sum of their durations; more than `ms` if kernels overlap: a kernel that starts
                           // early waits for the one before
  std::vector<std::string> kernels;  // their short names, the most frequent first; empty: unknown
};

/// A stage by a clock that is independent of the records, in a traced run with the device idle before each
/// stage. Features, encoder and projector use the device's clock. Prefill and decode use the host's, until it
/// has the tokens. The time of features includes what the host does before the first record: it prepares the
/// samples.
struct TraceStage {
  std::string stage;
  double timed_ms = 0.0;
  double records_ms = 0.0;  // from the start of the stage's first record to the end of its last
  double apart_percent() const { return timed_ms > 0.0 ? 100.0 * (records_ms / timed_ms - 1.0) : 0.0; }
};

struct TraceOptions {
  EngineOptions engine;
  int windows = 1;    // of 30 s, at once
  int tokens = 100;   // decode steps per window
  int runs = 5;       // of each kind, after one that is not timed
  bool nvtx = false;  // while tracing, show stages, layers and ops to a tool that watches the process
};

struct TraceResult {
  std::string engine, model;
  std::string source;       // how it was measured: "CUPTI", "CUDA events", "clock of the CPU"
  Message fallback_reason;  // why the better source was not used, a sentence; empty: this is the best
  std::int64_t records = 0, kernels = 0, memory = 0;  // of one run; kernels, and copies and fills, among them
  std::int64_t joined = 0;                            // records of kernels or of whole ops that have an op
  std::int64_t lost = 0;                              // records lost for lack of memory
  BenchTime untraced;                                 // a run before the source was opened
  BenchTime stopped;                                  // a run with the source open, but stopped
  BenchTime traced;
  double busy_ms = 0.0;  // time of the last traced run in which anything ran: the sum of the rows' `ms`
  std::optional<double> said_percent;  // the source's own estimate of the cost of tracing; empty: it has none
  std::vector<TraceStage> stages;
  std::vector<TraceRow> rows;  // by stage in the order of the work, longest first

  /// Measured cost of tracing, in percent of the time of an untraced run.
  double cost_percent() const { return untraced.ms > 0.0 ? 100.0 * (traced.ms / untraced.ms - 1.0) : 0.0; }
  /// Records that should have an op but have none.
  std::int64_t unjoined() const { return records - memory - joined; }
};

/// Runs windows of 30 s alternately with tracing off and on, on the same engine. Throws Error, or Cancelled.
TraceResult bench_trace(const TraceOptions& options, const std::stop_token& stop = {});

}  // namespace tilescribe
