// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inference/api/profile_analysis.h"

namespace tilescribe {

/// A row of the table, with the extra data that comparisons and findings need.
struct TableRow {
  ProfileRow row;
  std::string key;  // the same in every profile
  double flops = 0.0, bytes = 0.0;
  double error_us = 0.0;   // standard error of the mean
  bool on_device = false;  // kernels or copies
  bool replays = false;    // recorded steps as a whole: their contents may also be in other rows
};

/// profile_table() with these extra data.
std::vector<TableRow> table_rows(const ProfileSession& session, ProfileGrouping grouping,
                                 const ProfileSelection& selection);

}  // namespace tilescribe
