// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/options.h"

/// Measurement inside a transcription as plain values: what each op costs, and what measuring costs.
namespace tilescribe {

/// All records of an op's variant in a stage, of one run.
struct TraceRow {
  std::string stage;                 // features, encoder, projector, prefill, decode
  std::string op, variant;           // empty: outside all ops, such as a copy
  std::string part_of;               // the op that the model ran, where this one is a part of it
  std::int64_t records = 0;          // kernels and copies, or calls where ops are measured as a whole
  double ms = 0.0;                   // what they add to the time in which anything ran
  double percent = 0.0;              // of all rows' `ms`
  double lasted_ms = 0.0;            // their durations together; more than `ms` where kernels overlap, since
                                     // a kernel that is started early waits for the one before
  std::vector<std::string> kernels;  // their short names, the most frequent first; empty: not known
};

/// A stage by a clock that knows nothing of records, in a traced run with the device at rest before each
/// stage: the device's own of features, encoder and projector, the host's until it has the tokens of prefill
/// and decode. That of features also holds what the host does before the first record: it lays the samples
/// out.
struct TraceStage {
  std::string stage;
  double timed_ms = 0.0;
  double records_ms = 0.0;  // from the begin of the stage's first record to the end of its last
  double apart_percent() const { return timed_ms > 0.0 ? 100.0 * (records_ms / timed_ms - 1.0) : 0.0; }
};

struct TraceOptions {
  EngineOptions engine;
  int windows = 1;    // of 30 s, at once
  int tokens = 100;   // decode steps a window
  int runs = 5;       // of each kind, behind one that is not timed
  bool nvtx = false;  // show stages, layers and ops to a tool that watches the process, while traced
};

struct TraceResult {
  std::string engine, model;
  std::string source;           // how it was measured: "CUPTI", "CUDA events", "clock of the CPU"
  std::string fallback_reason;  // why not by the better source, a sentence; empty: it is the best
  std::int64_t records = 0, kernels = 0, memory = 0;  // of one run; of them kernels, and copies and fills
  std::int64_t joined = 0;                            // records of kernels or of whole ops that name an op
  std::int64_t lost = 0;                              // records that were lost for want of memory
  BenchTime untraced;                                 // a run before anything of the source was opened
  BenchTime stopped;                                  // a run while the source is open, but stopped
  BenchTime traced;
  double busy_ms = 0.0;                // of the last traced run, in which anything ran: the rows' `ms`
  std::optional<double> said_percent;  // what the source says that tracing costs; nothing: it can't see it
  std::vector<TraceStage> stages;
  std::vector<TraceRow> rows;  // by stage in the order of the work, the longest first

  /// What tracing costs, in percent of the time of an untraced run.
  double cost_percent() const { return untraced.ms > 0.0 ? 100.0 * (traced.ms / untraced.ms - 1.0) : 0.0; }
  /// Records that an op is expected of, but that name none.
  std::int64_t unjoined() const { return records - memory - joined; }
};

/// Runs windows of 30 s whole with tracing off and on, in turn, on the same engine. Throws Error, or
/// Cancelled.
TraceResult bench_trace(const TraceOptions& options, const std::stop_token& stop = {});

}  // namespace tilescribe
