// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/row_selection.h"

#include <algorithm>

namespace tilescribe::ui {

ProfileSelection without_range(ProfileSelection selection) {
  selection.range.reset();
  return selection;
}

ProfileSelection around_rows(ProfileSelection selection, ProfileGrouping grouping) {
  selection.kinds.clear();
  if (grouping == ProfileGrouping::stage) selection.stage.reset();
  if (grouping == ProfileGrouping::layer && selection.layer) {
    selection.stage.reset();  // a row is a layer of a stage, so its stage is chosen with it
    selection.layer.reset();
  }
  return selection;
}

ProfileSelection selection_of(const SelectableRow& row, ProfileGrouping grouping, ProfileSelection within) {
  within = around_rows(std::move(within), grouping);
  if (grouping == ProfileGrouping::stage || grouping == ProfileGrouping::layer) {
    within.stage = row.stage;
    if (row.layer) within.layer = row.layer;
  } else {
    within.kinds.insert(row.kinds.begin(), row.kinds.end());
  }
  return within;
}

bool is_chosen(const SelectableRow& row, ProfileGrouping grouping, const ProfileSelection& selection) {
  const bool of_stages = grouping == ProfileGrouping::stage, of_layers = grouping == ProfileGrouping::layer;
  const bool chooses = !selection.kinds.empty() || (of_stages && selection.stage.has_value()) ||
                       (of_layers && selection.layer.has_value());
  if (!chooses) return false;
  if ((of_stages || of_layers) && selection.stage && row.stage != *selection.stage) return false;
  if (of_layers && selection.layer && row.layer != selection.layer) return false;
  return selection.kinds.empty() ||
         std::ranges::any_of(row.kinds, [&](std::uint32_t kind) { return selection.kinds.contains(kind); });
}

}  // namespace tilescribe::ui
