// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "inference/api/profile_analysis.h"

namespace tilescribe {

std::vector<ProfileRow> profile_roofline(const ProfileSession& session, const ProfileSelection& selection) {
  std::vector<ProfileRow> rows = profile_table(session, ProfileGrouping::variant, selection);
  const auto overlaps_in = [&rows, variants = rows.size()](const std::string& stage) {
    return std::any_of(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(variants),
                       [&](const ProfileRow& row) { return row.stage == stage && row.overlapped; });
  };
  for (ProfileRow& stage : profile_table(session, ProfileGrouping::stage, selection)) {
    if (!overlaps_in(stage.stage)) continue;
    stage.name = stage.stage + ", together";
    rows.push_back(std::move(stage));
  }
  return rows;
}

}  // namespace tilescribe
