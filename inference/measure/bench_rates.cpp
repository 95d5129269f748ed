// SPDX-License-Identifier: Apache-2.0
#include "inference/measure/bench_rates.h"

#include <algorithm>

namespace tilescribe {
namespace {

std::optional<double> known(double value) {
  return value > 0.0 ? std::optional(value) : std::nullopt;
}

std::optional<double> percent(const std::optional<double>& value, const std::optional<double>& of) {
  if (!value || !of) return std::nullopt;
  return 100.0 * *value / *of;
}

}  // namespace

BenchCeilings ceilings_of(kernels::Backend& backend) {
  const kernels::Ceilings found = backend.ceilings();
  return {.read_gb_s = known(found.read_gb_s),
          .copy_gb_s = known(found.copy_gb_s),
          .f32_tflop_s = known(found.f32_tflop_s),
          .tf32_tflop_s = known(found.tf32_tflop_s),
          .bf16_tflop_s = known(found.bf16_tflop_s),
          .fp8_tflop_s = known(found.fp8_tflop_s)};
}

BenchSetting bench_setting(const OpenedEngine& engine, const std::string& model) {
  return {.engine = engine.info.summary(),
          .compute = engine.info.compute,
          .model = model,
          .ceilings = ceilings_of(*engine.backend)};
}

BenchRates bench_rates(const kernels::Cost& cost, double ms, const BenchSetting& setting) {
  BenchRates rates;
  if (ms <= 0.0) return rates;
  rates.tflop_s = known(static_cast<double>(cost.flops) / ms * 1e-9);
  rates.gb_s = known(static_cast<double>(cost.bytes) / ms * 1e-6);
  const BenchCeilings& most = setting.ceilings;
  rates.compute_percent = percent(rates.tflop_s, most.tflop_s(setting.compute));
  rates.memory_percent = percent(rates.gb_s, most.read_gb_s);
  return rates;
}

OpRow op_row(const kernels::BenchResult& result, const BenchSetting& setting) {
  OpRow row;
  row.op = result.op;
  row.variant = result.variant + (result.config.empty() ? "" : "/" + result.config);
  row.problem = result.problem;
  row.time = {result.ms, result.least_ms, result.most_ms};
  row.rates = bench_rates(result.cost, result.ms, setting);
  row.operations = result.cost.flops;
  row.bytes = result.cost.bytes;
  if (result.compared) row.error = result.error;
  row.against = result.against;
  row.complaint = result.complaint;
  for (const kernels::KernelCode& code : result.kernels)
    row.kernels.push_back({code.name, code.threads, code.registers, code.shared_bytes, code.local_bytes});
  return row;
}

std::vector<int> powers_of_two(std::int64_t first, std::int64_t last) {
  std::vector<int> list;
  for (std::int64_t value = first; value <= last; value *= 2) list.push_back(static_cast<int>(value));
  return list;
}

BenchTime bench_time(std::vector<double> ms) {
  std::ranges::sort(ms);
  const std::size_t middle = ms.size() / 2;
  const double median = ms.size() % 2 == 1 ? ms[middle] : (ms[middle - 1] + ms[middle]) / 2.0;
  return {.ms = median, .least_ms = ms.front(), .most_ms = ms.back()};
}

}  // namespace tilescribe
