// SPDX-License-Identifier: Apache-2.0
#include "inference/api/bench_grid.h"

#include <algorithm>

#include "inference/measure/bench_batch.h"
#include "inference/measure/bench_rates.h"
#include "inference/pipeline/opened_model.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr int tokens_per_second = 4;
constexpr int most_seconds = 30;  // a window

GridCell timed(OpenedModel& opened, int windows, int seconds, int runs, const std::stop_token& stop) {
  BenchBatch batch(opened, windows, seconds, tokens_per_second * seconds, stop);
  batch.whole_ms();  // set-up work of a first run
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) times.push_back(batch.whole_ms());
  const BenchTime time = bench_time(std::move(times));
  return {windows, seconds, time, 1000.0 * windows * seconds / time.ms};
}

}  // namespace

void bench_grid(const GridOptions& options, const std::function<void(const BenchSetting&)>& setting,
                const std::function<void(const GridCell&)>& cell, const std::stop_token& stop) {
  for (const int seconds : options.seconds) {
    if (seconds < 1 || seconds > most_seconds)
      throw Error("A window has from 1 to {1} s of sound; {2} s were asked for.", most_seconds, seconds);
  }
  OpenedModel opened = open_model(options.engine, stop);
  opened.engine.backend->set_stop_token(stop);
  setting(bench_setting(opened.engine, opened.info.name));
  std::vector<int> batches = options.windows, lengths = options.seconds;
  if (batches.empty()) batches = powers_of_two(1, opened.engine.backend->batching().decode_rows);
  if (lengths.empty()) lengths = {5, 10, 20, most_seconds};
  std::ranges::sort(batches);
  std::ranges::sort(lengths);
  for (const int windows : batches) {
    for (const int seconds : lengths) cell(timed(opened, windows, seconds, std::max(1, options.runs), stop));
  }
}

}  // namespace tilescribe
