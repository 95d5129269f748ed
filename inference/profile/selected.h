// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "inference/api/profile_analysis.h"

namespace tilescribe {

/// A selection prepared for fast queries of a million records.
class Selected {
 public:
  Selected(const ProfileSession& session, const ProfileSelection& selection);
  bool operator()(const ProfileRecord& record) const {
    return kinds_[record.kind] != 0 && (all_layers_ || record.layer == layer_) &&
           (all_time_ || range_.overlaps(record));
  }
  /// Ignores the time.
  bool operator()(const ProfileTotal& total) const {
    return kinds_[total.kind] != 0 && (all_layers_ || total.layer == layer_);
  }

 private:
  std::vector<std::uint8_t> kinds_;  // 1: selected
  bool all_layers_, all_time_;
  std::int32_t layer_;
  ProfileSelection::Range range_;
};

}  // namespace tilescribe
