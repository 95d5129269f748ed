// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "inference/api/bench.h"

namespace tilescribe {

/// A transcription of this many windows at once, each with sound of this length.
struct GridCell {
  int windows = 1;
  int seconds = 30;
  BenchTime time;  // of all windows, to their last tokens
  double times_real_time = 0.0;
};

struct GridOptions {
  EngineOptions engine;
  std::vector<int> windows = {};  // empty: powers of two, up to as many as the engine decodes at once
  std::vector<int> seconds = {};  // 1 to 30; empty: 5, 10, 20 and 30
  int runs = 3;                   // timed, after one that is not
};

/// Times windows of noise of every length in every batch, the small ones first. A window has four tokens a
/// second, about as many as speech. Throws Error, or Cancelled.
void bench_grid(const GridOptions& options, const std::function<void(const BenchSetting&)>& setting,
                const std::function<void(const GridCell&)>& cell, const std::stop_token& stop = {});

}  // namespace tilescribe
