// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/profile/session_builder.h"

#include "inference/profile/totals.h"

namespace tilescribe {

SessionBuilder::SessionBuilder() {
  session_.setting.compute = "f32";
  session_.setting.ceilings.read_gb_s = 100.0;
  session_.setting.ceilings.f32_tflop_s = 1.0;
}

std::uint32_t SessionBuilder::kernel(const std::string& stage, const std::string& op,
                                     const std::string& variant, const std::string& full_name,
                                     const std::string& short_name) {
  session_.kinds.push_back({ProfileActivity::kernel, stage, op, variant, {}, full_name, short_name});
  return static_cast<std::uint32_t>(session_.kinds.size() - 1);
}

std::uint32_t SessionBuilder::op(const std::string& stage, const std::string& op, const std::string& variant,
                                 const std::string& part_of) {
  session_.kinds.push_back({ProfileActivity::op, stage, op, variant, part_of, {}, op});
  return static_cast<std::uint32_t>(session_.kinds.size() - 1);
}

ProfileRecord& SessionBuilder::record(std::uint32_t kind, std::int64_t start_ns, std::int64_t duration_ns) {
  ProfileRecord& record = session_.records.emplace_back();
  record.kind = kind;
  record.start_ns = start_ns;
  record.duration_ns = duration_ns;
  return record;
}

ProfileSession SessionBuilder::session(std::int64_t duration_ns) {
  const auto busy = busy_of(session_.records, session_.kinds);
  const auto shared = shared_of(session_.records, session_.kinds);
  TotalsBuilder totals;
  for (std::size_t i = 0; i < busy.size(); ++i) totals.add(session_.records[i], busy[i], shared[i] != 0);
  session_.totals = totals.totals();
  session_.duration_ns = duration_ns;
  session_.taken = static_cast<std::int64_t>(session_.records.size());
  return session_;
}

}  // namespace tilescribe
