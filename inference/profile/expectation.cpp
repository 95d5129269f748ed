// SPDX-License-Identifier: Apache-2.0
#include "inference/profile/expectation.h"

#include <algorithm>
#include <utility>

#include "inference/profile/rates.h"

namespace tilescribe {
namespace {

constexpr double most_call_ms = 0.02;  // if all calls are longer, none shows what a call takes without work

// The value below which a part `q` of the weights lies; 0 if there are none.
double weighted_quantile(std::vector<std::pair<double, double>> values, double q) {  // value, weight
  double all = 0.0, below = 0.0;
  for (const auto& [value, weight] : values) all += weight;
  std::ranges::sort(values);
  for (const auto& [value, weight] : values) {
    below += weight;
    if (below >= q * all) return value;
  }
  return 0.0;
}

}  // namespace

Expectation::Expectation(const ProfileSetting& setting, const std::vector<TableRow>& rows)
    : setting_(setting) {
  std::vector<std::pair<double, double>> calls, efficiencies;
  for (const TableRow& row : rows) {
    const auto count = static_cast<double>(row.row.calls);
    if (row.row.busy_ms > 0.0) calls.emplace_back(row.row.busy_ms / count, count);
  }
  call_ms_ = std::min(most_call_ms, weighted_quantile(calls, 0.25));
  // Weighted by work, not by time: a slow variant takes more time but does no more work.
  for (const TableRow& row : rows) {
    const double floor_ms = floor_of(setting, row.flops, row.bytes).ms();
    const double working_ms = row.row.busy_ms - call_ms_ * static_cast<double>(row.row.calls);
    if (floor_ms <= 0.0 || row.row.busy_ms <= 0.0) continue;
    efficiencies.emplace_back(working_ms > floor_ms ? floor_ms / working_ms : 1.0, floor_ms);
  }
  if (!efficiencies.empty()) efficiency_ = weighted_quantile(efficiencies, 0.5);
}

double Expectation::ms(const TableRow& row) const {
  const double floor_ms = floor_of(setting_, row.flops, row.bytes).ms();
  return call_ms_ * static_cast<double>(row.row.calls) + floor_ms / efficiency_;
}

}  // namespace tilescribe
