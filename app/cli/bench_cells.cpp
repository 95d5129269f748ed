// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_cells.h"

#include "app/cli/number.h"

namespace tilescribe::cli {

BenchCells setting_facts(const BenchSetting& setting) {
  const BenchCeilings& most = setting.ceilings;
  BenchCells facts{{"engine", setting.engine}};
  if (!setting.model.empty()) facts.push_back({"model", setting.model});
  facts.push_back({"read_gb_s", most.read_gb_s});
  facts.push_back({"copy_gb_s", most.copy_gb_s});
  facts.push_back({"f32_tflop_s", most.f32_tflop_s});
  if (most.tf32_tflop_s) facts.push_back({"tf32_tflop_s", most.tf32_tflop_s});
  facts.push_back({"bf16_tflop_s", most.bf16_tflop_s});
  if (most.fp8_tflop_s) facts.push_back({"fp8_tflop_s", most.fp8_tflop_s});
  return facts;
}

void append(BenchCells& row, const BenchCells& cells) {
  row.insert(row.end(), cells.begin(), cells.end());
}

BenchCells time_cells(const BenchTime& time) {
  return {{"ms", time.ms, 8}, {"least_ms", time.least_ms, 8}, {"most_ms", time.most_ms, 8}};
}

BenchCells rate_cells(const BenchRates& rates) {
  return {{"tflop_s", rates.tflop_s, 8},
          {"compute_percent", rates.compute_percent},
          {"gb_s", rates.gb_s, 8},
          {"memory_percent", rates.memory_percent}};
}

BenchCells provenance_facts(const Provenance& from, const std::string& command) {
  return {{"command", command},
          {"program", from.program},
          {"commit", from.commit},
          {"build", from.build},
          {"device", from.device},
          {"driver", from.driver},
          {"about_the_device", joined(from.facts, "; ")},
          {"began", from.began}};
}

}  // namespace tilescribe::cli
