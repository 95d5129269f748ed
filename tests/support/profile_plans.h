// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/support/profile_sessions.h"

/// What a stage of the synthetic profiles runs, in order.
namespace tilescribe {

/// A record to be: everything but when it starts and how long it takes this time.
struct PlannedRecord {
  ProfileRecord record;
  double ns = 0.0;     // how long it takes; of an op with others inside, beside these
  int inside = 0;      // so many that follow lie within it
  bool early = false;  // may begin before the one before ends
};
using ProfilePlan = std::vector<PlannedRecord>;

struct ProfilePlans {
  ProfilePlan features;  // of one window
  ProfilePlan encoder, projector, prefill, decode;
};

/// Adds the kinds to `session`. `windows` are computed together.
ProfilePlans gpu_plans(ProfileSession& session, const SyntheticProfile& options, int windows);
ProfilePlans cpu_plans(ProfileSession& session, const SyntheticProfile& options, int windows);

/// Work counted as the ops' contracts do.
struct PlannedWork {
  double flops = 0.0, bytes = 0.0;
};
/// x[rows, in] · w[in, out] in values of `size` bytes.
PlannedWork product(double rows, double in, double out, double size);
/// Something that reads and writes so many values and does `flops` operations on each.
PlannedWork pointwise(double values, double flops, double size);
/// Attention of `rows` to `keys` each, `heads` of 64.
PlannedWork attention(double rows, double keys, double heads, double size);

/// The place of a kind in the session, where it is put if it is not there.
std::uint32_t kind_index(ProfileSession& session, const ProfileKind& kind);

}  // namespace tilescribe
