// SPDX-License-Identifier: Apache-2.0
#include "inference/api/bench_prompts.h"

#include <algorithm>
#include <cstdint>
#include <random>

#include "inference/api/steady_clock.h"
#include "inference/measure/bench_rates.h"
#include "inference/pipeline/opened_gpt.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

constexpr int most_prompts = 32, least_length = 8;
constexpr std::int64_t most_length = 1024;
constexpr int untimed_runs = 2;

PromptCell timed(OpenedGpt& opened, int count, int length, int runs) {
  kernels::Backend& backend = *opened.engine.backend;
  const layers::SequenceModel& model = opened.model.decoder;
  std::mt19937 draw(1);
  std::uniform_int_distribution<std::int32_t> any(0, static_cast<std::int32_t>(model.vocabulary()) - 1);
  std::vector<std::int32_t> ids(static_cast<std::size_t>(count) * static_cast<std::size_t>(length));
  for (std::int32_t& id : ids) id = any(draw);
  std::vector<layers::Prompt> prompts;
  for (int p = 0; p < count; ++p) {
    const auto first = static_cast<std::size_t>(p) * static_cast<std::size_t>(length);
    prompts.push_back({.slot = p,
                       .ids = std::span(ids).subspan(first, static_cast<std::size_t>(length)),
                       .embedded_begin = 0,
                       .embedded = {}});
  }
  const layers::KvCache cache = model.make_cache(backend, count, length);
  std::vector<double> times;
  for (int run = 0; run < untimed_runs + runs; ++run) {
    backend.synchronize();
    const double begin_s = steady_s();
    model.prefill(backend, cache, prompts);
    backend.synchronize();
    if (run >= untimed_runs) times.push_back(1000.0 * (steady_s() - begin_s));
  }
  const BenchTime time = bench_time(std::move(times));
  return {count, length, time, 1000.0 * count * length / time.ms};
}

}  // namespace

void bench_prompts(const PromptsOptions& options, const std::function<void(const BenchSetting&)>& setting,
                   const std::function<void(const PromptCell&)>& cell, const std::stop_token& stop) {
  OpenedGpt opened = open_gpt(options.engine, stop);
  opened.engine.backend->set_stop_token(stop);
  const std::int64_t context = opened.model.decoder.context;
  for (const int length : options.lengths) {
    if (length > context)
      throw Error("{1} reads at most {2} tokens; found a prompt of {3}.", opened.info.name, context, length);
  }
  setting(bench_setting(opened.engine, opened.info.name));
  std::vector<int> batches = options.prompts, lengths = options.lengths;
  if (batches.empty()) batches = powers_of_two(1, most_prompts);
  if (lengths.empty()) lengths = powers_of_two(least_length, std::min(context, most_length));
  std::ranges::sort(batches);
  std::ranges::sort(lengths);
  for (const int count : batches) {
    for (const int length : lengths) {
      if (stop.stop_requested()) throw Cancelled();
      cell(timed(opened, count, length, std::max(1, options.runs)));
    }
  }
}

}  // namespace tilescribe
