// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/profile_analysis.h"

/// How the rows of a table and the one selection belong together. Rows of stages and of layers are chosen by
/// stage and by layer, all others by what ran.
namespace tilescribe::ui {

/// What a selection asks of a row: of the kernel table, or of a comparison.
struct SelectableRow {
  template <typename Row>
  SelectableRow(const Row& row) : stage(row.stage), layer(row.layer), kinds(row.kinds) {}
  const std::string& stage;
  std::optional<std::int32_t> layer;
  const std::vector<std::uint32_t>& kinds;
};

/// What a table shows of a selection: all of it but what chooses among its own rows, so that the others stay
/// to be chosen instead.
ProfileSelection around_rows(ProfileSelection selection, ProfileGrouping grouping);

/// The selection of a row's records within what is looked at already.
ProfileSelection selection_of(const SelectableRow& row, ProfileGrouping grouping, ProfileSelection within);

/// Whether a row holds what is chosen; none does where nothing chooses among rows.
bool is_chosen(const SelectableRow& row, ProfileGrouping grouping, const ProfileSelection& selection);

}  // namespace tilescribe::ui
