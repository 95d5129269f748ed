// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/profile_analysis.h"

/// How a table's rows relate to the selection. Rows of stages and layers are chosen by stage and layer, all
/// others by kind.
namespace tilescribe::ui {

/// The properties of a row that a selection checks: from the kernel table or a comparison.
struct SelectableRow {
  template <typename Row>
  SelectableRow(const Row& row) : stage(row.stage), layer(row.layer), kinds(row.kinds) {}
  const std::string& stage;
  std::optional<std::int32_t> layer;
  const std::vector<std::uint32_t>& kinds;
};

/// A selection without its time range.
ProfileSelection without_range(ProfileSelection selection);

/// The part of a selection that a table applies: everything except the choice among its own rows, so that the
/// other rows stay visible.
ProfileSelection around_rows(ProfileSelection selection, ProfileGrouping grouping);

/// Selects a row's records within the current selection.
ProfileSelection selection_of(const SelectableRow& row, ProfileGrouping grouping, ProfileSelection within);

/// Whether a row contains what is chosen; false if the selection does not choose among rows.
bool is_chosen(const SelectableRow& row, ProfileGrouping grouping, const ProfileSelection& selection);

}  // namespace tilescribe::ui
