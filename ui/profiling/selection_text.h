// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "inference/api/profile_analysis.h"

/// A selection in words. Kinds that the session doesn't have are ignored.
namespace tilescribe::ui {

/// "gemv_sm90" for kinds with one name, "linear (tuned)" or "linear" for an op's, else "5 kernels".
QString kinds_text(const ProfileSession& session, const std::set<std::uint32_t>& kinds);

/// The stage of all of them; empty if they have several, or none.
std::string common_stage(const ProfileSession& session, const std::set<std::uint32_t>& kinds);

/// One of a selection's conditions, and the selection without it.
struct SelectionPart {
  QString text;     // short: for a chip
  QString details;  // complete text
  ProfileSelection without;
};
/// Range, stage, layer, kernels, if present.
std::vector<SelectionPart> selection_parts(const ProfileSession& session, const ProfileSelection& selection);

}  // namespace tilescribe::ui
