// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "inference/api/profile_analysis.h"

/// A selection in words. Kinds that the session doesn't have are passed over.
namespace tilescribe::ui {

/// "gemv_sm90" of kinds with one name, "linear (tuned)" or "linear" of an op's, else "5 kernels".
QString kinds_text(const ProfileSession& session, const std::set<std::uint32_t>& kinds);

/// The stage of all of them; empty where they have several, or none.
std::string common_stage(const ProfileSession& session, const std::set<std::uint32_t>& kinds);

/// One of the conditions that make a selection, and what is selected without it.
struct SelectionPart {
  QString text;     // short: for a chip
  QString details;  // all of it
  ProfileSelection without;
};
/// Range, stage, layer, kernels: those that are there.
std::vector<SelectionPart> selection_parts(const ProfileSession& session, const ProfileSelection& selection);

}  // namespace tilescribe::ui
