// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/profile_analysis.h"
#include "inference/profile/table_rows.h"

namespace tilescribe {

/// How long the calls of a row would take if they did as well as the rest of their run: as long as the
/// shortest calls, and their counted work at the efficiency at which the run does half of its work.
class Expectation {
 public:
  Expectation(const ProfileSetting& setting, const std::vector<TableRow>& rows);
  double ms(const TableRow& row) const;
  double efficiency() const { return efficiency_; }  // part of the ceilings that the run usually reaches; 0…1

 private:
  const ProfileSetting& setting_;
  double call_ms_ = 0.0;  // what a call takes without work
  double efficiency_ = 1.0;
};

}  // namespace tilescribe
