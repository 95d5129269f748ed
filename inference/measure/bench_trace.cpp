// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inference/api/trace.h"
#include "inference/measure/bench_batch.h"
#include "inference/measure/bench_rates.h"
#include "inference/profile/stages.h"
#include "kernels/core/error.h"
#include "kernels/profile/activity_source.h"
#include "kernels/profile/collector.h"

namespace tilescribe {
namespace {

using kernels::OpTotal;

constexpr std::size_t most_records = std::size_t{1} << 20;             // of a run that are added up: 200 MB
constexpr auto device_stages = std::span(stages_in_order).subspan(1);  // without the host's "audio"

std::vector<std::string> short_names(const std::map<std::string, std::int64_t>& kernels) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& [name, count] : kernels) counts[kernels::short_kernel_name(name)] += count;
  std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, std::int64_t>::second);
  std::vector<std::string> names;
  names.reserve(sorted.size());
  for (auto& [name, count] : sorted) names.push_back(std::move(name));
  return names;
}

std::vector<TraceRow> rows_of(const std::vector<OpTotal>& totals) {
  std::int64_t all_ns = 0;
  for (const OpTotal& total : totals) all_ns += total.added_ns;
  std::vector<TraceRow> rows;
  for (const OpTotal& total : totals) {
    const auto added_ns = static_cast<double>(total.added_ns);
    rows.push_back({.stage = total.stage,
                    .op = total.op,
                    .variant = total.variant,
                    .part_of = total.outer,
                    .records = total.records,
                    .ms = added_ns * 1e-6,
                    .percent = all_ns > 0 ? 100.0 * added_ns / static_cast<double>(all_ns) : 0.0,
                    .lasted_ms = static_cast<double>(total.own_ns) * 1e-6,
                    .kernels = short_names(total.kernels)});
  }
  std::ranges::stable_sort(rows, {}, [](const TraceRow& row) { return stage_place(row.stage); });
  return rows;
}

// The time span of a stage's records. Only the first `steps` steps count, as more may have been queued.
double records_ms(const std::vector<kernels::ActivityRecord>& records, std::string_view stage, int steps) {
  std::int64_t first_step = std::numeric_limits<std::int64_t>::max();
  for (const kernels::ActivityRecord& record : records) {
    const kernels::Place& place = record.label.place;
    if (place.stage == stage && place.step >= 0) first_step = std::min(first_step, place.step);
  }
  std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = 0;
  for (const kernels::ActivityRecord& record : records) {
    const kernels::Place& place = record.label.place;
    if (place.stage != stage || (place.step >= 0 && place.step - first_step >= steps)) continue;
    begin = std::min(begin, record.start_ns);
    end = std::max(end, record.start_ns + record.duration_ns);
  }
  return end > begin ? static_cast<double>(end - begin) * 1e-6 : 0.0;
}

std::vector<TraceStage> stages_of(const BenchBatch::Stages& timed, int steps,
                                  const std::vector<kernels::ActivityRecord>& records) {
  const std::array times{&timed.features, &timed.encoder, &timed.projector, &timed.prefill, &timed.decode};
  std::vector<TraceStage> list;
  for (std::size_t i = 0; i < device_stages.size(); ++i) {
    if (times[i]->empty()) continue;  // no steps
    const double calls = times[i] == &timed.decode ? steps : 1;
    list.push_back({std::string(device_stages[i]), times[i]->front() * calls,
                    records_ms(records, device_stages[i], steps)});
  }
  return list;
}

}  // namespace

TraceResult bench_trace(const TraceOptions& options, const std::stop_token& stop) {
  OpenedModel opened = open_model(options.engine, stop);
  kernels::Backend& backend = *opened.engine.backend;
  // The first token comes with the prompt; each other token takes a step.
  const auto new_batch = [&] {
    return std::make_unique<BenchBatch>(opened, options.windows, window_s, options.tokens + 1, stop);
  };
  TraceResult result;
  result.engine = opened.engine.info.summary();
  result.model = opened.info.name;

  std::vector<double> untraced, stopped, traced;
  const auto plain = new_batch();
  plain->whole_ms();
  for (int i = 0; i < options.runs; ++i) untraced.push_back(plain->whole_ms());

  kernels::Collector collector(most_records);
  const auto source = backend.activity_source();
  result.source = source->name();
  result.fallback_reason = source->fallback_reason();
  const auto trace = [&](auto work) {
    const auto markers = options.nvtx ? backend.range_markers() : nullptr;
    std::optional<kernels::Hooked> shown;
    if (markers) shown.emplace(backend.hooks(), *markers);
    collector.clear();
    source->start(collector.sink());
    auto result_of_work = work();
    source->stop();
    result.lost += source->lost();
    return result_of_work;
  };
  const auto watched = new_batch();  // its steps are recorded under the trace
  const auto whole = [&] { return watched->whole_ms(); };
  trace(whole);
  for (int i = 0; i < options.runs; ++i) {
    traced.push_back(trace(whole));
    if (const auto cost_ns = source->cost_ns()) {
      result.said_percent =
          static_cast<double>(*cost_ns) * 1e-4 / (traced.back() - static_cast<double>(*cost_ns) * 1e-6);
    }
    stopped.push_back(plain->whole_ms());
  }

  const kernels::RecordCounts counts = collector.counts();
  result.records = counts.records;
  result.kernels = counts.kernels;
  result.memory = counts.memory;
  result.joined = counts.joined;
  result.untraced = bench_time(std::move(untraced));
  result.stopped = bench_time(std::move(stopped));
  result.traced = bench_time(std::move(traced));
  if (counts.records > static_cast<std::int64_t>(most_records)) {
    throw Error(
        "A traced run left {1} records, but at most {2} can be added up; give fewer windows or tokens.",
        counts.records, most_records);
  }
  result.rows = rows_of(kernels::totals_of(collector.recent()));
  for (const TraceRow& row : result.rows) result.busy_ms += row.ms;

  const auto timed = trace([&] {
    BenchBatch::Stages apart;
    watched->run_apart(apart);
    return apart;
  });
  result.stages = stages_of(timed, watched->steps(), collector.recent());
  return result;
}

}  // namespace tilescribe
