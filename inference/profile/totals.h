// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "inference/api/profile.h"
#include "inference/profile/layer_numbers.h"

/// The sums that a profile keeps for all its records.
namespace tilescribe {

/// What each record adds to the time in which anything ran, ns. For kernels and copies this is the time from
/// their own start, or from the end of all that began before, to their end. So these times add up to the
/// union of the intervals. For ops and replays it is their own time. Records may be in any order.
std::vector<std::int64_t> busy_of(std::span<const ProfileRecord> records, std::span<const ProfileKind> kinds);

/// Which kernels and copies overlap another one on their stream: 1, else 0. Ops never do; they lie within
/// each other. Records may be in any order.
std::vector<std::uint8_t> shared_of(std::span<const ProfileRecord> records,
                                    std::span<const ProfileKind> kinds);

/// Adds a record to a sum. `busy_ns`: what it adds to the time in which anything ran, from busy_of().
/// `shared`: it overlaps another record on its stream.
void add_record(ProfileTotal& total, const ProfileRecord& record, std::int64_t busy_ns, bool shared);

/// Adds up records by kind and layer, in constant time each for the layers of a model.
class TotalsBuilder {
 public:
  void add(const ProfileRecord& record, std::int64_t busy_ns, bool shared);
  std::vector<ProfileTotal> totals() const;  // by kind, then layer

 private:
  ProfileTotal& at(std::uint32_t kind, std::int32_t layer);
  LayerNumbers places_;  // in totals_, by kind
  std::vector<ProfileTotal> totals_;
};

}  // namespace tilescribe
