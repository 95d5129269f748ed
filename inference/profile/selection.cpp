// SPDX-License-Identifier: Apache-2.0
#include "inference/profile/selected.h"

namespace tilescribe {

Selected::Selected(const ProfileSession& session, const ProfileSelection& selection)
    : kinds_(session.kinds.size()),
      all_layers_(!selection.layer),
      all_time_(!selection.range),
      layer_(selection.layer.value_or(-1)),
      range_(selection.range.value_or(ProfileSelection::Range{})) {
  for (std::uint32_t kind = 0; kind < session.kinds.size(); ++kind) {
    const bool named = selection.kinds.empty() || selection.kinds.contains(kind);
    const bool in_stage = !selection.stage || session.kinds[kind].stage == *selection.stage;
    kinds_[kind] = named && in_stage ? 1 : 0;
  }
}

bool is_selected(const ProfileSession& session, const ProfileRecord& record,
                 const ProfileSelection& selection) {
  if (!selection.kinds.empty() && !selection.kinds.contains(record.kind)) return false;
  if (selection.stage && session.kinds[record.kind].stage != *selection.stage) return false;
  if (selection.layer && record.layer != *selection.layer) return false;
  return !selection.range || selection.range->overlaps(record);
}

}  // namespace tilescribe
