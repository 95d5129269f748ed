// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/profile_analysis.h"
#include "inference/profile/table_rows.h"

namespace tilescribe {

/// The expected time of a row's calls if they did as well as the rest of their run: the time of the shortest
/// calls, plus their counted work at the efficiency at which the run does half of its work.
class Expectation {
 public:
  Expectation(const ProfileSetting& setting, const std::vector<TableRow>& rows);
  double ms(const TableRow& row) const;
  double efficiency() const { return efficiency_; }  // share of the ceilings that the run reaches, 0…1

 private:
  const ProfileSetting& setting_;
  double call_ms_ = 0.0;  // time of a call without work
  double efficiency_ = 1.0;
};

}  // namespace tilescribe
