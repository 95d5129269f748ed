// SPDX-License-Identifier: Apache-2.0
#include "inference/api/profile_analysis.h"
#include "inference/profile/rates.h"

namespace tilescribe {

std::vector<ProfileRow> bench_roofline(const std::vector<OpRow>& rows, const BenchSetting& setting,
                                       bool on_gpu) {
  ProfileSetting compared;
  compared.compute = setting.compute;
  compared.ceilings = setting.ceilings;
  double all_ms = 0.0;
  for (const OpRow& op : rows) all_ms += op.time.ms;
  std::vector<ProfileRow> points;
  for (const OpRow& op : rows) {
    ProfileRow& point = points.emplace_back();
    point.name = point.variant = op.variant;
    point.full_name = op.variant + ", " + op.problem;
    point.op = op.op;
    point.calls = 1;
    point.total_ms = point.busy_ms = op.time.ms;
    point.mean_us = point.median_us = 1e3 * op.time.ms;
    point.share = all_ms > 0.0 ? op.time.ms / all_ms : 0.0;
    const CountedWork work{.flops = op.rates.tflop_s.value_or(0.0) * op.time.ms * 1e9,
                           .bytes = op.rates.gb_s.value_or(0.0) * op.time.ms * 1e6,
                           .ms = op.time.ms,
                           .on_device = on_gpu};
    set_rates(point, work, compared);
  }
  return points;
}

}  // namespace tilescribe
